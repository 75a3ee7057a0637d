/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ARP_MONITOR_REPLAY_H
#define LINUX_TX_ARP_MONITOR_REPLAY_H

#include "blockable-switch.h"

#include "ns3/bonding-net-device.h"
#include "ns3/ipv4-address.h"
#include "ns3/nic-net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief The network in which e9-arpmon.tsv was measured, for one of its cases.
 *
 *     bond 10.0.0.1 --- s0 ===== p0 switch ------ 10.0.0.2 (, 10.0.0.3): the targets
 *                   \-- s1 ===== p1 /
 * or
 *     bond 10.0.0.1 --- s0 ===== p0 ---- 10.0.0.2 (, 10.0.0.3): a bond of the same mode
 *                   \-- s1 ===== p1 --/
 *
 * Do() carries out an event in its words there; state, probes and replies are in its form.
 */
class ArpMonitorReplay
{
  public:
    /// What the name of a case says.
    struct Case
    {
        std::string number;     //!< its number
        std::string mode;       //!< mode
        std::string far;        //!< bridge or bond
        std::string validate;   //!< arp_validate
        std::string allTargets; //!< arp_all_targets
        std::string missedMax;  //!< arp_missed_max
        uint32_t nTargets;      //!< how many targets
        bool ipv6{false};       //!< they have IPv6 addresses only, 2001:db8::2 and up; not in e9
    };

    /// An ARP request that the bond has sent.
    struct Probe
    {
        ns3::Time time;       //!< when
        std::string slave;    //!< s0 or s1
        std::string senderIp; //!< the sender's address
        std::string targetIp; //!< whom it asks for
    };

    /**
     * @brief Take the name of a case apart.
     * @param name number, mode, far side, arp_validate, arp_all_targets, arp_missed_max, targets
     * @return what it says
     */
    static Case ParseCase(const std::string& name);

    /**
     * @brief Build the network; the bond is down.
     * @param replayed the case
     */
    explicit ArpMonitorReplay(const Case& replayed);
    ~ArpMonitorReplay();
    ArpMonitorReplay(const ArpMonitorReplay&) = delete;
    ArpMonitorReplay& operator=(const ArpMonitorReplay&) = delete;

    /**
     * @brief Let an event happen.
     * @param event what, such as "p0 port blocked"
     * @return false if the words are not understood
     */
    bool Do(const std::string& event);

    /**
     * @brief The bond's state.
     * @return carrier | active slave (- where there is no such thing) | slave:MII status,failures
     */
    std::string GetState() const;

    /**
     * @brief The bond.
     * @return the device
     */
    const ns3::Ptr<ns3::BondingNetDevice>& GetBond() const
    {
        return m_bond;
    }

    /**
     * @brief ARP requests that were sent.
     * @return the requests in order
     */
    const std::vector<Probe>& GetProbes() const
    {
        return m_probes;
    }

    /**
     * @brief ARP replies that each slave has received since the last call.
     * @return their numbers
     */
    std::array<uint32_t, 2> TakeReplies();

  private:
    /// One of the targets.
    struct Target
    {
        ns3::Ipv4Address address;           //!< its address
        ns3::Ptr<ns3::NicNetDevice> device; //!< its device, or null if it is the partner's address
    };

    /**
     * @brief Make the targets hosts behind a switch.
     * @param nTargets how many
     * @param ipv6 with IPv6 addresses?
     */
    void BuildSwitch(uint32_t nTargets, bool ipv6);

    /**
     * @brief Make the targets addresses of a bond.
     * @param node its host
     * @param mode its mode
     * @param nTargets how many
     */
    void BuildPartner(const ns3::Ptr<ns3::Node>& node, const std::string& mode, uint32_t nTargets);

    /**
     * @brief Let a target answer or not.
     * @param target the target
     * @param answers answer?
     */
    void SetAnswers(const Target& target, bool answers);

    /**
     * @brief The partner sends a gratuitous ARP request. There a single frame came from it as soon
     *        as it had its address again, before it was probed.
     * @param address its address
     */
    void Announce(ns3::Ipv4Address address);

    /**
     * @brief A slave sends a frame.
     * @param slave its number
     * @param frame the frame
     */
    void Sent(uint32_t slave, ns3::Ptr<const ns3::Packet> frame);

    /**
     * @brief A slave receives a frame.
     * @param slave its number
     * @param frame the frame
     */
    void Received(uint32_t slave, ns3::Ptr<const ns3::Packet> frame);

    ns3::Ptr<ns3::Node> m_host;                           //!< has the bond
    ns3::Ptr<ns3::BondingNetDevice> m_bond;               //!< the bond
    std::array<ns3::Ptr<ns3::NicNetDevice>, 2> m_slaves;  //!< s0 and s1
    std::array<ns3::Ptr<ns3::NicNetDevice>, 2> m_farEnds; //!< p0 and p1
    std::unique_ptr<BlockableSwitch> m_switch;            //!< the switch, if there is one
    ns3::Ptr<ns3::BondingNetDevice> m_partner;            //!< the partner bond, if there is one
    std::vector<Target> m_targets;                        //!< the targets
    std::vector<Probe> m_probes;                          //!< requests sent
    std::array<uint32_t, 2> m_replies{};                  //!< replies received
};

#endif /* LINUX_TX_ARP_MONITOR_REPLAY_H */
