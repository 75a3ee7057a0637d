/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SNAPSHOT_H
#define LINUX_TX_BOND_SNAPSHOT_H

#include "ns3/bond-params.h"
#include "ns3/bond-slave.h"
#include "ns3/ieee-8023ad-mode.h"
#include "ns3/lacp-churn-machine.h"
#include "ns3/lacpdu.h"
#include "ns3/mac48-address.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The 802.3ad port of a slave (struct port) as far as reports show it.
 */
struct LacpPortSnapshot
{
    std::optional<uint16_t> aggregator; //!< its aggregator's identifier, if it has one
    LacpChurnState actorChurn{LacpChurnState::MONITOR};   //!< sm_churn_actor_state
    LacpChurnState partnerChurn{LacpChurnState::MONITOR}; //!< sm_churn_partner_state
    uint32_t actorChurned{0};                             //!< times the actor churned
    uint32_t partnerChurned{0};                           //!< times the partner churned
    LacpPortParams actor;                                 //!< our side
    LacpPortParams partner;                               //!< the other side
};

/**
 * @ingroup linux-tx
 * @brief A slave as its bond sees it, as far as reports show it (struct slave).
 */
struct BondSlaveSnapshot
{
    std::string name;                          //!< interface name
    BondSlave::State state{BondSlave::BACKUP}; //!< what the mode does with it
    BondLink link{BondLink::DOWN};             //!< the link monitor's verdict
    uint32_t speed{BondSlave::SPEED_UNKNOWN};  //!< in Mb/s
    bool fullDuplex{false};                    //!< duplex; unknown together with the speed
    uint32_t linkFailures{0};                  //!< times the link was given up
    Mac48Address permanentAddress;             //!< its address before it was enslaved
    uint16_t queueId{0};                       //!< option queue_id
    int32_t priority{0};                       //!< option prio
    std::optional<LacpPortSnapshot> port;      //!< in 802.3ad only
};

/**
 * @ingroup linux-tx
 * @brief Everything that the reports on a bond show, at one moment (struct bonding).
 *
 * Plain data: ReadBondSnapshot() fills it from a BondingNetDevice, BondProcReport and IpLinkReport
 * write it; tests fill it by hand.
 *
 * Invariant: options holds what BondingNetDevice::GetOption() gives, so names and units of the
 * values are those of the option table (BondOptionTable).
 */
struct BondSnapshot
{
    std::string name;                           //!< interface name
    BondModeId mode{BondModeId::BALANCE_RR};    //!< option mode
    std::map<std::string, std::string> options; //!< all options by their names, as they read back
    bool carrier{false};                        //!< has the bond carrier?
    uint16_t systemPriority{0};                 //!< 802.3ad: system priority; 0 before a slave
    Mac48Address system;                        //!< 802.3ad: system; zero before the first slave
    std::optional<LacpActiveAggregatorInfo> aggregator; //!< 802.3ad: the active aggregator, if any
    std::vector<BondSlaveSnapshot> slaves;              //!< in enslave order

    /**
     * @brief An option's value as a user writes it: of "layer2 0" only the name.
     * @param option the option's name
     * @return the first word of what it reads; empty if it reads empty
     */
    std::string GetOptionWord(const std::string& option) const;

    /**
     * @brief An option's value as it reads back.
     * @param option the option's name
     * @return the text; empty if there is none
     */
    const std::string& GetOption(const std::string& option) const;

    /**
     * @brief An option of several words, as arp_ip_target (by blanks) or ns_ip6_target (by commas).
     * @param option the option's name
     * @return its words
     */
    std::vector<std::string> GetOptionList(const std::string& option) const;
};

} // namespace ns3

#endif /* LINUX_TX_BOND_SNAPSHOT_H */
