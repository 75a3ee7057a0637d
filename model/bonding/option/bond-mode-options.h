/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_MODE_OPTIONS_H
#define LINUX_TX_BOND_MODE_OPTIONS_H

#include "ns3/bond-option-write.h"
#include "ns3/bond-option.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The option mode, and options of 802.3ad that are more than a number.
 *
 * Setters return the name of an errno or BondOptionWrite::DONE. BondOptionTable refers to them.
 */
class BondModeOptions
{
  public:
    static constexpr uint32_t DEFAULT_MIIMON = 100; //!< BOND_DEFAULT_MIIMON, in ms

    /**
     * @brief bond_option_mode_set(): the mode, and what monitors it does without.
     * @param write the write
     * @return no error
     */
    static const char* SetMode(BondOptionWrite& write);

    /**
     * @brief bond_option_min_links_set(): acts on the carrier at once.
     * @param write the write
     * @return no error
     */
    static const char* SetMinLinks(BondOptionWrite& write);

    /**
     * @brief bond_option_ad_actor_system_set().
     * @param write the write
     * @return EINVAL if the text is no unicast address
     */
    static const char* SetAdActorSystem(BondOptionWrite& write);

    /**
     * @brief bonding_show_ad_actor_system().
     * @param option the option
     * @param bond the bond
     * @return the address; empty in other modes than 802.3ad
     */
    static std::string GetAdActorSystem(const BondOption& option, BondControl& bond);
};

} // namespace ns3

#endif /* LINUX_TX_BOND_MODE_OPTIONS_H */
