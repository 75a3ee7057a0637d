/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SWITCHED_BOND_H
#define LINUX_TX_SWITCHED_BOND_H

#include "ns3/bonding-net-device.h"
#include "ns3/data-rate.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device-container.h"
#include "ns3/nic-net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// Everything about the network that moves a figure.
struct SwitchedBondSettings
{
    std::string mode{"802.3ad"};     //!< of the bond: 802.3ad, balance-xor or balance-tlb
    std::string policy{"layer3+4"};  //!< xmit_hash_policy, at both ends of the bond
    std::string formula{"6.1"};      //!< which release's formulas the host's bond hashes by
    uint32_t slaves{4};              //!< links of the bond
    DataRate rate{"1Gbps"};          //!< of each of them
    uint32_t hosts{8};               //!< hosts at the far side
    Time linkDelay{MicroSeconds(1)}; //!< propagation delay of each cable
};

/**
 * @ingroup linux-tx
 * @brief A host whose bond leads to a switch, and hosts behind the switch.
 *
 * What the switch has at the other end of the bond is what the mode asks for: an 802.3ad bond for
 * 802.3ad, a static link aggregation (balance-xor) for balance-xor, plain ports for balance-tlb.
 * Hosts behind the switch have a NIC each, as fast as the whole bond, so that the bond is the only
 * place where frames have to share.
 */
class SwitchedBond
{
  public:
    /// When all slaves of the bond can be used, LACP's negotiation included.
    static const Time READY;

    /**
     * @brief Build it.
     * @param settings all settings
     */
    explicit SwitchedBond(const SwitchedBondSettings& settings);

    SwitchedBond(const SwitchedBond&) = delete;
    SwitchedBond& operator=(const SwitchedBond&) = delete;

    /**
     * @brief The host with the bond.
     * @return the node
     */
    const Ptr<Node>& GetHost() const
    {
        return m_host;
    }

    /**
     * @brief Its bond.
     * @return the device
     */
    const Ptr<BondingNetDevice>& GetBond() const
    {
        return m_bond;
    }

    /**
     * @brief Its address.
     * @return the bond's address
     */
    const Ipv4Address& GetAddress() const
    {
        return m_address;
    }

    /**
     * @brief A slave of the bond.
     * @param slave its number, from 0
     * @return the device
     */
    Ptr<NicNetDevice> GetSlave(uint32_t slave) const;

    /**
     * @brief A host behind the switch.
     * @param host its number, from 0
     * @return the node
     */
    const Ptr<Node>& GetFarHost(uint32_t host) const
    {
        return m_farHosts[host];
    }

    /**
     * @brief The address of a host behind the switch.
     * @param host its number, from 0
     * @return the address
     */
    const Ipv4Address& GetFarAddress(uint32_t host) const
    {
        return m_farAddresses[host];
    }

    /**
     * @brief The data rate of the NICs of hosts behind the switch.
     * @param settings all settings
     * @return that of all slaves together, as far as a NIC can be that fast
     */
    static DataRate GetFarRate(const SwitchedBondSettings& settings);

    /**
     * @brief What was dropped, at the bond, in the queue discs of its slaves, by any NIC, or while
     *        the switch's bond had no slave.
     * @return number of packets and frames
     */
    uint64_t GetDropped() const;

    /**
     * @brief End the program unless the bond can use all of its slaves.
     */
    void CheckReady() const;

  private:
    /**
     * @brief Connect host and switch.
     * @param theSwitch the switch
     * @return what becomes a port of the switch: the other end of the bond, or plain NICs
     */
    NetDeviceContainer ConnectHost(const Ptr<Node>& theSwitch);

    /**
     * @brief Connect the hosts behind the switch to it.
     * @param theSwitch the switch
     * @return the switch's ends
     */
    NetDeviceContainer ConnectFarHosts(const Ptr<Node>& theSwitch);

    SwitchedBondSettings m_settings;         //!< all settings
    Ptr<Node> m_host;                        //!< the host with the bond
    Ptr<BondingNetDevice> m_bond;            //!< its bond
    Ptr<BondingNetDevice> m_partner;         //!< the switch's end of it; null with plain ports
    NetDeviceContainer m_slaves;             //!< slaves of the host's bond
    NetDeviceContainer m_otherNics;          //!< all other NICs
    NetDeviceContainer m_farDevices;         //!< NICs of the hosts behind the switch
    std::vector<Ptr<Node>> m_farHosts;       //!< hosts behind the switch
    std::vector<Ipv4Address> m_farAddresses; //!< their addresses
    Ipv4Address m_address;                   //!< of the bond
};

} // namespace ns3

#endif /* LINUX_TX_SWITCHED_BOND_H */
