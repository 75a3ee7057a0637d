/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_PEER_NOTIFIER_H
#define LINUX_TX_BOND_PEER_NOTIFIER_H

#include "ns3/bond-context.h"
#include "ns3/bond-interface.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/ipv6-interface-address.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Tells the bond's neighbours that its addresses have moved to another port: gratuitous ARP
 *        and unsolicited neighbour advertisements, num_grat_arp times (bond->send_peer_notif).
 *
 * ActiveSlaveSelection starts it at a failover in active-backup. The link monitors drive the
 * repeats, in this order at every tick: ask ShouldNotify(), inspect and commit, CountDown(), and
 * Notify() if the answer was yes. A failover that the tick itself commits is therefore counted down
 * once more at once, which is why N notifications are N - 1 after a link failure, and with
 * peer_notif_delay the first gap is a tick short.
 *
 * Invariant: the count only falls between two calls of Start().
 */
class BondPeerNotifier
{
  public:
    /**
     * @brief Constructor; nothing is to be sent.
     * @param bond the bond
     */
    explicit BondPeerNotifier(BondContext& bond);

    /**
     * @brief There is a new active slave: notify now, and count the rest
     *        (in bond_change_active_slave). Does nothing while the bond is down.
     */
    void Start();

    /**
     * @brief Forget what is left to be sent (bond_close).
     */
    void Stop();

    /**
     * @brief bond_should_notify_peers().
     * @return true if a notification is due, there is an active slave, and the bond has carrier
     */
    bool ShouldNotify() const;

    /**
     * @brief A tick of the monitor is over (send_peer_notif--).
     */
    void CountDown();

    /**
     * @brief NETDEV_NOTIFY_PEERS: a gratuitous ARP request for each IPv4 address of the bond, then
     *        an unsolicited NA for each IPv6 address, sent through the bond; then the same for each
     *        VLAN and macvlan device on top of it (vlan_device_event, macvlan_device_event).
     */
    void Notify();

    /**
     * @brief What is left of send_peer_notif.
     * @return ticks; a notification is due whenever it is a multiple of peer_notif_delay
     */
    uint32_t GetRemaining() const
    {
        return m_remaining;
    }

  private:
    /**
     * @brief Ticks from one notification to the next.
     * @return peer_notif_delay, at least 1
     */
    uint32_t GetInterval() const;

    /**
     * @brief inetdev_send_gratuitous_arp() for an address.
     * @param interface whose address it is
     * @param address the address
     */
    void SendGratuitousArp(const BondInterface& interface, const Ipv4Address& address);

    /**
     * @brief ndisc_send_unsol_na() for an address.
     * @param interface whose address it is
     * @param address the address
     */
    void SendUnsolicitedNa(const BondInterface& interface, const Ipv6Address& address);

    /**
     * @brief IPv6 addresses in the order of Linux's list: by scope, the newest first.
     * @param addresses the addresses of an interface, the oldest first
     * @return the addresses, without tentative ones
     */
    static std::vector<Ipv6Address> SortByScope(const std::vector<Ipv6InterfaceAddress>& addresses);

    BondContext& m_bond;     //!< the bond
    uint32_t m_remaining{0}; //!< send_peer_notif
};

} // namespace ns3

#endif /* LINUX_TX_BOND_PEER_NOTIFIER_H */
