/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FAILOVER_REPLAY_H
#define LINUX_TX_FAILOVER_REPLAY_H

#include "failover-settings.h"
#include "failover-timeline.h"

#include "ns3/bonding-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief One bond of a failover timeline in a simulation of its own: events go in, and what the
 *        bond makes of them comes out, watched as the kernel was.
 *
 *     host: bond0 10.0.0.1 -- s0 ~~~~ p0 :peer
 *                          -- s1 ~~~~ p1
 *                          -- s2 ~~~~ p2
 *
 * The measurement that is replayed was one loop: run the event that is due, command by command,
 * each of which took almost 5 ms, then look at the bond every 5 ms. Both matter to a bond that is
 * looked at more often than it ticks, so both are repeated here.
 */
class FailoverReplay
{
  public:
    /**
     * @brief Build the bond; it is down.
     * @param settings the settings of all cases
     * @param timeline the case
     */
    FailoverReplay(const std::string& settings, const FailoverCase& timeline);
    ~FailoverReplay();
    FailoverReplay(const FailoverReplay&) = delete;
    FailoverReplay& operator=(const FailoverReplay&) = delete;

    /**
     * @brief Run the events.
     */
    void Run();

    /**
     * @brief What a setting or an option of an event was refused with.
     * @return a line; empty if nothing was refused
     */
    const std::string& GetError() const
    {
        return m_error;
    }

    /**
     * @brief The timeline.
     * @return its rows, events included
     */
    const std::vector<FailoverRow>& GetRows() const
    {
        return m_rows;
    }

  private:
    /**
     * @brief Make hosts and links.
     * @return the host's devices s0, s1, ...
     */
    NetDeviceContainer BuildLinks();

    /**
     * @brief Make the bond.
     * @param slaves its slaves
     */
    void BuildBond(const NetDeviceContainer& slaves);

    /**
     * @brief Set an option of the bond.
     * @param option the option
     * @param value its value
     */
    void SetOption(const std::string& option, const std::string& value);

    /**
     * @brief The time of an event has come: its commands follow, then the looks at the bond.
     * @param event which
     */
    void BeginEvent(std::size_t event);

    /**
     * @brief Do something to the bond.
     * @param command what
     */
    void Execute(const FailoverCommand& command);

    /**
     * @brief Look at the bond, and again after a while unless the next event is near or all is
     * done.
     * @param event the last event
     */
    void LookAfter(std::size_t event);

    /**
     * @brief Write down the bond's state if it has changed, and what it has sent.
     */
    void Look();

    /**
     * @brief Has the last event had its effects?
     * @return true if no link is going down or coming back, and nothing has happened for a while
     */
    bool IsSettled() const;

    /**
     * @brief The bond's state in words.
     * @return carrier, active slave, links of the slaves
     */
    std::string DescribeState() const;

    /**
     * @brief A slave sends a frame.
     * @param slave its name
     * @param frame the frame
     */
    void NoteFrame(std::string slave, Ptr<const Packet> frame);

    FailoverSettings m_settings;     //!< the bond's
    FailoverCase m_case;             //!< what is done to it
    NetDeviceContainer m_slaves;     //!< s0, s1, ...
    Ptr<BondingNetDevice> m_bond;    //!< the bond
    std::vector<FailoverRow> m_rows; //!< the timeline
    std::vector<std::string> m_arp;  //!< ARP frames sent since the last look
    std::string m_state;             //!< state at the last look
    std::string m_error;             //!< what was refused
};

} // namespace ns3

#endif /* LINUX_TX_FAILOVER_REPLAY_H */
