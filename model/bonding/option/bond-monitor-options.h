/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_MONITOR_OPTIONS_H
#define LINUX_TX_BOND_MONITOR_OPTIONS_H

#include "ns3/bond-option-write.h"
#include "ns3/bond-option.h"
#include "ns3/bond-params.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The options of link monitoring: miimon with its delays, arp_interval with its targets.
 *
 * Either monitor switches the other off. Setters return the name of an errno or
 * BondOptionWrite::DONE. BondOptionTable refers to them.
 */
class BondMonitorOptions
{
  public:
    /**
     * @brief bond_option_miimon_set().
     * @param write the write
     * @return no error
     */
    static const char* SetMiimon(BondOptionWrite& write);

    /**
     * @brief bond_option_updelay_set().
     * @param write the write
     * @return EPERM while miimon is off
     */
    static const char* SetUpdelay(BondOptionWrite& write);

    /**
     * @brief bond_option_downdelay_set().
     * @param write the write
     * @return EPERM while miimon is off
     */
    static const char* SetDowndelay(BondOptionWrite& write);

    /**
     * @brief bond_option_peer_notif_delay_set().
     * @param write the write
     * @return EPERM while miimon is off
     */
    static const char* SetPeerNotifDelay(BondOptionWrite& write);

    /**
     * @brief Show a delay, in ms (bonding_show_updelay and its like).
     * @tparam MEMBER where in BondParams
     * @param bond the bond
     * @return ticks times miimon, in the kernel's int
     */
    template <auto MEMBER>
    static std::string GetDelay(const BondOption& /* option */, BondControl& bond)
    {
        const BondParams& params = bond.GetParams();
        return std::to_string(static_cast<int32_t>(params.*MEMBER * params.miimon));
    }

    /**
     * @brief bond_option_arp_interval_set().
     * @param write the write
     * @return no error
     */
    static const char* SetArpInterval(BondOptionWrite& write);

    /**
     * @brief bond_option_arp_ip_targets_set().
     * @param write the write
     * @return EPERM if there is no address or no sign before it; EINVAL if it cannot be a target,
     *         is one already, is none, or there are too many
     */
    static const char* SetArpIpTarget(BondOptionWrite& write);

    /**
     * @brief bonding_show_arp_targets().
     * @param option the option
     * @param bond the bond
     * @return the addresses with blanks between them
     */
    static std::string GetArpIpTarget(const BondOption& option, BondControl& bond);

    /**
     * @brief IFLA_BOND_NS_IP6_TARGET: a new list of targets (bond_changelink).
     * @param write the write
     * @return EINVAL at the first one that cannot be a target or is one already
     */
    static const char* SetNsIp6Target(BondOptionWrite& write);

    /**
     * @brief The targets as `ip` shows them.
     * @param option the option
     * @param bond the bond
     * @return the addresses with commas between them
     */
    static std::string GetNsIp6Target(const BondOption& option, BondControl& bond);

  private:
    /**
     * @brief _bond_option_delay_set(): round down to ticks of miimon.
     * @param write the write
     * @param name the delay, in words
     * @param ticks where it goes
     * @return EPERM while miimon is off
     */
    static const char* SetDelay(BondOptionWrite& write, const std::string& name, uint32_t& ticks);

    /**
     * @brief _bond_option_arp_ip_target_add().
     * @param write the write
     * @param target the address
     * @return EINVAL if that cannot be
     */
    static const char* AddArpIpTarget(BondOptionWrite& write, const Ipv4Address& target);

    /**
     * @brief bond_option_arp_ip_target_rem().
     * @param write the write
     * @param target the address
     * @return EINVAL if that cannot be
     */
    static const char* RemoveArpIpTarget(BondOptionWrite& write, const Ipv4Address& target);

    /**
     * @brief bond_option_ns_ip6_targets_set().
     * @param write the write
     * @param target the address
     * @return EINVAL if that cannot be
     */
    static const char* AddNsIp6Target(BondOptionWrite& write, const Ipv6Address& target);
};

} // namespace ns3

#endif /* LINUX_TX_BOND_MONITOR_OPTIONS_H */
