/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_REPLAY_H
#define LINUX_TX_LACP_REPLAY_H

#include "lacp-replay-settings.h"
#include "replay-timeline.h"

#include "ns3/bonding-net-device.h"
#include "ns3/event-id.h"
#include "ns3/nic-net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Does to simulated bonds what the events of a timeline did to bonds of a Linux kernel, and
 *        writes down what can be seen in the same form.
 *
 *   bond A             s0 ======== p0   bond b
 *   (host A)           s1 ======== p1   (host b)
 *                      s2 ======== p2   bond c, or no bond
 *                      s3 ======== p3   (host c)
 *
 * Slaves are 10 Gb/s NICs. The reference was polled: whenever a LACPDU passed a slave of bond A,
 * and else every 50 ms. Rows are written for what has changed since the last look.
 */
class LacpReplay
{
  public:
    /// Receives the rows.
    using Sink = std::function<void(const ReplayTimeline::Row&)>;

    /// Sees every frame on a slave of bond A: the slave's number, and the frame.
    using Sniffer = std::function<void(uint32_t slave, const Ptr<const Packet>& frame)>;

    /**
     * @brief Constructor: builds hosts, links and bonds.
     * @param settings bonds and options
     * @param sink receives the rows
     */
    LacpReplay(const LacpReplaySettings& settings, Sink sink);

    /// Ends the simulation.
    ~LacpReplay();

    LacpReplay(const LacpReplay&) = delete;
    LacpReplay& operator=(const LacpReplay&) = delete;

    /**
     * @brief Plan what is to be done.
     * @param timeline its event rows, and its split rows if there are any; the other rows tell only
     *        how long to run
     * @return what is wrong with it, as in "must ..."; empty if nothing
     */
    std::string Plan(const ReplayTimeline& timeline);

    /**
     * @brief Watch the slaves of bond A.
     * @param sniffer is called for frames in both directions
     */
    void SetSniffer(Sniffer sniffer);

    /**
     * @brief Run the plan.
     * @param until when to end, in seconds; 0: when the timeline ends, or if it has only events,
     *        once all has settled
     */
    void Run(double until);

    /**
     * @brief A bond.
     * @param letter its letter
     * @return the bond, or null
     */
    Ptr<BondingNetDevice> GetBond(char letter) const;

  private:
    /// A host with its bond.
    struct Host
    {
        Ptr<Node> node;             //!< the host
        Ptr<BondingNetDevice> bond; //!< its bond; null for one without
        std::string seen;           //!< state when last looked at
        std::string options;        //!< why an option was refused; empty if none was
    };

    /**
     * @brief Make a host with a bond in mode 802.3ad, without slaves and down.
     * @param letter the bond's letter, or '-' for a host without bond
     */
    void MakeHost(char letter);

    /**
     * @brief Make the link between a slave of bond A and its far end.
     * @param i number of the slave
     */
    void MakeLink(std::size_t i);

    /**
     * @brief The device of a name.
     * @param name s0.., p0..
     * @return the device, or null
     */
    Ptr<NicNetDevice> FindDevice(const std::string& name) const;

    /**
     * @brief The host of a device: that of bond A or of the far end's bond.
     * @param device s0.., p0..
     * @return the host
     */
    Host& GetHost(const std::string& device);

    /**
     * @brief Open a device and make it a slave (bond_enslave).
     * @param device its name
     */
    void Enslave(const std::string& device);

    /**
     * @brief Plan an event.
     * @param row the row
     * @return what is wrong with it; empty if nothing
     */
    std::string PlanEvent(const ReplayTimeline::Row& row);

    /**
     * @brief Plan an event of a device.
     * @param device its name
     * @param verb what happens: down, up, leaves, joins
     * @param at when, in seconds
     * @return false if that is no verb
     */
    bool PlanDeviceEvent(const std::string& device, const std::string& verb, double at);

    /**
     * @brief Plan an event of a bond: up, down, or an option's new value.
     * @param bond the bond
     * @param words what follows its letter
     * @param at when, in seconds
     * @return what is wrong; empty if nothing
     */
    std::string PlanBondEvent(const Ptr<BondingNetDevice>& bond,
                              const std::vector<std::string>& words,
                              double at);

    /**
     * @brief Plan a split before each group of events, and at the end.
     * @param events the events
     */
    void PlanSplits(const std::vector<ReplayTimeline::Row>& events);

    /**
     * @brief Plan an action.
     * @param at when, in seconds
     * @param action what to do
     */
    void At(double at, std::function<void()> action) const;

    /**
     * @brief Have the bonds go up on a jiffy, as in the reference: all its timelines then agree in
     *        how the ticks of the bonds lie to each other and to the events.
     * @param timeline the timeline
     */
    void SetShift(const ReplayTimeline& timeline);

    /**
     * @brief A time of the timeline as one of the simulation.
     * @param seconds the time, in seconds
     * @return the time of the simulation
     */
    Time ToSimulation(double seconds) const;

    /**
     * @brief The time in the timeline.
     * @return now, in seconds
     */
    double GetNow() const;

    /**
     * @brief Write a row.
     * @param time when, in seconds
     * @param what kind of row
     * @param end whose
     * @param detail what
     */
    void Write(double time,
               const std::string& what,
               const std::string& end,
               const std::string& detail);

    /**
     * @brief Whoever looks is busy until a time, and then waits anew.
     * @param until the time, in seconds
     */
    void Busy(double until);

    /**
     * @brief Look after a delay.
     * @param delay the delay
     */
    void LookIn(Time delay);

    /**
     * @brief Look at all bonds, write down what has changed.
     */
    void Look();

    /**
     * @brief Send the frames of a split row through bond A, write down on which slaves they went.
     * @param name what the row says first
     */
    void DoSplit(const std::string& name);

    LacpReplaySettings m_settings;                      //!< bonds and options
    Sink m_sink;                                        //!< receives the rows
    std::map<char, Host> m_hosts;                       //!< by letter
    std::map<std::string, Ptr<NicNetDevice>> m_devices; //!< by name
    std::vector<uint32_t> m_sent;                       //!< frames of a split by slave of bond A
    Time m_shift;                                       //!< the simulation's clock is ahead by this
    EventId m_look;                                     //!< the next look
    double m_busyUntil{0};                              //!< nobody looks before, in seconds
    double m_end{0};                                    //!< when the timeline ends, in seconds
    std::string m_lastSplit; //!< name of the split at the end; empty if planned
};

} // namespace ns3

#endif /* LINUX_TX_LACP_REPLAY_H */
