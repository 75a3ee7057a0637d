/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/arp-update-listener.h"

#include "ns3/arp-l3-protocol.h"
#include "ns3/configuration-error.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

namespace
{

/// LOCKTIME of a neighbour table (locktime, net/ipv4/neigh/default).
const Time LOCKTIME = Seconds(1);

/// Size of an ARP message for Ethernet and IPv4, in bytes.
constexpr uint32_t MESSAGE_SIZE = 28;

} // namespace

ArpUpdateListener::ArpUpdateListener(Ptr<ArpCache> cache)
    : m_cache(std::move(cache))
{
}

void
ArpUpdateListener::Install(const Ptr<NetDevice>& device)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4L3Protocol>();
    const int32_t interface = ipv4 ? ipv4->GetInterfaceForDevice(device) : -1;
    if (interface < 0)
    {
        ExitOnConfigurationError("ArpUpdateListener: the device has no IPv4 interface");
    }
    // The handler holds the listener for as long as the node has the handler.
    const Ptr<ArpUpdateListener> listener(
        new ArpUpdateListener(ipv4->GetInterface(interface)->GetArpCache()),
        false);
    device->GetNode()->RegisterProtocolHandler(MakeCallback(&ArpUpdateListener::Receive, listener),
                                               ArpL3Protocol::PROT_NUMBER,
                                               device);
}

void
ArpUpdateListener::Receive(Ptr<NetDevice> /* device */,
                           Ptr<const Packet> packet,
                           uint16_t /* protocol */,
                           const Address& /* from */,
                           const Address& /* to */,
                           NetDevice::PacketType /* type */)
{
    ArpHeader message;
    if (packet->GetSize() < MESSAGE_SIZE || packet->PeekHeader(message) == 0)
    {
        return;
    }
    Learn(message);
}

void
ArpUpdateListener::Learn(const ArpHeader& message)
{
    const Ipv4Address sender = message.GetSourceIpv4Address();
    ArpCache::Entry* entry = m_cache->Lookup(sender);
    if (!entry && message.IsRequest() && IsForUs(message))
    {
        entry = m_cache->Add(sender);
        entry->UpdateSeen();
    }
    if (!entry || entry->IsWaitReply() ||
        entry->GetMacAddress() == message.GetSourceHardwareAddress())
    {
        return;
    }
    const auto changed = m_changedAt.find(sender);
    const bool isLocked =
        changed != m_changedAt.end() && Simulator::Now() <= changed->second + LOCKTIME;
    if (message.IsReply() && isLocked)
    {
        return;
    }
    entry->SetMacAddress(message.GetSourceHardwareAddress());
    m_changedAt[sender] = Simulator::Now();
}

bool
ArpUpdateListener::IsForUs(const ArpHeader& message) const
{
    const auto interface = m_cache->GetInterface();
    for (uint32_t i = 0; i < interface->GetNAddresses(); ++i)
    {
        if (interface->GetAddress(i).GetLocal() == message.GetDestinationIpv4Address())
        {
            return true;
        }
    }
    return false;
}

} // namespace ns3
