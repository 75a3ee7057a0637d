/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_GROUP_REJOINER_H
#define LINUX_TX_BOND_GROUP_REJOINER_H

#include "ns3/bond-context.h"
#include "ns3/bond-interface.h"
#include "ns3/bond-work.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Tells the switches behind a new active slave which multicast groups the bond, and the
 *        devices on top of it, want: mcast_work, bond_resend_igmp_join_requests() (which VLAN and
 *        macvlan devices pass on), resend_igmp times.
 *
 * ns-3 has neither IGMP nor MLD, so the groups of the host's sockets are told to the bond with
 * Join(); it reports them (IGMPv3, MLDv2, mode "is exclude") after a failover only. The
 * solicited-node groups of an interface's IPv6 addresses are reported without being joined.
 *
 * Invariant: at most one run is pending. ActiveSlaveSelection starts it.
 */
class BondGroupRejoiner
{
  public:
    /**
     * @brief Constructor; no group is joined.
     * @param bond the bond
     */
    explicit BondGroupRejoiner(BondContext& bond);

    /**
     * @brief Join an IPv4 group (ip_mc_join_group); joining twice is joining once.
     * @param group the group
     * @param upper the device on top of the bond that joins, or null for the bond
     */
    void Join(const Ipv4Address& group, const Ptr<const NetDevice>& upper = nullptr);

    /**
     * @brief Join an IPv6 group (ipv6_dev_mc_inc); joining twice is joining once.
     * @param group the group
     * @param upper the device on top of the bond that joins, or null for the bond
     */
    void Join(const Ipv6Address& group, const Ptr<const NetDevice>& upper = nullptr);

    /**
     * @brief Leave an IPv4 group.
     * @param group the group
     * @param upper the device on top of the bond that leaves, or null for the bond
     */
    void Leave(const Ipv4Address& group, const Ptr<const NetDevice>& upper = nullptr);

    /**
     * @brief Leave an IPv6 group.
     * @param group the group
     * @param upper the device on top of the bond that leaves, or null for the bond
     */
    void Leave(const Ipv6Address& group, const Ptr<const NetDevice>& upper = nullptr);

    /**
     * @brief There is a new active slave: report after a jiffy, resend_igmp times in all (end of
     *        bond_change_active_slave). Does nothing with resend_igmp 0.
     */
    void Start();

    /**
     * @brief Cancel what is pending (bond_close).
     */
    void Stop();

  private:
    /**
     * @brief bond_resend_igmp_join_requests().
     */
    void Run();

    /**
     * @brief ip_mc_rejoin_groups(): a packet for each IPv4 group, the newest first.
     * @param interface the bond, or a device on top of it
     */
    void ReportIpv4Groups(const BondInterface& interface);

    /**
     * @brief mld_send_report() for all groups: one packet.
     * @param interface the bond, or a device on top of it
     */
    void ReportIpv6Groups(const BondInterface& interface);

    /**
     * @brief The IPv6 groups to report: joined ones, the newest first, then the solicited-node
     *        groups of the interface's addresses.
     * @param interface the bond, or a device on top of it
     * @return the groups, each once
     */
    std::vector<Ipv6Address> GetReportedIpv6Groups(const BondInterface& interface) const;

    /// Groups by the device on top of the bond that has joined, null for the bond; oldest first.
    template <class Address>
    using Groups = std::map<Ptr<const NetDevice>, std::vector<Address>>;

    BondContext& m_bond;              //!< the bond
    BondWork m_work;                  //!< mcast_work
    Groups<Ipv4Address> m_ipv4Groups; //!< joined
    Groups<Ipv6Address> m_ipv6Groups; //!< joined
    uint32_t m_remaining{0};          //!< igmp_retrans
};

} // namespace ns3

#endif /* LINUX_TX_BOND_GROUP_REJOINER_H */
