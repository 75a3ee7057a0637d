/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ALB_ARP_MESSAGE_H
#define LINUX_TX_ALB_ARP_MESSAGE_H

#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief An ARP message as receive load balancing reads and writes it (struct arp_pkt of
 * bond_alb.c).
 *
 * RlbClientTable keeps its clients by the addresses in such messages.
 */
struct AlbArpMessage
{
    static constexpr uint16_t ETHER_TYPE = 0x0806; //!< ETH_P_ARP
    static constexpr uint16_t REQUEST = 1;         //!< ARPOP_REQUEST
    static constexpr uint16_t REPLY = 2;           //!< ARPOP_REPLY

    uint16_t operation{0};  //!< REQUEST, REPLY, or another one
    Mac48Address senderMac; //!< sender hardware address
    Ipv4Address senderIp;   //!< sender IP address
    Mac48Address targetMac; //!< target hardware address
    Ipv4Address targetIp;   //!< target IP address

    /**
     * @brief Read a message.
     *
     * ns-3 writes the broadcast address for the unknown target of a request where Linux writes
     * zeros; it is read as zeros, because the rules for either differ.
     * @param bytes what follows the Ethernet header
     * @return the message, or nothing if the bytes are too few
     */
    static std::optional<AlbArpMessage> Read(const std::vector<uint8_t>& bytes);

    /**
     * @brief Read a message from a packet.
     * @param packet what follows the Ethernet header
     * @return the message, or nothing if the packet is too short
     */
    static std::optional<AlbArpMessage> Read(const Ptr<const Packet>& packet);

    /**
     * @brief Write the message (arp_create).
     * @return what follows the Ethernet header, 28 bytes
     */
    Ptr<Packet> Write() const;
};

} // namespace ns3

#endif /* LINUX_TX_ALB_ARP_MESSAGE_H */
