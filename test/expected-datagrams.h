/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_EXPECTED_DATAGRAMS_H
#define LINUX_TX_EXPECTED_DATAGRAMS_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief Makes messages whose every byte follows from the message's number and the byte's offset,
 *        and knows by their whole content the datagrams that they become.
 *
 * Invariant: each copy of a datagram that was expected is received, or still missing. What is
 * received beyond that is wrong: corrupt, cut at the wrong place, or a duplicate.
 */
class ExpectedDatagrams
{
  public:
    /**
     * @brief Make the next message.
     * @param bytes its size
     * @return the message
     */
    ns3::Ptr<ns3::Packet> MakeMessage(uint32_t bytes);

    /**
     * @brief A message was sent.
     * @param message the message
     * @param gsoSize payload of each of its datagrams, in bytes; 0 if it is one
     * @param copies how often each may arrive
     */
    void Expect(const ns3::Ptr<const ns3::Packet>& message, uint32_t gsoSize, uint32_t copies = 1);

    /**
     * @brief A datagram has arrived.
     * @param datagram its payload
     */
    void Receive(const ns3::Ptr<const ns3::Packet>& datagram);

    /**
     * @brief Datagrams that have arrived and were expected.
     * @return number of datagrams
     */
    uint32_t GetNReceived() const
    {
        return m_nReceived;
    }

    /**
     * @brief Datagrams that nobody had sent like that, or not so often.
     * @return number of datagrams
     */
    uint32_t GetNWrong() const
    {
        return m_nWrong;
    }

    /**
     * @brief Datagrams that have not arrived.
     * @return number of datagrams, copies included
     */
    uint32_t GetNMissing() const
    {
        return m_nExpected - m_nReceived;
    }

    /**
     * @brief Did those that have arrived do so in the order in which they were sent?
     * @return true if so
     */
    bool IsInOrder() const
    {
        return m_inOrder;
    }

  private:
    using Bytes = std::vector<uint8_t>;

    /**
     * @brief The bytes of a packet.
     * @param packet the packet
     * @return all of them
     */
    static Bytes GetBytes(const ns3::Ptr<const ns3::Packet>& packet);

    std::map<Bytes, std::deque<uint32_t>> m_missing; //!< numbers of datagrams, by content
    uint32_t m_nMessages{0};                         //!< made
    uint32_t m_nExpected{0};                         //!< datagrams, copies included
    uint32_t m_nReceived{0};                         //!< see GetNReceived()
    uint32_t m_nWrong{0};                            //!< see GetNWrong()
    uint32_t m_last{0};                              //!< number of the datagram received last
    bool m_inOrder{true};                            //!< see IsInOrder()
};

#endif /* LINUX_TX_EXPECTED_DATAGRAMS_H */
