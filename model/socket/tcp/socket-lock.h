/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SOCKET_LOCK_H
#define LINUX_TX_SOCKET_LOCK_H

#include "ns3/nstime.h"

#include <deque>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How long the application holds a socket (lock_sock() to release_sock() of sendmsg()): what
 *        arrives meanwhile, packets and completions, is dealt with at the end of the call.
 */
class SocketLock
{
  public:
    /**
     * @brief Another call begins, now or when the ones before have ended.
     * @param now the time
     * @param duration how long it takes
     */
    void Hold(Time now, Time duration);

    /**
     * @brief How long the call that is going on still takes.
     * @param now the time; never earlier than in the call before
     * @return 0 if there is none
     */
    Time GetTimeLeft(Time now);

  private:
    std::deque<Time> m_ends; //!< when the calls end, in order
};

} // namespace ns3

#endif /* LINUX_TX_SOCKET_LOCK_H */
