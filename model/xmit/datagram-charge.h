/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_DATAGRAM_CHARGE_H
#define LINUX_TX_DATAGRAM_CHARGE_H

#include "ns3/skb-truesize.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The charges of a datagram's IP packets, in the order in which they leave IP.
 *
 * Linux decides about fragments when it builds a message (__ip_append_data), ns-3 when IP sends
 * it. Mostly they agree; where the MTU less its headers is no multiple of 8, over IPv4 Linux lets
 * the last fragment fill the MTU and ns-3 makes one more of the last bytes, and over IPv6 it is the
 * other way round. Charges follow Linux: a surplus fragment of ns-3 has no charge of its own, and
 * ns-3's last fragment bears what is left.
 */
class DatagramCharge
{
  public:
    /// What is known of an IP packet when it reaches the device.
    struct Packet
    {
        SkbTruesize::Family family; //!< IP version
        bool fragment;              //!< part of a fragmented datagram
        bool first;                 //!< holds the UDP header
        bool last;                  //!< holds the end of the datagram
        uint32_t dataBytes;         //!< behind IP and fragment headers, in bytes
    };

    /**
     * @brief Constructor.
     * @param messageBytes UDP payload, in bytes
     */
    explicit DatagramCharge(uint32_t messageBytes)
        : m_messageBytes(messageBytes)
    {
    }

    /**
     * @brief UDP payload of the datagram.
     * @return bytes
     */
    uint32_t GetMessageBytes() const
    {
        return m_messageBytes;
    }

    /**
     * @brief The charge of the datagram's next packet.
     * @param packet the packet
     * @param mtu MTU of the device it is sent to, in bytes
     * @param linkHeaderRoom LL_RESERVED_SPACE of that device, in bytes
     * @return truesize in bytes; nothing for a surplus fragment
     */
    std::optional<uint32_t> Next(const Packet& packet, uint32_t mtu, uint32_t linkHeaderRoom);

  private:
    uint32_t m_messageBytes;                           //!< UDP payload, in bytes
    std::optional<SkbTruesize::Fragments> m_fragments; //!< those of a fragmented datagram
};

} // namespace ns3

#endif /* LINUX_TX_DATAGRAM_CHARGE_H */
