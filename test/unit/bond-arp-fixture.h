/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_ARP_FIXTURE_H
#define LINUX_TX_BOND_ARP_FIXTURE_H

#include "fake-bond.h"

#include "ns3/arp-header.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/bond-arp-monitor.h"
#include "ns3/bond-peer-notifier.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ns3
{

/**
 * @ingroup linux-tx-tests
 * @brief A bond with two slaves of arp_interval 100 that probes 10.0.0.2, and the monitor's parts.
 *
 * SelectActiveSlave() does what the bond does without primary: it keeps the active slave while its
 * link is up, else takes the first one that is, and gives the flags (bond_change_active_slave).
 */
class BondArpTest : public ::testing::Test
{
  protected:
    /// A tick of arp_interval 100 at HZ=250, in jiffies: 25 + 1.
    static constexpr int64_t TICK = 26;

    const Ipv4Address BOND_IP{"10.0.0.1"};           //!< the bond
    const Ipv4Address TARGET{"10.0.0.2"};            //!< arp_ip_target
    const Ipv4Address TARGET_2{"10.0.0.3"};          //!< one more
    const Ipv4Address OTHER{"10.0.0.77"};            //!< neither
    const Mac48Address FAR_MAC{"02:00:00:00:00:99"}; //!< who sends
    const Ipv6Address BOND_IP6{"2001:db8::1"};       //!< the bond
    const Ipv6Address TARGET_6{"2001:db8::2"};       //!< ns_ip6_target

    BondArpTest()
    {
        bond.params.mode = BondModeId::ACTIVE_BACKUP;
        bond.params.arpInterval = 100;
        bond.params.arpTargets = {TARGET};
        bond.ipv4Addresses = {Ipv4InterfaceAddress(BOND_IP, Ipv4Mask("/24"))};
        bond.onSelectActiveSlave = [this] { Select(); };
        s0 = bond.AddSlave("s0", BondLink::UP, Mac48Address("02:00:00:00:00:01"));
        s1 = bond.AddSlave("s1", BondLink::UP, Mac48Address("02:00:00:00:00:02"));
        for (const auto& slave : {s0, s1})
        {
            monitor.SlaveEnslaved(*slave);
            slave->SetLastLinkUp(Now());
            slave->SetInactiveFlags(bond.params);
        }
        bond.slaves.SetActive(s0);
        s0->SetActiveFlags();
    }

    ~BondArpTest() override
    {
        Simulator::Destroy();
    }

    /**
     * @brief The sender of a recorded ARP request.
     * @param frame what was sent
     * @return its sender's address
     */
    static Ipv4Address SenderOf(const FakeBond::SentFrame& frame)
    {
        ArpHeader arp;
        frame.payload->PeekHeader(arp);
        return arp.GetSourceIpv4Address();
    }

    /**
     * @brief The target of a recorded ARP request.
     * @param frame what was sent
     * @return its target's address
     */
    static Ipv4Address TargetOf(const FakeBond::SentFrame& frame)
    {
        ArpHeader arp;
        frame.payload->PeekHeader(arp);
        return arp.GetDestinationIpv4Address();
    }

    /**
     * @brief Let balance-rr begin: both slaves in use.
     */
    void UseRoundRobin()
    {
        bond.params.mode = BondModeId::BALANCE_RR;
        s0->SetActiveFlags();
        s1->SetActiveFlags();
    }

    /**
     * @brief What the bond does when it is asked for a better active slave.
     */
    void Select()
    {
        const auto& all = bond.slaves.GetAll();
        const Ptr<BondSlave> old = bond.slaves.GetActive();
        if (old && old->IsLinkUp())
        {
            return;
        }
        const auto best = std::find_if(all.begin(), all.end(), [](const auto& slave) {
            return slave->IsLinkUp();
        });
        if (old)
        {
            old->SetInactiveFlags(bond.params);
        }
        bond.slaves.SetActive(best == all.end() ? nullptr : *best);
        if (best != all.end())
        {
            (*best)->SetLastLinkUp(Now());
            (*best)->SetActiveFlags();
        }
    }

    /**
     * @brief jiffies.
     * @return now
     */
    int64_t Now() const
    {
        return bond.GetJiffies();
    }

    /**
     * @brief A slave receives an ARP packet.
     * @param slave the slave
     * @param isReply a reply, to the slave's address? Else a broadcast request
     * @param sender sender's IP address
     * @param target target's IP address
     */
    void ReceiveArp(const Ptr<BondSlave>& slave,
                    bool isReply,
                    Ipv4Address sender,
                    Ipv4Address target)
    {
        const Mac48Address own = bond.GetSlaveAddress(*slave);
        ArpHeader arp;
        if (isReply)
        {
            arp.SetReply(FAR_MAC, sender, own, target);
        }
        else
        {
            arp.SetRequest(FAR_MAC, sender, Mac48Address("00:00:00:00:00:00"), target);
        }
        const auto packet = Create<Packet>();
        packet->AddHeader(arp);
        monitor.Receive(*slave,
                        packet,
                        FAR_MAC,
                        isReply ? own : Mac48Address::GetBroadcast(),
                        ArpL3Protocol::PROT_NUMBER);
    }

    /**
     * @brief A slave receives a neighbour solicitation or advertisement.
     * @param slave the slave
     * @param message its ICMPv6 header
     * @param source source address
     * @param destination destination address
     */
    void ReceiveNd(const Ptr<BondSlave>& slave,
                   const Header& message,
                   Ipv6Address source,
                   Ipv6Address destination)
    {
        const auto packet = Create<Packet>();
        packet->AddHeader(message);
        Ipv6Header ip;
        ip.SetSource(source);
        ip.SetDestination(destination);
        ip.SetNextHeader(Icmpv6L4Protocol::PROT_NUMBER);
        ip.SetPayloadLength(packet->GetSize());
        packet->AddHeader(ip);
        monitor.Receive(*slave,
                        packet,
                        FAR_MAC,
                        bond.GetSlaveAddress(*slave),
                        Ipv6L3Protocol::PROT_NUMBER);
    }

    /**
     * @brief Does a slave take what happens as a sign of life?
     * @param slave the slave
     * @param happens what happens
     * @return true if so
     */
    template <typename F>
    bool Lives(const Ptr<BondSlave>& slave, F happens)
    {
        bond.jiffiesAhead += 1;
        happens();
        return slave->GetLastRx() == Now();
    }

    /**
     * @brief A tick passes and the active-backup part runs.
     */
    void TickActiveBackup()
    {
        bond.jiffiesAhead += TICK;
        activeBackup.Tick();
    }

    /**
     * @brief A tick passes and the load balancing part runs.
     */
    void TickLoadBalance()
    {
        bond.jiffiesAhead += TICK;
        loadBalance.Tick();
    }

    FakeBond bond;                   //!< the bond
    BondPeerNotifier notifier{bond}; //!< never due here
    BondArpMonitor monitor{bond, notifier};
    BondArpTimes times{bond};
    BondArpProbes probes{bond};
    BondArpActiveBackup activeBackup{bond, probes, notifier};
    BondArpLoadBalance loadBalance{bond, probes};
    Ptr<BondSlave> s0; //!< the active one in the beginning
    Ptr<BondSlave> s1; //!< the other one
};

} // namespace ns3

#endif /* LINUX_TX_BOND_ARP_FIXTURE_H */
