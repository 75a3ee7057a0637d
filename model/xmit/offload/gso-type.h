/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_GSO_TYPE_H
#define LINUX_TX_GSO_TYPE_H

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What kind of super-packet a train is (skb_shared_info::gso_type, SKB_GSO_*).
 */
enum class GsoType
{
    UDP_FRAGMENTS, //!< SKB_GSO_UDP: one datagram in IP fragments (UFO, until 4.13)
    UDP_SEGMENTS,  //!< SKB_GSO_UDP_L4: datagrams of one size (UDP_SEGMENT, since 4.18)
    TCP_SEGMENTS,  //!< SKB_GSO_TCPV4, SKB_GSO_TCPV6
};

} // namespace ns3

#endif /* LINUX_TX_GSO_TYPE_H */
