/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_IPV4_FRAGMENTER_H
#define LINUX_TX_IPV4_FRAGMENTER_H

#include "ns3/ptr.h"
#include "ns3/queue-item.h"
#include "ns3/xmit-train.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Make the fragments of an IPv4 datagram that came out of IP in one piece
 *        (inet_gso_segment() for SKB_GSO_UDP, ip_do_fragment()).
 *
 * The fragments share the bytes of the datagram and have its headers but for offset and flags.
 * @param datagram an Ipv4QueueDiscItem, its header not written
 * @param mtu MTU of the device it is sent to, in bytes
 * @return the fragments as a train
 */
XmitTrain FragmentIpv4(const Ptr<QueueDiscItem>& datagram, uint32_t mtu);

} // namespace ns3

#endif /* LINUX_TX_IPV4_FRAGMENTER_H */
