/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_MESSAGE_LEDGER_H
#define LINUX_TX_MESSAGE_LEDGER_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Where the messages of an example end: received, or lost at a place with a name.
 *
 * A message is told by the uid of its packet, which its fragments and copies have as well. It is
 * lost where the first of its packets was dropped, unless a copy of it arrives (broadcast).
 */
class MessageLedger
{
  public:
    /**
     * @brief A packet was dropped.
     * @param packet a message, or a fragment of one
     * @param place where, and why
     */
    void Drop(const Ptr<const Packet>& packet, const std::string& place);

    /**
     * @brief A send call returned an error: the message is not accepted, and so not lost, even if
     *        packets of it were dropped (IP_RECVERR tells the sender).
     * @param packet the message
     */
    void Refuse(const Ptr<const Packet>& packet);

    /**
     * @brief A message was received.
     * @param packet the message
     */
    void Receive(const Ptr<const Packet>& packet);

    /**
     * @brief Packets dropped.
     * @return number of packets by place
     */
    const std::map<std::string, uint64_t>& GetDroppedPackets() const
    {
        return m_droppedPackets;
    }

    /**
     * @brief Messages received.
     * @return number of messages, each counted once
     */
    uint64_t GetReceived() const
    {
        return m_received.size();
    }

    /**
     * @brief Payload of the messages received.
     * @return bytes
     */
    uint64_t GetReceivedBytes() const
    {
        return m_receivedBytes;
    }

    /**
     * @brief Further copies of messages received before.
     * @return number of messages
     */
    uint64_t GetDuplicates() const
    {
        return m_duplicates;
    }

    /**
     * @brief Messages lost.
     * @return number of messages
     */
    uint64_t GetLost() const
    {
        return m_lost.size();
    }

    /**
     * @brief Messages lost, by place.
     * @return number of messages by place
     */
    std::map<std::string, uint64_t> GetLostByPlace() const;

  private:
    std::map<std::string, uint64_t> m_droppedPackets;        //!< packets by place
    std::unordered_map<uint64_t, const std::string*> m_lost; //!< place of first drop, by uid
    std::unordered_set<uint64_t> m_refused;                  //!< uids with packets dropped
    std::unordered_set<uint64_t> m_received;                 //!< uids
    uint64_t m_receivedBytes{0};                             //!< payload
    uint64_t m_duplicates{0};                                //!< copies
};

} // namespace ns3

#endif /* LINUX_TX_MESSAGE_LEDGER_H */
