/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_PARAMS_H
#define LINUX_TX_BOND_PARAMS_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/mac48-address.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// Modes of the bonding driver; the numbers are Linux's (BOND_MODE_*).
enum class BondModeId : uint8_t
{
    BALANCE_RR = 0,
    ACTIVE_BACKUP = 1,
    BALANCE_XOR = 2,
    BROADCAST = 3,
    IEEE_8023AD = 4,
    BALANCE_TLB = 5,
    BALANCE_ALB = 6,
};

/// Option xmit_hash_policy; the numbers are Linux's (BOND_XMIT_POLICY_*).
enum class XmitHashPolicy : uint8_t
{
    LAYER2 = 0,
    LAYER34 = 1,
    LAYER23 = 2,
    ENCAP23 = 3,
    ENCAP34 = 4,
    VLAN_SRCMAC = 5,
};

/// Which release's formulas the transmit hash follows; not an option of Linux.
enum XmitHashFormula : int
{
    LINUX_6_1, //!< bond_xmit_hash() of 6.1
    LINUX_2_6, //!< layer2 without EtherType, layer3+4 of 16-bit addresses with all bits kept
};

/// Option fail_over_mac; the numbers are Linux's (BOND_FOM_*).
enum class FailOverMac : uint8_t
{
    NONE = 0,
    ACTIVE = 1,
    FOLLOW = 2,
};

/// Option primary_reselect; the numbers are Linux's (BOND_PRI_RESELECT_*).
enum class PrimaryReselect : uint8_t
{
    ALWAYS = 0,
    BETTER = 1,
    FAILURE = 2,
};

/// Option ad_select; the numbers are Linux's (enum ad_select... BOND_AD_*).
enum class AdSelect : uint8_t
{
    STABLE = 0,
    BANDWIDTH = 1,
    COUNT = 2,
};

/**
 * @ingroup linux-tx
 * @brief Option arp_validate: bits ACTIVE 1, BACKUP 2, FILTER 4 (BOND_ARP_VALIDATE_*,
 * BOND_ARP_FILTER).
 */
struct ArpValidate
{
    static constexpr uint8_t NONE = 0;   //!< any frame is a sign of life
    static constexpr uint8_t ACTIVE = 1; //!< validate what active slaves receive
    static constexpr uint8_t BACKUP = 2; //!< validate what backup slaves receive
    static constexpr uint8_t FILTER = 4; //!< only ARP frames are signs of life
};

/**
 * @ingroup linux-tx
 * @brief Everything that can be set on a bond (struct bond_params of include/net/bonding.h).
 *
 * Plain values in the kernel's units, written only through the option table (BondOptions) and
 * BondingNetDevice, read by everybody. Names are those of the options.
 */
struct BondParams
{
    static constexpr std::size_t MAX_ARP_TARGETS = 16; //!< BOND_MAX_ARP_TARGETS
    static constexpr std::size_t MAX_NS_TARGETS = 16;  //!< BOND_MAX_NS_TARGETS

    BondModeId mode{BondModeId::BALANCE_RR};                     //!< mode
    XmitHashPolicy xmitHashPolicy{XmitHashPolicy::LAYER2};       //!< xmit_hash_policy
    XmitHashFormula xmitHashFormula{XmitHashFormula::LINUX_6_1}; //!< which release's formulas
    uint32_t miimon{0};                                          //!< miimon, in ms; 0 is off
    uint32_t updelay{0};                                         //!< updelay, in miimon ticks
    uint32_t downdelay{0};                                       //!< downdelay, in miimon ticks
    uint32_t peerNotifDelay{0};             //!< peer_notif_delay, in miimon ticks
    bool useCarrier{true};                  //!< use_carrier
    uint32_t arpInterval{0};                //!< arp_interval, in ms; 0 is off
    uint8_t arpValidate{ArpValidate::NONE}; //!< arp_validate, bits of ArpValidate
    bool arpAllTargets{false};              //!< arp_all_targets: false any, true all
    uint32_t arpMissedMax{2};               //!< arp_missed_max, in ARP intervals
    std::vector<Ipv4Address> arpTargets;    //!< arp_ip_target
    std::vector<Ipv6Address> nsTargets;     //!< ns_ip6_target
    std::string primary;                    //!< primary, as given; may name no slave yet
    PrimaryReselect primaryReselect{PrimaryReselect::ALWAYS}; //!< primary_reselect
    FailOverMac failOverMac{FailOverMac::NONE};               //!< fail_over_mac
    uint32_t numPeerNotif{1};                                 //!< num_grat_arp and num_unsol_na
    uint32_t resendIgmp{1};                                   //!< resend_igmp
    uint32_t packetsPerSlave{1};                              //!< packets_per_slave; 0 is at random
    bool allSlavesActive{false};                              //!< all_slaves_active
    uint32_t minLinks{0};                                     //!< min_links
    bool tlbDynamicLb{true};                                  //!< tlb_dynamic_lb
    uint32_t lpInterval{1};                                   //!< lp_interval, in seconds
    bool lacpFast{false};                                     //!< lacp_rate: false slow, true fast
    bool lacpActive{true};                                    //!< lacp_active
    AdSelect adSelect{AdSelect::STABLE};                      //!< ad_select
    uint16_t adActorSysPrio{65535};                           //!< ad_actor_sys_prio
    uint16_t adUserPortKey{0};                                //!< ad_user_port_key
    Mac48Address adActorSystem;  //!< ad_actor_system; zero: the bond's address
    bool staleSlaveArray{false}; //!< no option of Linux: in 802.3ad a rebuild that finds no usable
                                 //!< slave leaves the old array in use

    /**
     * @brief bond_is_lb(): tlb or alb?
     * @return true if so
     */
    bool IsLoadBalancing() const
    {
        return mode == BondModeId::BALANCE_TLB || mode == BondModeId::BALANCE_ALB;
    }

    /**
     * @brief bond_uses_primary(): is the current active slave the one that sends?
     * @return true in active-backup, balance-tlb and balance-alb
     */
    bool UsesPrimary() const
    {
        return mode == BondModeId::ACTIVE_BACKUP || IsLoadBalancing();
    }
};

} // namespace ns3

#endif /* LINUX_TX_BOND_PARAMS_H */
