/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_CONTEXT_H
#define LINUX_TX_BOND_CONTEXT_H

#include "ns3/bond-interface.h"
#include "ns3/bond-params.h"
#include "ns3/bond-slave-list.h"
#include "ns3/bond-slave.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv6-interface-address.h"
#include "ns3/jiffy-clock.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What the parts of a bond (modes, monitors, notifier) may see of it and ask of it:
 *        struct bonding, as far as it is not theirs.
 *
 * BondingNetDevice implements it; unit tests implement it without a simulator's devices. A part
 * keeps a reference and never outlives the bond.
 */
class BondContext
{
  public:
    virtual ~BondContext() = default;

    /**
     * @brief The bond's options.
     * @return the options
     */
    virtual const BondParams& GetParams() const = 0;

    /**
     * @brief The slaves and the current active one.
     * @return the slaves in enslave order
     */
    virtual BondSlaveList& GetSlaveList() = 0;

    /**
     * @brief The bond's clock.
     * @return the clock; lives as long as the bond
     */
    virtual const JiffyClock& GetClock() const = 0;

    /**
     * @brief jiffies, now.
     * @return the number
     */
    virtual int64_t GetJiffies() const = 0;

    /**
     * @brief Is the bond administratively up (IFF_UP)?
     * @return true between Open() and Close()
     */
    virtual bool IsUp() const = 0;

    /**
     * @brief Has the bond carrier (netif_carrier_ok)?
     * @return true if so
     */
    virtual bool HasCarrier() const = 0;

    /**
     * @brief The bond's hardware address (bond->dev->dev_addr).
     * @return the address
     */
    virtual Mac48Address GetHardwareAddress() const = 0;

    /**
     * @brief Give the bond itself another hardware address, its slaves keep theirs
     *        (bond_set_dev_addr).
     * @param address the address
     */
    virtual void SetHardwareAddress(const Mac48Address& address) = 0;

    /**
     * @brief The hardware address of a slave's device (slave->dev->dev_addr).
     * @param slave the slave
     * @return the address
     */
    virtual Mac48Address GetSlaveAddress(const BondSlave& slave) const = 0;

    /**
     * @brief Change the hardware address of a slave's device (dev_set_mac_address).
     * @param slave the slave
     * @param address the address
     */
    virtual void SetSlaveAddress(const BondSlave& slave, const Mac48Address& address) = 0;

    // --- Consequences, in the bond's order ---

    /**
     * @brief bond_select_active_slave(): look for a better current active slave.
     */
    virtual void SelectActiveSlave() = 0;

    /**
     * @brief bond_change_active_slave(): make a slave the current active one, with everything that
     *        follows (addresses, flags, notifications).
     * @param slave the new one, or null
     */
    virtual void ChangeActiveSlave(const Ptr<BondSlave>& slave) = 0;

    /**
     * @brief bond_set_carrier(): work out the bond's carrier again and tell about a change.
     */
    virtual void UpdateCarrier() = 0;

    /**
     * @brief bond_update_slave_arr(): have the mode build its array of usable slaves again.
     */
    virtual void UpdateSlaveArray() = 0;

    /**
     * @brief Has the mode an array of usable slaves, and is it empty? Then updelay is skipped
     *        (bond_miimon_inspect of 6.1).
     * @return true if so
     */
    virtual bool HasEmptySlaveArray() const = 0;

    /**
     * @brief bond_miimon_link_change(): tell the mode that a monitor changed its verdict on a slave
     *        to UP or DOWN, and whoever traces it.
     * @param slave the slave, its link already in the new state
     */
    virtual void SlaveLinkChanged(BondSlave& slave) = 0;

    // --- Frames of the bond's own ---

    /**
     * @brief Send a frame on a slave, past the mode (bond_arp_send, ad_lacpdu_send,
     * alb_send_lp_vid): through the slave's queue disc.
     * @param slave the slave
     * @param payload what follows the Ethernet header
     * @param source source address
     * @param destination destination address
     * @param etherType EtherType
     */
    virtual void SendOnSlave(BondSlave& slave,
                             const Ptr<Packet>& payload,
                             const Mac48Address& source,
                             const Mac48Address& destination,
                             uint16_t etherType) = 0;

    /**
     * @brief Send a frame of this host through the bond: the mode finds the slave.
     * @param payload what follows the Ethernet header
     * @param destination destination address
     * @param etherType EtherType
     */
    virtual void SendOnBond(const Ptr<Packet>& payload,
                            const Mac48Address& destination,
                            uint16_t etherType) = 0;

    /**
     * @brief SendOnSlave() with VLAN tags (bond_handle_vlan).
     * @param slave the slave
     * @param payload what follows the Ethernet header and the tags
     * @param source source address
     * @param destination destination address
     * @param etherType EtherType of the payload
     * @param tags the tags; there may be none
     */
    virtual void SendTaggedOnSlave(BondSlave& slave,
                                   const Ptr<Packet>& payload,
                                   const Mac48Address& source,
                                   const Mac48Address& destination,
                                   uint16_t etherType,
                                   const VlanTags& tags) = 0;

    /**
     * @brief Send a frame of this host through a device on top of the bond.
     * @param upper one of GetUppers()
     * @param payload what follows the Ethernet header
     * @param destination destination address
     * @param etherType EtherType
     */
    virtual void SendOnUpper(const BondInterface& upper,
                             const Ptr<Packet>& payload,
                             const Mac48Address& destination,
                             uint16_t etherType) = 0;

    /**
     * @brief SendOnBond() or SendOnUpper().
     * @param interface one of GetInterfaces()
     * @param payload what follows the Ethernet header
     * @param destination destination address
     * @param etherType EtherType
     */
    void SendOnInterface(const BondInterface& interface,
                         const Ptr<Packet>& payload,
                         const Mac48Address& destination,
                         uint16_t etherType)
    {
        if (interface.device)
        {
            SendOnUpper(interface, payload, destination, etherType);
        }
        else
        {
            SendOnBond(payload, destination, etherType);
        }
    }

    // --- What IP has on the bond ---

    /**
     * @brief The VLAN and macvlan devices on top of the bond.
     * @return the devices, in the order of FindBondUppers()
     */
    virtual std::vector<BondInterface> GetUppers() const = 0;

    /**
     * @brief The bond and the devices on top of it.
     * @return the bond first
     */
    std::vector<BondInterface> GetInterfaces() const
    {
        std::vector<BondInterface> interfaces = GetUppers();
        BondInterface bond;
        bond.address = GetHardwareAddress();
        bond.ipv4Addresses = GetIpv4Addresses();
        bond.ipv6Addresses = GetIpv6Addresses();
        interfaces.insert(interfaces.begin(), bond);
        return interfaces;
    }

    /**
     * @brief The device on top of the bond through which IPv4 sends to an address.
     * @param target the address
     * @return the device; nothing if there is no route, or it is the bond's, or that of another
     */
    virtual std::optional<BondInterface> FindRoutedUpper(const Ipv4Address& target) const = 0;

    /**
     * @brief The IPv4 addresses of the bond's interface.
     * @return the addresses in their order; none without interface
     */
    virtual std::vector<Ipv4InterfaceAddress> GetIpv4Addresses() const = 0;

    /**
     * @brief The IPv6 addresses of the bond's interface, the link-local one among them.
     * @return the addresses in their order; none without interface
     */
    virtual std::vector<Ipv6InterfaceAddress> GetIpv6Addresses() const = 0;

    /**
     * @brief Does IPv4 send to an address through another device (ip_route_output)?
     * @param target the address
     * @return true if there is a route and it is not the bond's; that of a device on top of the
     *         bond is none of the bond's
     */
    virtual bool IsRoutedElsewhere(const Ipv4Address& target) const = 0;

    /**
     * @brief A random number (get_random_u32), from the bond's own stream.
     * @return the number
     */
    virtual uint32_t GetRandom() = 0;

    /**
     * @brief A line for the kernel's log (slave_info, netdev_info ...).
     * @param message the line without the bond's name
     */
    virtual void Log(const std::string& message) = 0;
};

} // namespace ns3

#endif /* LINUX_TX_BOND_CONTEXT_H */
