/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_XMIT_TRAIN_H
#define LINUX_TX_XMIT_TRAIN_H

#include "ns3/gso-type.h"
#include "ns3/ptr.h"
#include "ns3/queue-item.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The segments of a super-packet (a GSO skb), already built.
 *
 * Linux keeps one large packet and cuts it late; ns-3's IP builds each packet by itself. So a train
 * is the segments as IP made them, in order, travelling as one: one queue disc item
 * (XmitTrainItem), one entry on a NIC's ring. To cut it is to let them go one by one. No payload is
 * copied.
 *
 * Segments are stock items of IP, not XmitItems: what they share (Skb, source, tags) is the train
 * item's.
 */
class XmitTrain
{
  public:
    /// The segments in order.
    using Segments = std::vector<Ptr<QueueDiscItem>>;

    /**
     * @brief Constructor.
     * @param type kind of train
     */
    explicit XmitTrain(GsoType type);

    /**
     * @brief Append a segment.
     * @param segment a stock item, its header not written
     */
    void Append(const Ptr<QueueDiscItem>& segment);

    /**
     * @brief The kind of train.
     * @return the kind
     */
    GsoType GetType() const
    {
        return m_type;
    }

    /**
     * @brief The segments.
     * @return the segments, at least one
     */
    const Segments& GetSegments() const
    {
        return m_segments;
    }

    /**
     * @brief Is it a train of IPv6 packets?
     * @return false if of IPv4
     */
    bool IsIpv6() const;

    /**
     * @brief How many segments.
     * @return the number
     */
    uint32_t GetNSegments() const
    {
        return static_cast<uint32_t>(m_segments.size());
    }

    /**
     * @brief The sum of the segments' sizes as a queue disc sees them.
     * @param linkHeader what the link layer adds to each, in bytes
     * @return bytes
     */
    uint32_t GetBytes(uint32_t linkHeader) const
    {
        return m_bytes + linkHeader * GetNSegments();
    }

    /**
     * @brief Size of the super-packet that Linux would have (skb->len): one set of headers; only
     *        before WriteHeaders().
     * @param linkHeader link-layer header, in bytes
     * @return bytes
     */
    uint32_t GetSuperPacketSize(uint32_t linkHeader) const;

    /**
     * @brief TCP or UDP payload of all segments.
     * @return bytes
     */
    uint32_t GetPayloadSize() const;

    /**
     * @brief TCP or UDP payload of one segment.
     * @param index its position
     * @return bytes
     */
    uint32_t GetPayloadSize(std::size_t index) const;

    /**
     * @brief Mark all segments (ECN).
     * @return true if all could be marked
     */
    bool Mark();

    /**
     * @brief Write the L3 headers of all segments, unless that was done before.
     */
    void WriteHeaders();

    /**
     * @brief Have the headers been written?
     * @return true after WriteHeaders()
     */
    bool HasHeaders() const
    {
        return m_headersWritten;
    }

    /**
     * @brief A train of the same packets, not paid for by anybody; only before WriteHeaders().
     * @return a train with copies of the packets, which share their bytes
     */
    XmitTrain Clone() const;

  private:
    /**
     * @brief Size of the TCP header, with options, that each segment has.
     * @return bytes
     */
    uint32_t GetTcpHeaderSize() const;

    GsoType m_type;      //!< kind
    Segments m_segments; //!< in order
    uint32_t m_bytes{0}; //!< sizes of the segments without link layer; queue discs often ask
    bool m_headersWritten{false}; //!< WriteHeaders() was called
};

} // namespace ns3

#endif /* LINUX_TX_XMIT_TRAIN_H */
