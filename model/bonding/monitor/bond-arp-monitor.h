/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_ARP_MONITOR_H
#define LINUX_TX_BOND_ARP_MONITOR_H

#include "ns3/bond-arp-active-backup.h"
#include "ns3/bond-arp-load-balance.h"
#include "ns3/bond-arp-probes.h"
#include "ns3/bond-arp-times.h"
#include "ns3/bond-arp-validator.h"
#include "ns3/bond-context.h"
#include "ns3/bond-work.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The ARP monitor: watches links by answers of other hosts (arp_work, bond_arp_monitor).
 *
 * Every arp_interval it judges the slaves by when they last sent and heard something, and probes
 * the targets; carrier is not looked at. What a tick does depends on the mode, what counts as
 * hearing something is up to BondArpValidator.
 *
 * The bond's control path starts and stops it and tells about slaves, its receive path hands it
 * every frame that a slave receives.
 */
class BondArpMonitor
{
  public:
    /**
     * @brief Constructor; nothing runs.
     * @param bond the bond; must outlive the monitor
     * @param notifier tells the neighbours after a failover; must outlive the monitor
     */
    BondArpMonitor(BondContext& bond, BondPeerNotifier& notifier);

    /**
     * @brief The bond goes up (bond_open): run for the first time at once, before IP has routes
     *        over the bond.
     */
    void Open();

    /**
     * @brief Option arp_interval was set on a bond that is up (bond_option_arp_interval_set): run
     *        at once and then every interval.
     */
    void Start();

    /**
     * @brief Run no more (bond_close, or arp_interval 0).
     */
    void Stop();

    /**
     * @brief A slave joins: its last signs of life are an interval and a jiffy old (bond_enslave).
     * @param slave the slave
     */
    void SlaveEnslaved(BondSlave& slave);

    /**
     * @brief A slave leaves: the turns to probe begin anew (__bond_release_one).
     */
    void SlaveReleased();

    /**
     * @brief A slave received a frame (bond_rcv_validate, bond->recv_probe).
     * @param slave the slave
     * @param payload what follows the Ethernet header
     * @param source source address
     * @param destination destination address
     * @param etherType EtherType
     */
    void Receive(BondSlave& slave,
                 const Ptr<const Packet>& payload,
                 const Mac48Address& source,
                 const Mac48Address& destination,
                 uint16_t etherType);

  private:
    /**
     * @brief bond_arp_monitor().
     */
    void Run();

    BondContext& m_bond;                //!< the bond
    BondArpTimes m_times;               //!< what is recent
    BondArpProbes m_probes;             //!< how to probe
    BondArpValidator m_validator;       //!< what is a sign of life
    BondArpLoadBalance m_loadBalance;   //!< a tick where several slaves send
    BondArpActiveBackup m_activeBackup; //!< a tick in active-backup mode
    BondWork m_work;                    //!< arp_work
};

} // namespace ns3

#endif /* LINUX_TX_BOND_ARP_MONITOR_H */
