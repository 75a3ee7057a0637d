/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_GROUP_REJOINER_H
#define LINUX_TX_BOND_GROUP_REJOINER_H

#include "ns3/bond-context.h"
#include "ns3/bond-work.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Tells the switches behind a new active slave which multicast groups the bond wants:
 *        mcast_work, bond_resend_igmp_join_requests(), resend_igmp times.
 *
 * ns-3 has neither IGMP nor MLD, so the groups of the host's sockets are told to the bond with
 * Join(); it reports them (IGMPv3, MLDv2, mode "is exclude") after a failover only. The
 * solicited-node groups of the bond's IPv6 addresses are reported without being joined.
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
     */
    void Join(const Ipv4Address& group);

    /**
     * @brief Join an IPv6 group (ipv6_dev_mc_inc); joining twice is joining once.
     * @param group the group
     */
    void Join(const Ipv6Address& group);

    /**
     * @brief Leave an IPv4 group.
     * @param group the group
     */
    void Leave(const Ipv4Address& group);

    /**
     * @brief Leave an IPv6 group.
     * @param group the group
     */
    void Leave(const Ipv6Address& group);

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
     */
    void ReportIpv4Groups();

    /**
     * @brief mld_send_report() for all groups: one packet.
     */
    void ReportIpv6Groups();

    /**
     * @brief The IPv6 groups to report: joined ones, the newest first, then the solicited-node
     *        groups of the bond's addresses.
     * @return the groups, each once
     */
    std::vector<Ipv6Address> GetReportedIpv6Groups() const;

    BondContext& m_bond;                   //!< the bond
    BondWork m_work;                       //!< mcast_work
    std::vector<Ipv4Address> m_ipv4Groups; //!< joined, the oldest first
    std::vector<Ipv6Address> m_ipv6Groups; //!< joined, the oldest first
    uint32_t m_remaining{0};               //!< igmp_retrans
};

} // namespace ns3

#endif /* LINUX_TX_BOND_GROUP_REJOINER_H */
