/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FAILOVER_EVENT_H
#define LINUX_TX_FAILOVER_EVENT_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// One thing that is done to a bond of a failover timeline.
struct FailoverCommand
{
    /// What it is.
    enum Kind
    {
        BOND_UP,    //!< bond0 up
        BOND_DOWN,  //!< bond0 down
        LINK_UP,    //!< 0+
        LINK_DOWN,  //!< 0-
        SET_OPTION, //!< active_slave = s1
    };

    Kind kind{BOND_UP}; //!< what it is
    uint32_t slave{0};  //!< position of the slave whose link it is
    std::string option; //!< the option
    std::string value;  //!< its value
};

/**
 * @ingroup linux-tx
 * @brief An event of a failover timeline: a text, its time, and the commands it stands for.
 *
 * The text is "bond0 up" or "bond0 down", links as in "0- 1+", or an option and its value as in
 * "active_slave = s1".
 */
struct FailoverEvent
{
    static constexpr uint32_t MAX_SLAVES = 64; //!< links that can be named, from 0

    Time time;                             //!< since the start of the case
    std::string text;                      //!< as given
    std::vector<FailoverCommand> commands; //!< what to do, in order; empty if the text is none

    /**
     * @brief Read an event.
     * @param time its time
     * @param text its text
     * @return the event; without commands if the text is not understood
     */
    static FailoverEvent Read(Time time, const std::string& text);
};

} // namespace ns3

#endif /* LINUX_TX_FAILOVER_EVENT_H */
