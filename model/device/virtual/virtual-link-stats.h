/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VIRTUAL_LINK_STATS_H
#define LINUX_TX_VIRTUAL_LINK_STATS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Counters of a guest's NIC or a tap, as `ip -s link show` names them.
 *
 * Bytes are those of the frames with the Ethernet header.
 */
struct VirtualLinkStats
{
    uint64_t txPackets{0}; //!< frames taken to be sent
    uint64_t txBytes{0};   //!< bytes of these
    uint64_t txDropped{0}; //!< frames given to the device that it did not take
    uint64_t rxPackets{0}; //!< frames passed up
    uint64_t rxBytes{0};   //!< bytes of these
    uint64_t rxDropped{0}; //!< frames that came while it was down, or for nobody here
};

} // namespace ns3

#endif /* LINUX_TX_VIRTUAL_LINK_STATS_H */
