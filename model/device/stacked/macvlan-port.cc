/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/macvlan-port.h"

#include "ns3/ethernet-net-device.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/stacking-rules.h"
#include "ns3/xmit-item.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MacvlanPort");

NS_OBJECT_ENSURE_REGISTERED(MacvlanPort);

namespace
{

/// ETH_P_PAUSE: flow control between neighbours, which macvlans do not hear.
constexpr uint16_t PAUSE = 0x8808;

/**
 * @brief A mode as a bit, to combine several.
 * @param mode the mode
 * @return the bit
 */
constexpr uint32_t
GetBit(MacvlanNetDevice::Mode mode)
{
    return 1U << mode;
}

constexpr uint32_t VEPA = GetBit(MacvlanNetDevice::VEPA);     ///< mode vepa
constexpr uint32_t BRIDGE = GetBit(MacvlanNetDevice::BRIDGE); ///< mode bridge
/// Every mode.
constexpr uint32_t ALL_MODES =
    GetBit(MacvlanNetDevice::PRIVATE) | VEPA | BRIDGE | GetBit(MacvlanNetDevice::PASSTHRU);

/// Frames on their way from one macvlan of the host to others.
struct LocalFrames
{
    std::vector<Ptr<const Packet>> packets; //!< without Ethernet header; of a train, the segments
    uint16_t etherType;                     //!< their EtherType
    Address source;                         //!< their source
    Address destination;                    //!< their destination
};

/**
 * @brief Turn what a macvlan sends into what others receive.
 * @param item an XmitItem; its headers and tags are written
 * @return the frames
 */
LocalFrames
MakeFrames(const Ptr<QueueDiscItem>& item)
{
    auto* xmit = XmitItem::From(item);
    xmit->WriteHeader();
    LocalFrames frames{{}, item->GetProtocol(), xmit->GetSource(), item->GetAddress()};
    const auto add = [&frames, &item, xmit](const Ptr<Packet>& packet) {
        frames.etherType = xmit->GetVlanTags().Write(packet, item->GetProtocol());
        frames.packets.push_back(packet);
    };
    if (const XmitTrain* train = xmit->GetTrain())
    {
        for (const auto& segment : train->GetSegments())
        {
            add(segment->GetPacket());
        }
    }
    else
    {
        add(item->GetPacket());
    }
    return frames;
}

/**
 * @brief The largest frame that a device takes from another one of the host (is_skb_forwardable).
 * @param device the device
 * @return bytes with the Ethernet header; room for a VLAN tag is on top of the MTU
 */
uint32_t
GetLargestFrame(const NetDevice& device)
{
    return device.GetMtu() + EthernetNetDevice::ETHERNET_HEADER_SIZE + VlanTag::TAG_SIZE;
}

} // namespace

TypeId
MacvlanPort::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MacvlanPort")
                            .SetParent<Object>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<MacvlanPort>();
    return tid;
}

MacvlanPort::MacvlanPort()
{
    NS_LOG_FUNCTION(this);
}

MacvlanPort::~MacvlanPort()
{
    NS_LOG_FUNCTION(this);
}

void
MacvlanPort::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_devices.clear();
    m_byAddress.clear();
    m_lower = nullptr;
    Object::DoDispose();
}

Ptr<MacvlanPort>
MacvlanPort::Of(const Ptr<NetDevice>& lower)
{
    auto port = lower->GetObject<MacvlanPort>();
    if (!port)
    {
        port = CreateObject<MacvlanPort>();
        port->m_lower = PeekPointer(lower);
        lower->AggregateObject(port);
        if (const auto ethernet = DynamicCast<EthernetNetDevice>(lower))
        {
            MacvlanPort* self = PeekPointer(port); // lives as long as what it is aggregated to
            ethernet->SetRxHandler([self](const Mac48Address& from, const Mac48Address& to) {
                return self->Consumes(from, to);
            });
        }
    }
    return port;
}

std::string
MacvlanPort::FindObjection(MacvlanNetDevice::Mode mode) const
{
    if (IsPassthru())
    {
        return "it has a macvlan in passthru mode, which is the only one then (EINVAL)";
    }
    if (mode == MacvlanNetDevice::PASSTHRU && !m_devices.empty())
    {
        return "it has a macvlan already; one in passthru mode is the only one (EINVAL)";
    }
    if (const auto master = FindMaster(m_lower))
    {
        return "all its frames go to " + DescribeDevice(master) +
               "; a macvlan can be on top of that (EBUSY)";
    }
    return "";
}

bool
MacvlanPort::IsPassthru() const
{
    return m_devices.size() == 1 && m_devices.front()->GetMode() == MacvlanNetDevice::PASSTHRU;
}

bool
MacvlanPort::IsAddressBusy(Mac48Address address) const
{
    return m_byAddress.count(address) > 0 || m_lower->GetAddress() == address;
}

void
MacvlanPort::Attach(const Ptr<MacvlanNetDevice>& device)
{
    NS_LOG_FUNCTION(this << device);
    m_devices.push_back(device);
    if (device->GetMode() != MacvlanNetDevice::PASSTHRU)
    {
        m_byAddress[Mac48Address::ConvertFrom(device->GetAddress())] = device;
    }
}

void
MacvlanPort::Detach(const Ptr<MacvlanNetDevice>& device)
{
    NS_LOG_FUNCTION(this << device);
    m_devices.erase(std::remove(m_devices.begin(), m_devices.end(), device), m_devices.end());
    if (device->GetMode() != MacvlanNetDevice::PASSTHRU)
    {
        m_byAddress.erase(Mac48Address::ConvertFrom(device->GetAddress()));
    }
}

void
MacvlanPort::ChangeAddress(const Ptr<MacvlanNetDevice>& device, Mac48Address address)
{
    m_byAddress.erase(Mac48Address::ConvertFrom(device->GetAddress()));
    m_byAddress[address] = device;
}

Ptr<MacvlanNetDevice>
MacvlanPort::Find(Mac48Address address) const
{
    Ptr<MacvlanNetDevice> device;
    if (IsPassthru())
    {
        device = m_devices.front()->GetAddress() == address ? m_devices.front() : nullptr;
    }
    else if (const auto found = m_byAddress.find(address); found != m_byAddress.end())
    {
        device = found->second;
    }
    // Linux has only those in the hash that are up.
    return device && device->IsUp() ? device : nullptr;
}

void
MacvlanPort::Listen()
{
    if (m_listens || !m_lower)
    {
        return;
    }
    m_listens = true;
    m_lower->GetNode()->RegisterProtocolHandler(MakeCallback(&MacvlanPort::Receive, Ptr(this)),
                                                0,
                                                m_lower,
                                                true);
}

MacvlanPort::Devices
MacvlanPort::FindListeners(const Ptr<MacvlanNetDevice>& source, uint32_t modes) const
{
    Devices listeners;
    std::copy_if(m_devices.begin(),
                 m_devices.end(),
                 std::back_inserter(listeners),
                 [&source, modes](const auto& device) {
                     return device != source && device->IsUp() &&
                            (GetBit(device->GetMode()) & modes) != 0;
                 });
    return listeners;
}

Ptr<MacvlanNetDevice>
MacvlanPort::FindOnlyListener(Mac48Address from) const
{
    const auto source = Find(from);
    const bool shares = source && (GetBit(source->GetMode()) & (VEPA | BRIDGE)) != 0;
    return shares ? nullptr : source;
}

bool
MacvlanPort::Consumes(Mac48Address from, Mac48Address to) const
{
    if (to.IsGroup())
    {
        return FindOnlyListener(from) != nullptr;
    }
    return IsPassthru() || Find(to);
}

void
MacvlanPort::Receive(Ptr<NetDevice> /* lower */,
                     Ptr<const Packet> packet,
                     uint16_t protocol,
                     const Address& from,
                     const Address& to,
                     NetDevice::PacketType /* type */)
{
    NS_LOG_FUNCTION(this << packet << protocol << from << to);
    const auto source = Mac48Address::ConvertFrom(from);
    const auto destination = Mac48Address::ConvertFrom(to);
    Devices receivers;
    if (!destination.IsGroup())
    {
        const auto receiver =
            IsPassthru() && m_devices.front()->IsUp() ? m_devices.front() : Find(destination);
        if (receiver)
        {
            receivers.push_back(receiver);
        }
    }
    else if (const auto only = FindOnlyListener(source))
    {
        receivers.push_back(only);
    }
    else if (protocol != PAUSE)
    {
        const auto sibling = Find(source);
        // A frame with a sibling's address has been out and comes back. If a macvlan in bridge mode
        // sent it, others in that mode got it at once.
        const uint32_t modes = !sibling                                       ? ALL_MODES
                               : sibling->GetMode() == MacvlanNetDevice::VEPA ? VEPA | BRIDGE
                                                                              : VEPA;
        receivers = FindListeners(sibling, modes);
    }
    for (const auto& receiver : receivers)
    {
        receiver->ReceiveFromLower(packet, protocol, from, to);
    }
}

void
MacvlanPort::Forward(const Ptr<QueueDiscItem>& item, const Devices& receivers) const
{
    NS_LOG_FUNCTION(this << item);
    const auto deliver = [frames = MakeFrames(item), receivers]() {
        for (const auto& receiver : receivers)
        {
            for (const auto& packet : frames.packets)
            {
                if (receiver->IsUp())
                {
                    receiver->ReceiveFromLower(packet,
                                               frames.etherType,
                                               frames.source,
                                               frames.destination);
                }
            }
        }
    };
    // netif_rx(): later, and as this host's work, whoever has sent.
    Simulator::ScheduleWithContext(m_lower->GetNode()->GetId(), Time(), deliver);
}

void
MacvlanPort::Broadcast(const Ptr<QueueDiscItem>& item, const Ptr<MacvlanNetDevice>& source) const
{
    NS_LOG_FUNCTION(this << item << source);
    if (item->GetProtocol() == PAUSE)
    {
        return;
    }
    auto* xmit = XmitItem::From(item);
    auto listeners = FindListeners(source, BRIDGE);
    const auto tooLong = std::remove_if(
        listeners.begin(),
        listeners.end(),
        [bytes = item->GetSize(), isTrain = xmit->GetTrain() != nullptr](const auto& listener) {
            return !isTrain && bytes > GetLargestFrame(*listener);
        });
    std::for_each(tooLong, listeners.end(), [](const auto& listener) {
        listener->CountRxDropped();
    });
    listeners.erase(tooLong, listeners.end());
    if (!listeners.empty())
    {
        // Of a copy, because the original goes on: its headers are not to be written yet.
        Forward(xmit->Clone(), listeners);
    }
}

} // namespace ns3
