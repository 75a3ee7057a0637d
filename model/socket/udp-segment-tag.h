/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_UDP_SEGMENT_TAG_H
#define LINUX_TX_UDP_SEGMENT_TAG_H

#include "ns3/tag.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief UDP_SEGMENT for one send: the control message of sendmsg(), as a tag on the packet.
 *
 * It overrides the attribute UdpSegment of LinuxUdpSocket for that send.
 */
class UdpSegmentTag : public Tag
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    UdpSegmentTag() = default;

    /**
     * @brief Constructor.
     * @param gsoSize payload of each datagram, in bytes; 0 for one datagram
     */
    explicit UdpSegmentTag(uint16_t gsoSize);

    /**
     * @brief Payload of each datagram.
     * @return bytes; 0 for one datagram
     */
    uint16_t GetGsoSize() const
    {
        return m_gsoSize;
    }

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

  private:
    uint16_t m_gsoSize{0}; //!< payload of each datagram, in bytes
};

} // namespace ns3

#endif /* LINUX_TX_UDP_SEGMENT_TAG_H */
