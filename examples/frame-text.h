/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FRAME_TEXT_H
#define LINUX_TX_FRAME_TEXT_H

#include "ns3/bond-frame.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Reads the frames that bond-hash is given: hexadecimal digits, and VLAN devices.
 *
 * The digits are the frame as the sender gave it, cut short anywhere behind the Ethernet header.
 * The tag of the VLAN device on the bond travels beside the frame, those of the devices on top of
 * that one in the frame's data; a tag among the digits is the sender's own, and in the data too.
 */
class FrameText
{
  public:
    /// More than any frame: Linux gathers at most 512 KiB into one.
    static constexpr std::size_t MAX_FRAME_LENGTH = std::size_t{1} << 20;

    /// What became of a text.
    struct Result
    {
        std::optional<BondFrame> frame; //!< the frame; nothing if there is a problem
        std::string problem;            //!< why the text is no frame, in a few words
    };

    /**
     * @brief Read a frame.
     * @param hex the frame in hexadecimal digits, without spaces
     * @param tags ids of the VLAN devices it is sent through, outermost first, with dots between
     *        them; empty or "-" for none
     * @return the frame, or the problem
     */
    static Result Parse(const std::string& hex, const std::string& tags);

  private:
    /**
     * @brief Read hexadecimal digits.
     * @param hex the digits
     * @param bytes where the bytes go
     * @return the problem; empty if there is none
     */
    static std::string ParseHex(const std::string& hex, std::vector<uint8_t>& bytes);

    /**
     * @brief Read ids of VLAN devices.
     * @param tags the ids
     * @param ids where they go
     * @return false if it is something else
     */
    static bool ParseTags(const std::string& tags, std::vector<uint16_t>& ids);
};

} // namespace ns3

#endif /* LINUX_TX_FRAME_TEXT_H */
