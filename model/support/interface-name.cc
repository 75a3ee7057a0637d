/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/interface-name.h"

#include "ns3/names.h"
#include "ns3/pointer.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <set>

namespace ns3
{

namespace
{

/**
 * @brief Names the devices of a node, one after the other.
 *
 * It knows devices by the names of their types: model/support depends on no other room.
 */
class InterfaceNamer
{
  public:
    /**
     * @brief Constructor.
     * @param node whose devices; null to name a single device
     */
    explicit InterfaceNamer(const Ptr<Node>& node)
        : m_bonding(FindType("ns3::BondingNetDevice")),
          m_loopback(FindType("ns3::LoopbackNetDevice")),
          m_vlan(FindType("ns3::VlanNetDevice"))
    {
        for (uint32_t i = 0; node && i < node->GetNDevices(); ++i)
        {
            const std::string given = Names::FindName(node->GetDevice(i));
            if (!given.empty())
            {
                m_given.insert(given);
            }
        }
    }

    /**
     * @brief The name of the next device.
     * @param device the device
     * @return its name
     */
    std::string NameNext(const Ptr<NetDevice>& device)
    {
        const std::string given = Names::FindName(device);
        if (!given.empty())
        {
            return given;
        }
        const TypeId type = device->GetInstanceTypeId();
        if (IsOf(type, m_loopback))
        {
            return "lo";
        }
        if (IsOf(type, m_vlan))
        {
            return NameVlan(device);
        }
        return IsOf(type, m_bonding) ? NameNext("bond", m_bonds) : NameNext("eth", m_others);
    }

  private:
    /**
     * @brief Look a type up that need not be there.
     * @param name its name
     * @return the type, or TypeId() if no module with it is linked
     */
    static TypeId FindType(const std::string& name)
    {
        TypeId type;
        TypeId::LookupByNameFailSafe(name, &type);
        return type;
    }

    /**
     * @brief Is a type another, or derived from it?
     * @param type the type
     * @param base the other
     * @return true if so
     */
    static bool IsOf(const TypeId& type, const TypeId& base)
    {
        return base != TypeId() && (type == base || type.IsChildOf(base));
    }

    /**
     * @brief The next name of a kind that nobody has.
     * @param prefix the kind
     * @param number where to go on counting; moves behind the name
     * @return the name
     */
    std::string NameNext(const std::string& prefix, uint32_t& number) const
    {
        std::string name;
        do
        {
            name = prefix + std::to_string(number++);
        } while (m_given.count(name) > 0);
        return name;
    }

    /**
     * @brief The name of a VLAN device, after the device below and the id.
     * @param device the VLAN device
     * @return its name
     */
    std::string NameVlan(const Ptr<NetDevice>& device)
    {
        PointerValue lower;
        device->GetAttribute("LowerDevice", lower);
        UintegerValue id;
        device->GetAttribute("VlanId", id);
        const auto below = lower.Get<NetDevice>();
        const std::string name =
            below ? GetInterfaceName(below) + "." + std::to_string(id.Get()) : "";
        // There may be another of that id: a service tag beside a customer tag.
        const bool isFree = below && m_given.count(name) == 0 && m_vlanNames.insert(name).second;
        return isFree ? name : NameNext("vlan", m_vlans);
    }

    TypeId m_bonding;                  //!< the type of bonds
    TypeId m_loopback;                 //!< the type of lo
    TypeId m_vlan;                     //!< the type of VLAN devices
    std::set<std::string> m_given;     //!< what Names calls devices of the node
    std::set<std::string> m_vlanNames; //!< named after the device below
    uint32_t m_vlans{0};               //!< next VLAN device that is not
    uint32_t m_bonds{0};               //!< next bond
    uint32_t m_others{0};              //!< next of the others
};

} // namespace

std::string
GetInterfaceName(const Ptr<NetDevice>& device)
{
    const std::string given = Names::FindName(device);
    if (!given.empty())
    {
        return given;
    }
    const Ptr<Node> node = device->GetNode();
    InterfaceNamer namer(node);
    for (uint32_t i = 0; node && i < node->GetNDevices(); ++i)
    {
        const Ptr<NetDevice> other = node->GetDevice(i);
        const std::string name = namer.NameNext(other);
        if (other == device)
        {
            return name;
        }
    }
    return InterfaceNamer(nullptr).NameNext(device);
}

Ptr<NetDevice>
FindInterface(const Ptr<Node>& node, const std::string& name)
{
    InterfaceNamer namer(node);
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const Ptr<NetDevice> device = node->GetDevice(i);
        if (namer.NameNext(device) == name)
        {
            return device;
        }
    }
    return nullptr;
}

} // namespace ns3
