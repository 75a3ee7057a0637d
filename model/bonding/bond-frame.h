/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_FRAME_H
#define LINUX_TX_BOND_FRAME_H

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a bonding mode looks at in a frame it has to find a slave for.
 *
 * BondingNetDevice fills it from the item; modes and hashes see no packet.
 */
struct BondFrame
{
    std::array<uint8_t, 6> destination{}; //!< h_dest, in wire order
    std::array<uint8_t, 6> source{};      //!< h_source, in wire order
    uint16_t etherType{0};                //!< h_proto, in host order
    bool igmp{false};                     //!< an IPv4 packet of protocol IGMP
};

} // namespace ns3

#endif /* LINUX_TX_BOND_FRAME_H */
