/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTION_H
#define LINUX_TX_BOND_OPTION_H

#include "ns3/bond-control.h"
#include "ns3/bond-params.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class BondOptionWrite;

/**
 * @ingroup linux-tx
 * @brief A value of an option that has a name (struct bond_opt_value).
 */
struct BondOptionValue
{
    /// What a value is besides (BOND_VALFLAG_*).
    enum Flag : uint8_t
    {
        DEFAULT = 1, //!< also written as "default"
        MIN = 2,     //!< least number
        MAX = 4,     //!< greatest number: all numbers up to it are values too
    };

    std::string name;   //!< its name
    uint64_t number{0}; //!< its number; both name and number can be written
    uint8_t flags{0};   //!< sum of Flag
};

/**
 * @ingroup linux-tx
 * @brief One option of a bond (struct bond_option of include/net/bond_options.h): everything there
 *        is to know about it. BondOptionTable has them all.
 *
 * Invariant: an option with a table of values is parsed before it is set, the others read their
 * text themselves (BOND_OPTFLAG_RAWVAL). get() changes nothing.
 */
struct BondOption
{
    /// When and how an option is written (BOND_OPTFLAG_*, and what we need besides).
    enum Flag : uint8_t
    {
        NO_SLAVES = 1, //!< only while the bond has no slaves
        IF_DOWN = 2,   //!< only while the bond is down
        NETLINK = 4,   //!< no file in sysfs; written by `ip link`
        RUN_TIME = 8,  //!< names slaves, so it is no attribute of a bond that is being made
    };

    /**
     * @brief Set the option; returns the name of an errno, or "" if that is done.
     *
     * What the driver logs goes into the write.
     */
    using Setter = const char* (*)(BondOptionWrite& write);

    /// Read the option back, as its file in sysfs does; "" if there is nothing to show.
    using Getter = std::string (*)(const BondOption& option, BondControl& bond);

    uint8_t id;                          //!< BOND_OPT_* of 6.1
    std::string name;                    //!< its name in Linux
    uint8_t flags;                       //!< sum of Flag
    uint8_t modes;                       //!< bit n: may be set in mode n
    std::vector<BondOptionValue> values; //!< its table of values; empty: raw
    std::string form;                    //!< how a raw value is written, for users
    std::string initial;                 //!< what a new bond reads back, where that is something
    std::string unit;                    //!< unit of the number; "" if it has none
    std::string help;                    //!< what it does, in one sentence
    std::string reference;               //!< measurements that its effect was checked against
    Setter set;                          //!< sets it
    Getter get;                          //!< reads it

    /**
     * @brief bond_opt_parse(): read a value, a name or a number.
     * @param text what was written
     * @return the value's number; nothing if it is not in the table or range
     */
    std::optional<uint64_t> Parse(const std::string& text) const;

    /**
     * @brief bond_opt_get_val(): the name of a value.
     * @param number the value
     * @return its name; empty if it has none
     */
    std::string GetValueName(uint64_t number) const;

    /**
     * @brief bond_opt_get_flags(): the first value with a flag.
     * @param flag a flag of BondOptionValue
     * @return the value, or null
     */
    const BondOptionValue* FindValue(BondOptionValue::Flag flag) const;

    /**
     * @brief May the option be set in a mode?
     * @param mode the mode
     * @return false if a write is answered with EACCES
     */
    bool IsAllowedIn(BondModeId mode) const
    {
        return (modes >> static_cast<unsigned>(mode)) & 1;
    }

    /**
     * @brief Is the option a number in a range, whose names are only marks of it (off, maxval)?
     * @return true if so
     */
    bool IsNumber() const
    {
        return FindValue(BondOptionValue::MAX) != nullptr;
    }

    /**
     * @brief What may be written, for users: "0 to 255", "slow (0), fast (1)", "+ADDRESS".
     * @return one line
     */
    std::string DescribeValues() const;

    /**
     * @brief When it may be written, for users: "bond down, without slaves".
     * @return one line; empty if any time
     */
    std::string DescribeState() const;

    /**
     * @brief In which modes it may be written, for users.
     * @return names of modes; "all" if in all of them
     */
    std::string DescribeModes() const;

    /**
     * @brief The name of the option's attribute: MinLinks for min_links.
     * @return the name
     */
    std::string GetAttributeName() const;
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTION_H */
