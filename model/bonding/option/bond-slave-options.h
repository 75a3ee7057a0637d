/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SLAVE_OPTIONS_H
#define LINUX_TX_BOND_SLAVE_OPTIONS_H

#include "ns3/bond-option-write.h"
#include "ns3/bond-option.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The options that name slaves or choose among them.
 *
 * Setters return the name of an errno or BondOptionWrite::DONE. BondOptionTable refers to them.
 */
class BondSlaveOptions
{
  public:
    /**
     * @brief bond_option_slaves_set(): enslave or release.
     * @param write the write
     * @return EPERM if there is no sign and name, ENODEV if there is no such device, or what the
     *         bond refuses with
     */
    static const char* SetSlaves(BondOptionWrite& write);

    /**
     * @brief bonding_show_slaves().
     * @param option the option
     * @param bond the bond
     * @return names with blanks between them
     */
    static std::string GetSlaves(const BondOption& option, BondControl& bond);

    /**
     * @brief bond_option_active_slave_set().
     * @param write the write
     * @return ENODEV if there is no such device, EINVAL if it is no slave or not up
     */
    static const char* SetActiveSlave(BondOptionWrite& write);

    /**
     * @brief bonding_show_active_slave().
     * @param option the option
     * @param bond the bond
     * @return its name; empty in modes without
     */
    static std::string GetActiveSlave(const BondOption& option, BondControl& bond);

    /**
     * @brief bond_option_primary_set(): any name will do, and counts once it is a slave's.
     * @param write the write
     * @return no error
     */
    static const char* SetPrimary(BondOptionWrite& write);

    /**
     * @brief bonding_show_primary().
     * @param option the option
     * @param bond the bond
     * @return the primary slave's name; empty while there is none
     */
    static std::string GetPrimary(const BondOption& option, BondControl& bond);

    /**
     * @brief bond_option_primary_reselect_set().
     * @param write the write
     * @return no error
     */
    static const char* SetPrimaryReselect(BondOptionWrite& write);

    /**
     * @brief bond_option_all_slaves_active_set().
     * @param write the write
     * @return no error
     */
    static const char* SetAllSlavesActive(BondOptionWrite& write);

    /**
     * @brief bond_option_queue_id_set().
     * @param write the write
     * @return EPERM if anything is wrong
     */
    static const char* SetQueueId(BondOptionWrite& write);

    /**
     * @brief bonding_show_queue_id().
     * @param option the option
     * @param bond the bond
     * @return as in "s0:0 s1:2"
     */
    static std::string GetQueueId(const BondOption& option, BondControl& bond);

    /**
     * @brief bond_option_prio_set().
     * @param write the write
     * @return ENODEV if there is no such slave, EINVAL if there is no number
     */
    static const char* SetPriority(BondOptionWrite& write);

    /**
     * @brief The priorities of all slaves (netlink shows them one by one).
     * @param option the option
     * @param bond the bond
     * @return as in "s0:0 s1:-10"
     */
    static std::string GetPriority(const BondOption& option, BondControl& bond);
};

} // namespace ns3

#endif /* LINUX_TX_BOND_SLAVE_OPTIONS_H */
