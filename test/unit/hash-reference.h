/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_HASH_REFERENCE_H
#define LINUX_TX_HASH_REFERENCE_H

#include "../../examples/frame-text.h"
#include "../reference-table.h"

#include "ns3/bond-frame.h"
#include "ns3/bond-params.h"

#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx-tests
 * @brief Frames and answers of the measured transmit hash, as the unit tests use them.
 */
class HashReference
{
  public:
    /// Policies by name.
    inline static const std::map<std::string, XmitHashPolicy> POLICIES{
        {"layer2", XmitHashPolicy::LAYER2},
        {"layer2+3", XmitHashPolicy::LAYER23},
        {"layer3+4", XmitHashPolicy::LAYER34},
        {"encap2+3", XmitHashPolicy::ENCAP23},
        {"encap3+4", XmitHashPolicy::ENCAP34},
        {"vlan+srcmac", XmitHashPolicy::VLAN_SRCMAC}};

    /// Slaves as the reference writes them, 0 to 61: it has capitals before small letters, whatever
    /// its README says (with the other order no formula fits the rows of 61 slaves).
    inline static const std::string SLAVE_DIGITS =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /**
     * @brief Read the frames of e1-frames.tsv.
     * @param onlyUntagged leave out those that were sent through VLAN devices
     * @return the frames, in file order
     */
    static std::vector<BondFrame> ReadFrames(bool onlyUntagged = false)
    {
        std::vector<BondFrame> frames;
        const ReferenceTable table("e1-frames.tsv");
        for (const auto& row : table.GetRows())
        {
            if (!onlyUntagged || row.at("tags") == "-")
            {
                frames.push_back(Parse(row.at("frame_hex_first_128"), row.at("tags")));
            }
        }
        return frames;
    }

    /**
     * @brief Make a frame.
     * @param hex the frame in hex, good
     * @param tags VLAN devices it is sent through, as in e1-frames.tsv
     * @return the frame
     */
    static BondFrame Parse(const std::string& hex, const std::string& tags = "-")
    {
        return FrameText::Parse(hex, tags).frame.value();
    }
};

} // namespace ns3

#endif /* LINUX_TX_HASH_REFERENCE_H */
