/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_HOST_DELAY_PROBE_H
#define LINUX_TX_HOST_DELAY_PROBE_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How long a socket's packets stay in the host: from the charge, in the call that sends
 *        them, to the completion that ends it.
 *
 * It watches the trace source WmemAlloc of a LinuxUdpSocket or LinuxTcpSocket, and takes it that
 * packets complete in the order in which they were charged, as they do on one transmit queue.
 */
class HostDelayProbe
{
  public:
    HostDelayProbe() = default;
    HostDelayProbe(const HostDelayProbe&) = delete;
    HostDelayProbe& operator=(const HostDelayProbe&) = delete;

    /**
     * @brief Watch a socket; the probe has to live as long as the socket.
     * @param socket a socket of linux-tx
     * @return false if it has no such trace source
     */
    bool Watch(const Ptr<Object>& socket);

    /**
     * @brief How long each packet was charged that is not charged any more.
     * @return the times, in the order of the packets
     */
    const std::vector<Time>& GetDelays() const
    {
        return m_delays;
    }

  private:
    /// A charge.
    struct Charge
    {
        Time begin;     //!< when it began
        uint64_t bytes; //!< what is left of it
    };

    /**
     * @brief wmem_alloc has changed.
     * @param before the value before, in bytes
     * @param after the value now, in bytes
     */
    void NotifyWmemAlloc(uint64_t before, uint64_t after);

    std::deque<Charge> m_charges; //!< what is charged, oldest first
    std::vector<Time> m_delays;   //!< of what was
};

} // namespace ns3

#endif /* LINUX_TX_HOST_DELAY_PROBE_H */
