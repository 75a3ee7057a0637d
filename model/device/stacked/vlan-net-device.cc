/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/vlan-net-device.h"

#include "ns3/configuration-error.h"
#include "ns3/enum.h"
#include "ns3/feature-inheritance.h"
#include "ns3/log.h"
#include "ns3/ns3-compat.h"
#include "ns3/simple-net-device.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-header.h"
#include "ns3/xmit-item.h"

#include <algorithm>
#include <sstream>
#include <tuple>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("VlanNetDevice");

NS_OBJECT_ENSURE_REGISTERED(VlanNetDevice);

namespace
{

/**
 * @brief skb->priority of a packet on its way down.
 * @param item the packet; of a train, all segments have that of the first
 * @return the priority
 */
uint32_t
GetSkbPriority(const Ptr<QueueDiscItem>& item)
{
    SocketPriorityTag tag;
    return item->GetPacket()->PeekPacketTag(tag) ? tag.GetPriority() : 0;
}

/**
 * @brief Does a device, or one below it, count VLAN tags in its MTU (netif_reduces_vlan_mtu)?
 * @param device the device
 * @return true if so
 */
bool
CountsTagsInMtu(const Ptr<NetDevice>& device)
{
    const auto* stacked = dynamic_cast<const XmitDevice*>(PeekPointer(device));
    if (!stacked)
    {
        return DynamicCast<SimpleNetDevice>(device) != nullptr;
    }
    const auto lowers = stacked->GetLowerDevices();
    return std::any_of(lowers.begin(), lowers.end(), CountsTagsInMtu);
}

/**
 * @brief A protocol as attribute and messages spell it.
 * @param protocol the protocol
 * @return its name
 */
const char*
GetName(VlanProtocol protocol)
{
    return protocol == VLAN_8021AD ? "802.1ad" : "802.1Q";
}

} // namespace

TypeId
VlanNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::VlanNetDevice")
            .SetParent<StackedNetDevice>()
            .SetGroupName("LinuxTx")
            .AddConstructor<VlanNetDevice>()
            .AddAttribute(
                "VlanId",
                "The id in the tags, 0 to 4094.",
                UintegerValue(1),
                MakeUintegerAccessor(&VlanNetDevice::SetVlanId, &VlanNetDevice::GetVlanId),
                MakeUintegerChecker<uint16_t>())
            .AddAttribute("Protocol",
                          "EtherType of the tags: 802.1Q (0x8100) or 802.1ad (0x88a8).",
                          EnumValue(VLAN_8021Q),
                          compat::MakeEnumAccessor<VlanProtocol>(&VlanNetDevice::SetProtocol,
                                                                 &VlanNetDevice::GetProtocol),
                          MakeEnumChecker(VLAN_8021Q, "802.1Q", VLAN_8021AD, "802.1ad"))
            .AddAttribute("EgressQosMap",
                          "Priority in the tag by priority of the packet, as in ip link's "
                          "egress-qos-map: FROM:TO pairs separated by spaces, TO at most 7. What "
                          "is not in it gets 0.",
                          StringValue(""),
                          MakeStringAccessor(&VlanNetDevice::SetEgressQosMap,
                                             &VlanNetDevice::GetEgressQosMap),
                          MakeStringChecker());
    return tid;
}

VlanNetDevice::VlanNetDevice()
{
    NS_LOG_FUNCTION(this);
}

VlanNetDevice::~VlanNetDevice()
{
    NS_LOG_FUNCTION(this);
}

// --- Configuration -----------------------------------------------------------------------------

void
VlanNetDevice::CheckChangeable(const char* what) const
{
    if (GetLowerDevice())
    {
        ExitOnConfigurationError(std::string("cannot change the ") + what +
                                 " of a ns3::VlanNetDevice that has a lower device; it stays " +
                                 GetName(m_protocol) + " id " + std::to_string(m_id));
    }
}

void
VlanNetDevice::SetVlanId(uint16_t id)
{
    CheckChangeable("id");
    if (id > VlanTag::MAX_ID)
    {
        ExitOnConfigurationError("ns3::VlanNetDevice does not take \"" + std::to_string(id) +
                                 "\" for its attribute VlanId (0 to 4094)");
    }
    m_id = id;
}

void
VlanNetDevice::SetProtocol(VlanProtocol protocol)
{
    CheckChangeable("protocol");
    m_protocol = protocol;
}

bool
VlanNetDevice::SetEgressPriority(uint32_t skbPriority, uint8_t priority)
{
    if (priority > MAX_PRIORITY)
    {
        return false;
    }
    m_egressPriority[skbPriority] = priority;
    return true;
}

void
VlanNetDevice::SetEgressQosMap(std::string text)
{
    std::istringstream pairs(text);
    std::string pair;
    while (pairs >> pair)
    {
        std::istringstream numbers(pair);
        uint32_t from = 0;
        uint32_t to = 0;
        char colon = 0;
        const bool isPair = pair.find_first_not_of("0123456789:") == std::string::npos &&
                            numbers >> from >> colon >> to && colon == ':' &&
                            numbers.peek() == std::istringstream::traits_type::eof();
        if (!isPair || to > MAX_PRIORITY)
        {
            ExitOnConfigurationError("ns3::VlanNetDevice does not take \"" + pair +
                                     "\" for its attribute EgressQosMap (FROM:TO, priority of the "
                                     "packet and priority in the tag, that at most 7)");
        }
        m_egressPriority[from] = static_cast<uint8_t>(to);
    }
}

std::string
VlanNetDevice::GetEgressQosMap() const
{
    std::string text;
    for (const auto& [from, to] : m_egressPriority)
    {
        text += (text.empty() ? "" : " ") + std::to_string(from) + ":" + std::to_string(to);
    }
    return text;
}

VlanTag
VlanNetDevice::GetTag(uint32_t skbPriority) const
{
    const auto entry = m_egressPriority.find(skbPriority);
    const unsigned priority = entry == m_egressPriority.end() ? 0 : entry->second;
    return {m_protocol, static_cast<uint16_t>(priority << VlanTag::PRIORITY_SHIFT | m_id)};
}

std::vector<Ptr<VlanNetDevice>>
VlanNetDevice::FindAllOn(const Ptr<const NetDevice>& lower)
{
    std::vector<Ptr<VlanNetDevice>> found;
    const Ptr<Node> node = lower->GetNode();
    for (uint32_t i = 0; node && i < node->GetNDevices(); ++i)
    {
        const auto vlan = DynamicCast<VlanNetDevice>(node->GetDevice(i));
        if (vlan && vlan->GetLowerDevice() == lower)
        {
            found.push_back(vlan);
        }
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::tie(a->m_protocol, a->m_id) < std::tie(b->m_protocol, b->m_id);
    });
    return found;
}

Ptr<VlanNetDevice>
VlanNetDevice::FindOn(const Ptr<const NetDevice>& lower, const VlanTag& tag)
{
    for (const auto& vlan : FindAllOn(lower))
    {
        if (vlan->m_protocol == tag.tpid && vlan->m_id == (tag.tci & VlanTag::ID_MASK))
        {
            return vlan;
        }
    }
    return nullptr;
}

std::string
VlanNetDevice::FindLowerObjection(const Ptr<NetDevice>& lower) const
{
    return FindOn(lower, GetTag())
               ? std::string("it has a VLAN device for ") + GetName(m_protocol) + " id " +
                     std::to_string(m_id) + " already; there is one for each id and protocol"
               : "";
}

DeviceFeatures
VlanNetDevice::FixFeatures(const DeviceFeatures& wanted) const
{
    return GetLayer() ? FixVlanFeatures(wanted, GetLayer()->GetFeatures(GetLowerDevice())) : wanted;
}

void
VlanNetDevice::SetLowerDevice(Ptr<NetDevice> lower)
{
    StackedNetDevice::SetLowerDevice(lower);
    m_tagReducesMtu = CountsTagsInMtu(lower);
}

uint16_t
VlanNetDevice::GetMaxMtu() const
{
    return GetLowerDevice()->GetMtu() - (m_tagReducesMtu ? VlanTag::TAG_SIZE : 0);
}

bool
VlanNetDevice::SetMtu(const uint16_t mtu)
{
    return !(GetLowerDevice() && mtu > GetMaxMtu()) && StackedNetDevice::SetMtu(mtu);
}

uint16_t
VlanNetDevice::DoGetMtu() const
{
    const uint16_t mtu = StackedNetDevice::DoGetMtu();
    return m_tagReducesMtu ? std::min(mtu, GetMaxMtu()) : mtu;
}

uint32_t
VlanNetDevice::GetHardHeaderLength() const
{
    // Measured on Linux 6.1: the room is that for a tag in the data whatever the device below can.
    return StackedNetDevice::GetHardHeaderLength() + VlanTag::TAG_SIZE;
}

// --- Data path ---------------------------------------------------------------------------------

XmitVerdict
VlanNetDevice::DoStartXmit(const Ptr<QueueDiscItem>& item)
{
    const uint32_t priority = m_egressPriority.empty() ? 0 : GetSkbPriority(item);
    XmitItem::From(item)->PutVlanTag(GetTag(priority));
    return TransmitToLower(item);
}

void
VlanNetDevice::ReceiveFromLower(const Ptr<const Packet>& packet,
                                uint16_t protocol,
                                const Address& from,
                                const Address& to)
{
    if (protocol != m_protocol || packet->GetSize() < VlanTag::TAG_SIZE)
    {
        return;
    }
    VlanHeader tag;
    packet->PeekHeader(tag);
    if ((tag.GetTci() & VlanTag::ID_MASK) != m_id)
    {
        return;
    }
    const Ptr<Packet> untagged = packet->Copy();
    untagged->RemoveHeader(tag);
    PassUpReceived(untagged, tag.GetProtocol(), from, to);
}

} // namespace ns3
