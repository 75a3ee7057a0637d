/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_HEADER_WINDOW_H
#define LINUX_TX_BOND_HEADER_WINDOW_H

#include "ns3/bond-frame.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Reads headers behind the Ethernet header of a frame (__skb_header_pointer).
 *
 * The parts of the transmit hash that take a frame apart ask it for a few bytes at an offset and
 * get them, or null if the frame ends before: what a length field says plays no role, and nothing
 * is read that is not there. The first bytes are fetched at once, without allocation, which is all
 * that most frames need; the rest only if somebody asks for it.
 *
 * A pointer stays good until the next call of Get().
 */
class BondHeaderWindow
{
  public:
    /**
     * @brief Constructor.
     * @param frame the frame; must outlive the window
     */
    explicit BondHeaderWindow(const BondFrame& frame);

    /**
     * @brief Get bytes of the frame.
     * @param offset how many bytes behind the Ethernet header
     * @param size how many
     * @return the bytes; null if the frame ends before the last of them
     */
    const uint8_t* Get(std::size_t offset, std::size_t size)
    {
        return offset + size <= m_size ? m_bytes + offset : GetFromRest(offset, size);
    }

    /**
     * @brief Read a 16-bit number in network order.
     * @param bytes two bytes
     * @return the number
     */
    static uint16_t ReadBig16(const uint8_t* bytes)
    {
        return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
    }

    /**
     * @brief Read a 32-bit word as a little-endian machine has it, whatever this machine is: hashes
     *        use fields in network order as if they were numbers, and the reference is x86-64.
     * @param bytes four bytes
     * @return the word
     */
    static uint32_t ReadLittle32(const uint8_t* bytes)
    {
        return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | uint32_t{bytes[3]} << 24;
    }

  private:
    /// What is fetched at once: IPv6, an extension header and ports; IPv4 with all its options.
    static constexpr std::size_t PREFIX_SIZE = 64;

    /**
     * @brief Get() for what is not in the prefix.
     * @param offset as there
     * @param size as there
     * @return as there
     */
    const uint8_t* GetFromRest(std::size_t offset, std::size_t size);

    const BondFrame& m_frame;                  //!< the frame
    std::array<uint8_t, PREFIX_SIZE> m_prefix; //!< its first bytes; not all are set
    std::vector<uint8_t> m_all;                //!< all its bytes, once somebody asked for them
    const uint8_t* m_bytes;                    //!< either of the two
    std::size_t m_size;                        //!< how many bytes are there
    bool m_isPrefix;                           //!< there may be more
};

} // namespace ns3

#endif /* LINUX_TX_BOND_HEADER_WINDOW_H */
