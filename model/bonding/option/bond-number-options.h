/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_NUMBER_OPTIONS_H
#define LINUX_TX_BOND_NUMBER_OPTIONS_H

#include "ns3/bond-option-write.h"
#include "ns3/bond-option.h"
#include "ns3/bond-params.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @file
 * @ingroup linux-tx
 * @brief Setters and getters of options that are no more than a number in BondParams.
 */

/**
 * @ingroup linux-tx
 * @brief Store the number and tell the mode (bond_option_lp_interval_set and its like).
 * @tparam MEMBER where in BondParams
 * @param write the write
 * @return no error
 */
template <auto MEMBER>
const char*
SetNumber(BondOptionWrite& write)
{
    auto& target = write.GetParams().*MEMBER;
    target = static_cast<std::decay_t<decltype(target)>>(write.GetNumber());
    write.GetBond().TellMode(write.GetOption().name);
    return BondOptionWrite::DONE;
}

/**
 * @ingroup linux-tx
 * @brief Show the number.
 * @tparam MEMBER where in BondParams
 * @param bond the bond
 * @return as in 100
 */
template <auto MEMBER>
std::string
GetNumber(const BondOption& /* option */, BondControl& bond)
{
    return std::to_string(static_cast<uint64_t>(bond.GetParams().*MEMBER));
}

/**
 * @ingroup linux-tx
 * @brief Show name and number.
 * @tparam MEMBER where in BondParams
 * @param option the option
 * @param bond the bond
 * @return as in "balance-rr 0"
 */
template <auto MEMBER>
std::string
GetNamed(const BondOption& option, BondControl& bond)
{
    const auto number = static_cast<uint64_t>(bond.GetParams().*MEMBER);
    return option.GetValueName(number) + " " + std::to_string(number);
}

/**
 * @ingroup linux-tx
 * @brief Show the number of an option that only 802.3ad has.
 * @tparam MEMBER where in BondParams
 * @param option the option
 * @param bond the bond
 * @return the number; empty in other modes
 */
template <auto MEMBER>
std::string
GetIn8023ad(const BondOption& option, BondControl& bond)
{
    return bond.GetParams().mode == BondModeId::IEEE_8023AD ? GetNumber<MEMBER>(option, bond) : "";
}

} // namespace ns3

#endif /* LINUX_TX_BOND_NUMBER_OPTIONS_H */
