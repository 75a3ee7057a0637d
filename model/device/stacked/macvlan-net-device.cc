/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/macvlan-net-device.h"

#include "ns3/configuration-error.h"
#include "ns3/feature-inheritance.h"
#include "ns3/log.h"
#include "ns3/macvlan-port.h"
#include "ns3/ns3-compat.h"
#include "ns3/stacking-rules.h"
#include "ns3/xmit-item.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MacvlanNetDevice");

NS_OBJECT_ENSURE_REGISTERED(MacvlanNetDevice);

namespace
{

/**
 * @brief End the program if an address is none for a macvlan.
 * @param device the macvlan
 * @param address the address
 * @param port the port of its lower device, or null
 */
void
CheckAddress(const Ptr<NetDevice>& device, Mac48Address address, const Ptr<MacvlanPort>& port)
{
    std::ostringstream message;
    message << "cannot give " << DescribeDevice(device) << " the address " << address << ": ";
    if (address == Mac48Address() || address.IsGroup())
    {
        message << "it is all zeros or a group's; one of a single device is needed "
                   "(EADDRNOTAVAIL)";
        ExitOnConfigurationError(message.str());
    }
    if (port && port->IsAddressBusy(address))
    {
        message << "the lower device or another macvlan on it has it; each has its own "
                   "(EADDRINUSE)";
        ExitOnConfigurationError(message.str());
    }
}

} // namespace

TypeId
MacvlanNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MacvlanNetDevice")
            .SetParent<StackedNetDevice>()
            .SetGroupName("LinuxTx")
            .AddConstructor<MacvlanNetDevice>()
            .AddAttribute("Mode",
                          "Whom of the other macvlans on the lower device this one talks to: "
                          "private (none), vepa (through a switch that reflects frames), bridge "
                          "(directly), or passthru (there is none).",
                          EnumValue(VEPA),
                          compat::MakeEnumAccessor<Mode>(&MacvlanNetDevice::SetMode,
                                                         &MacvlanNetDevice::GetMode),
                          MakeEnumChecker(PRIVATE,
                                          "private",
                                          VEPA,
                                          "vepa",
                                          BRIDGE,
                                          "bridge",
                                          PASSTHRU,
                                          "passthru"));
    return tid;
}

MacvlanNetDevice::MacvlanNetDevice()
{
    NS_LOG_FUNCTION(this);
}

MacvlanNetDevice::~MacvlanNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
MacvlanNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    // From the IP of a linux-tx device the port keeps frames away, but not from that of others.
    if (m_mode == PASSTHRU && GetLowerDevice() &&
        !DynamicCast<EthernetNetDevice>(GetLowerDevice()) && HasIpInterface(GetLowerDevice()))
    {
        ExitOnConfigurationError(DescribeDevice(GetLowerDevice()) +
                                 " has an IP interface below a passthru macvlan, which takes all "
                                 "its frames; of devices that are not of linux-tx only the "
                                 "macvlan can have one");
    }
    StackedNetDevice::DoInitialize();
}

void
MacvlanNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_port)
    {
        m_port->Detach(this);
        m_port = nullptr;
    }
    StackedNetDevice::DoDispose();
}

void
MacvlanNetDevice::SetMode(Mode mode)
{
    NS_LOG_FUNCTION(this << mode);
    if (m_port && (mode == PASSTHRU) != (m_mode == PASSTHRU))
    {
        ExitOnConfigurationError("cannot change the mode of " + DescribeDevice(this) +
                                 " into or out of passthru: that is set before the device is put "
                                 "on top of another (EINVAL)");
    }
    m_mode = mode;
}

void
MacvlanNetDevice::SetLowerDevice(Ptr<NetDevice> lower)
{
    NS_LOG_FUNCTION(this << lower);
    const auto macvlan = DynamicCast<MacvlanNetDevice>(lower);
    if (macvlan && macvlan != this && macvlan->GetLowerDevice())
    {
        lower = macvlan->GetLowerDevice();
    }
    StackedNetDevice::SetLowerDevice(lower);

    const auto port = MacvlanPort::Of(lower);
    const std::string objection = port->FindObjection(m_mode);
    if (!objection.empty())
    {
        ExitOnConfigurationError("cannot put " + DescribeDevice(this) + " on top of " +
                                 DescribeDevice(lower) + ": " + objection);
    }
    if (m_mode != PASSTHRU)
    {
        auto address = Mac48Address::ConvertFrom(EthernetNetDevice::GetAddress());
        if (address == Mac48Address())
        {
            do
            {
                address = Mac48Address::Allocate();
            } while (port->IsAddressBusy(address));
        }
        CheckAddress(this, address, port);
        StackedNetDevice::SetAddress(address);
    }
    m_port = port;
    m_port->Attach(this);
}

void
MacvlanNetDevice::SetAddress(Address address)
{
    NS_LOG_FUNCTION(this << address);
    const auto mac = Mac48Address::ConvertFrom(address);
    if (m_port && m_mode == PASSTHRU)
    {
        CheckAddress(this, mac, nullptr);
        GetLowerDevice()->SetAddress(mac);
        return;
    }
    if (m_port && mac == EthernetNetDevice::GetAddress())
    {
        return;
    }
    CheckAddress(this, mac, m_port);
    if (m_port)
    {
        m_port->ChangeAddress(this, mac);
    }
    StackedNetDevice::SetAddress(mac);
}

Address
MacvlanNetDevice::GetAddress() const
{
    return m_mode == PASSTHRU && GetLowerDevice() ? GetLowerDevice()->GetAddress()
                                                  : EthernetNetDevice::GetAddress();
}

DeviceFeatures
MacvlanNetDevice::FixFeatures(const DeviceFeatures& wanted) const
{
    return GetLayer() ? FixMacvlanFeatures(wanted, GetLayer()->GetFeatures(GetLowerDevice()))
                      : wanted;
}

XmitVerdict
MacvlanNetDevice::DoStartXmit(const Ptr<QueueDiscItem>& item)
{
    if (m_mode != BRIDGE || !m_port)
    {
        return TransmitToLower(item);
    }
    const auto destination = Mac48Address::ConvertFrom(item->GetAddress());
    if (destination.IsGroup())
    {
        m_port->Broadcast(item, this);
        return TransmitToLower(item);
    }
    const auto sibling = m_port->Find(destination);
    if (!sibling || sibling->GetMode() != BRIDGE)
    {
        return TransmitToLower(item);
    }
    CountTransmitted(XmitItem::From(item)->GetNPackets(), item->GetSize());
    // The item dies with the call, and the charge with it: in Linux, reception orphans the packet
    // (ip_rcv) before the send call returns.
    m_port->Forward(item, {sibling});
    return XmitVerdict::SUCCESS;
}

void
MacvlanNetDevice::ReceiveFromLower(const Ptr<const Packet>& packet,
                                   uint16_t protocol,
                                   const Address& from,
                                   const Address& to)
{
    // What the port has found to be this device's is, even if in passthru mode the address is not.
    const auto destination = Mac48Address::ConvertFrom(to);
    PassUpReceived(packet,
                   protocol,
                   from,
                   to,
                   destination.IsGroup() ? Classify(destination) : PACKET_HOST);
}

void
MacvlanNetDevice::ListenToLower()
{
    if (m_port)
    {
        m_port->Listen();
    }
}

} // namespace ns3
