/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SPLIT_TRAFFIC_H
#define LINUX_TX_SPLIT_TRAFFIC_H

#include "ns3/mac48-address.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The traffic of the `split` rows of the Linux reference: frames between random addresses,
 *        always the same ones.
 *
 * They come from a Mersenne Twister seeded by array with the single key 7, two words an address.
 * The standard library's generator cannot be seeded that way.
 */
class SplitTraffic
{
  public:
    static constexpr uint32_t FRAMES = 400;        //!< frames of a `split` row
    static constexpr uint16_t ETHER_TYPE = 0x88b5; //!< local experiments
    static constexpr uint32_t PAYLOAD = 46;        //!< behind the Ethernet header, in bytes

    /// Destination and source.
    using Addresses = std::pair<Mac48Address, Mac48Address>;

    /**
     * @brief The frames.
     * @return destination and source of each
     */
    static std::vector<Addresses> GetFrames();

  private:
    static constexpr std::size_t N = 624; //!< words of state

    SplitTraffic();

    /**
     * @brief The next random word.
     * @return 32 random bits
     */
    uint32_t GetWord();

    /**
     * @brief The next random address, of a single station.
     * @return the address
     */
    Mac48Address GetAddress();

    std::array<uint32_t, N> m_state; //!< state of the generator
    std::size_t m_next{N};           //!< next word of it
};

} // namespace ns3

#endif /* LINUX_TX_SPLIT_TRAFFIC_H */
