/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTIONS_H
#define LINUX_TX_BOND_OPTIONS_H

#include "ns3/bond-control.h"
#include "ns3/bond-option.h"
#include "ns3/bond-result.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The options of one bond as texts: /sys/class/net/bondX/bonding, and `ip link` for the two
 *        options without file there (bond_opt_tryset_rtnl and bonding_show_*).
 *
 * It keeps nothing: BondOptionTable says what a text means and does, through the BondControl.
 * BondingNetDevice owns one; users, attributes and examples write through it.
 */
class BondOptions
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond; must outlive this
     */
    explicit BondOptions(BondControl& bond);

    /**
     * @brief Write an option.
     * @param option its Linux name
     * @param value what would be written to its file; the name or number of a value. For
     *        ns_ip6_target addresses with commas between them, for prio as in "eth0:10"
     * @return success, or what Linux answers: EACCES not in this mode, ENOTEMPTY not with slaves,
     *         EBUSY not while up, EINVAL no such value, ENOENT no such option, and others
     */
    BondResult Set(const std::string& option, const std::string& value);

    /**
     * @brief Read an option back.
     * @param option its Linux name
     * @return what its file shows, without end of line; empty also if there is no such option
     */
    std::string Get(const std::string& option) const;

    /**
     * @brief What whoever wrote an option saw: "ok", the errno's name, or for an option that
     *        `ip link` sets what that prints.
     * @param option the option
     * @param result what Set() returned
     * @return the answer
     */
    static std::string GetAnswer(const BondOption& option, const BondResult& result);

  private:
    BondControl& m_bond; //!< the bond
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTIONS_H */
