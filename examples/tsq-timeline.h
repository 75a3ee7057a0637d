/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TSQ_TIMELINE_H
#define LINUX_TX_TSQ_TIMELINE_H

#include "ns3/linux-tcp-socket.h"
#include "ns3/nic-net-device.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a socket and its NIC do to each other, event by event: packets sent, packets on the
 *        wire, completion interrupts, and when the small queue stops the socket.
 */
class TsqTimeline
{
  public:
    /// Something that happened.
    struct Event
    {
        Time time;          //!< when
        std::string what;   //!< what
        uint64_t wmemAlloc; //!< what was charged to the socket then, in bytes
        uint32_t ringUsed;  //!< frames and trains on the NIC's ring then
    };

    /**
     * @brief Watch a socket and the NIC it sends to; the timeline has to live as long as they.
     * @param socket the socket
     * @param nic the NIC
     * @param from events before this time are left out
     * @param most keep so many events, and no more
     */
    void Watch(const Ptr<LinuxTcpSocket>& socket,
               const Ptr<NicNetDevice>& nic,
               Time from,
               uint32_t most);

    /**
     * @brief The events.
     * @return the events, in order
     */
    const std::vector<Event>& GetEvents() const
    {
        return m_events;
    }

    /**
     * @brief Print the events as tab-separated columns with a head.
     * @param os where to print
     */
    void Print(std::ostream& os) const;

  private:
    /**
     * @brief Keep an event.
     * @param what what happened
     */
    void Add(const std::string& what);

    // What the trace sources call.
    void NotifySkb(uint32_t payload, uint32_t segments);
    void NotifyThrottled(bool before, bool after);
    void NotifyInterrupt(uint32_t queue, uint32_t entries);
    void NotifyLocalDrop(uint32_t payload);

    Ptr<LinuxTcpSocket> m_socket; //!< the socket
    Ptr<NicNetDevice> m_nic;      //!< the NIC
    Time m_from;                  //!< nothing before is kept
    uint32_t m_most{0};           //!< how many are kept
    std::vector<Event> m_events;  //!< what happened
};

} // namespace ns3

#endif /* LINUX_TX_TSQ_TIMELINE_H */
