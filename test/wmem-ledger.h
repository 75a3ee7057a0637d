/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_WMEM_LEDGER_H
#define LINUX_TX_WMEM_LEDGER_H

#include "ns3/linux-tcp-socket.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <map>
#include <string>

/**
 * @ingroup linux-tx-tests
 * @brief Keeps account of a TCP socket's write memory, beside the socket: each charge is to be that
 *        of a packet that was sent, and is to end once.
 *
 * A charge is 1280 + payload, and an ACK without payload is free. A train that is cut is charged
 * 1280 more for each segment but the first, and each segment then ends a charge of its own.
 */
class WmemLedger
{
  public:
    static constexpr uint64_t OVERHEAD = 1280; //!< of an skb, in bytes

    /**
     * @brief Keep account of a socket from now on.
     * @param socket the socket; it must not outlive this, or not send
     */
    void Watch(const ns3::Ptr<ns3::LinuxTcpSocket>& socket);

    /**
     * @brief What is charged now.
     * @return bytes
     */
    uint64_t GetCharged() const
    {
        return m_charged;
    }

    /**
     * @brief What was charged in all.
     * @return bytes
     */
    uint64_t GetAllCharges() const
    {
        return m_allCharges;
    }

    /**
     * @brief What all packets that were sent cost, before any was cut, but for resets.
     * @return bytes
     */
    uint64_t GetCostOfPackets() const
    {
        return m_costOfPackets;
    }

    /**
     * @brief What all resets cost. A closed socket answers with one that is not charged.
     * @return bytes, more than was charged for them if there were such answers
     */
    uint64_t GetCostOfResets() const
    {
        return m_costOfResets;
    }

    /**
     * @brief What was wrong first.
     * @return a line; empty if all was right
     */
    const std::string& GetFault() const
    {
        return m_fault;
    }

    /**
     * @brief Did each charge end in one piece? So it is if no train was cut.
     * @return true if so
     */
    bool EndedInOnePiece() const
    {
        return m_inOnePiece;
    }

  private:
    /**
     * @brief wmem_alloc has changed.
     * @param before what it was, in bytes
     * @param after what it is, in bytes
     */
    void NotifyChange(uint64_t before, uint64_t after);

    /**
     * @brief A packet was sent.
     * @param payload its payload, in bytes
     * @param segments its segments
     */
    void NotifySkb(uint32_t payload, uint32_t segments);

    /**
     * @brief A segment is sent: SYN, FIN and RST cost something without payload.
     * @param packet its payload
     * @param header its header
     * @param socket who sends it
     */
    void NotifyTx(ns3::Ptr<const ns3::Packet> packet,
                  const ns3::TcpHeader& header,
                  ns3::Ptr<const ns3::TcpSocketBase> socket);

    uint64_t m_charged{0};                      //!< see GetCharged()
    uint64_t m_allCharges{0};                   //!< see GetAllCharges()
    uint64_t m_costOfPackets{0};                //!< see GetCostOfPackets()
    uint64_t m_costOfResets{0};                 //!< see GetCostOfResets()
    bool m_inOnePiece{true};                    //!< see EndedInOnePiece()
    std::map<uint64_t, uint64_t> m_outstanding; //!< how many charges of which size there are
    std::string m_fault;                        //!< see GetFault()
};

#endif /* LINUX_TX_WMEM_LEDGER_H */
