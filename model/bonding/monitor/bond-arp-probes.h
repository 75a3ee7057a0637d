/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_ARP_PROBES_H
#define LINUX_TX_BOND_ARP_PROBES_H

#include "ns3/bond-context.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv6-address.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The probes of the ARP monitor: an ARP request for each target of arp_ip_target and a
 *        neighbour solicitation for each of ns_ip6_target (bond_send_validate, bond_arp_send_all,
 *        bond_ns_send_all).
 *
 * A probe goes down the slave it is to try, with that slave's address as source, past the mode. Its
 * sender is the bond's address in the target's subnet. If there is none, or IP does not know yet
 * that the bond is up, it has no sender (0.0.0.0, ::), so that at least there is some traffic. An
 * ARP request to a target that IP reaches through a VLAN device on top of the bond has that
 * device's address and tags (bond_verify_device_path); one whose target is elsewhere is not sent.
 */
class BondArpProbes
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond; must outlive this
     */
    explicit BondArpProbes(BondContext& bond);

    /**
     * @brief Has IP routes over the bond? It gets them after bond_open() has queued the monitor's
     *        first run, so that run's probes have no sender.
     * @param routed true if there are routes
     */
    void SetRouted(bool routed);

    /**
     * @brief Send the probes of a tick (bond_send_validate).
     * @param slave the slave to try
     */
    void Send(BondSlave& slave) const;

  private:
    /**
     * @brief bond_arp_send().
     * @param slave the slave to try
     * @param target who shall answer
     */
    void SendArpRequest(BondSlave& slave, Ipv4Address target) const;

    /**
     * @brief bond_ns_send().
     * @param slave the slave to try
     * @param target who shall answer
     */
    void SendSolicitation(BondSlave& slave, Ipv6Address target) const;

    /**
     * @brief Find the sender of an ARP request (bond_confirm_addr).
     * @param addresses those of the bond, or of the device on top of it that IP sends through
     * @param target who shall answer
     * @return the first address if it is in the subnet that the target is in, else that subnet's;
     *         0.0.0.0 if the target is in no subnet
     */
    static Ipv4Address FindSender(const std::vector<Ipv4InterfaceAddress>& addresses,
                                  Ipv4Address target);

    /**
     * @brief Find the sender of a neighbour solicitation (ipv6_dev_get_saddr).
     * @param target who shall answer
     * @return the usable address that has the longest prefix in common with the target, out of
     *         those that share its link; :: if there is none
     */
    Ipv6Address FindSender(Ipv6Address target) const;

    BondContext& m_bond; //!< the bond
    bool m_routed{true}; //!< IP knows that the bond is up
};

} // namespace ns3

#endif /* LINUX_TX_BOND_ARP_PROBES_H */
