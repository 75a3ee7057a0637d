/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_STATS_H
#define LINUX_TX_NIC_STATS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Counters of a NIC, as `ip -s link show` names them (struct rtnl_link_stats64).
 *
 * Bytes are those of the frames with the Ethernet header, without padding and FCS. Every frame the
 * NIC is given ends in exactly one of the tx counters, every frame that reaches it in exactly one
 * of the rx counters. Of a train each segment counts as a frame, as drivers count gso_segs; those
 * that are sent count when the train has completed.
 */
struct NicStats
{
    uint64_t txPackets{0};       //!< frames sent
    uint64_t txBytes{0};         //!< bytes of these
    uint64_t txDropped{0};       //!< refused: link down, ring full, or longer than the MTU
    uint64_t txCarrierErrors{0}; //!< on the ring or half sent when the link went down
    uint64_t rxPackets{0};       //!< frames passed up
    uint64_t rxBytes{0};         //!< bytes of these
    uint64_t rxErrors{0};        //!< corrupted (ReceiveErrorModel)
    uint64_t rxDropped{0};       //!< for another host, and nobody listens promiscuously
    uint32_t carrierChanges{1};  //!< times the carrier came or went; a driver starts without one
};

} // namespace ns3

#endif /* LINUX_TX_NIC_STATS_H */
