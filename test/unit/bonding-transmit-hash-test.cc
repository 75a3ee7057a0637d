/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../reference-table.h"

#include "ns3/bond-slave-list.h"
#include "ns3/transmit-hash.h"
#include "ns3/usable-slave-array.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Slaves as the reference writes them, 0 to 61: it has capitals before small letters, whatever its
/// README says (with the other order no formula fits the rows of 61 slaves, with this one all do).
const std::string SLAVE_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * @brief One byte of a frame in hex.
 * @param hex the frame
 * @param index which byte
 * @return the byte
 */
uint8_t
ByteAt(const std::string& hex, std::size_t index)
{
    return static_cast<uint8_t>(std::stoul(hex.substr(2 * index, 2), nullptr, 16));
}

/**
 * @brief The Ethernet header of a frame in hex.
 * @param hex the frame
 * @return the fields a bond looks at
 */
BondFrame
ParseFrame(const std::string& hex)
{
    BondFrame frame;
    for (std::size_t i = 0; i < 6; ++i)
    {
        frame.destination[i] = ByteAt(hex, i);
        frame.source[i] = ByteAt(hex, 6 + i);
    }
    frame.etherType = static_cast<uint16_t>(ByteAt(hex, 12) << 8 | ByteAt(hex, 13));
    return frame;
}

/**
 * @brief Usable slaves.
 * @param n number of slaves
 * @param down positions of those that are down, such as "s0,s2"; "-" for none
 * @return all of them, in enslave order
 */
BondSlaveList
MakeSlaves(std::size_t n, const std::string& down = "-")
{
    BondSlaveList slaves;
    for (std::size_t i = 0; i < n; ++i)
    {
        const auto slave = Create<BondSlave>();
        slave->SetLinkUp(down.find("s" + std::to_string(i)) == std::string::npos);
        slaves.Add(slave);
    }
    return slaves;
}

/**
 * @brief Which slaves layer2 chooses for frames.
 * @param frames the frames in hex
 * @param slaves the slaves
 * @return a digit a frame
 */
std::string
ChooseSlaves(const std::vector<std::string>& frames, const BondSlaveList& slaves)
{
    UsableSlaveArray usable;
    usable.Rebuild(slaves);
    std::string chosen;
    for (const auto& hex : frames)
    {
        const auto slave = usable.Choose(TransmitHash::Layer2(ParseFrame(hex)));
        std::size_t position = 0;
        while (slaves.GetAll()[position] != slave)
        {
            ++position;
        }
        chosen += SLAVE_DIGITS[position];
    }
    return chosen;
}

/// The frames of e1-frames.tsv that were sent without VLAN devices, and their rows' positions.
struct UntaggedFrames
{
    UntaggedFrames()
    {
        const ReferenceTable table("e1-frames.tsv");
        for (std::size_t i = 0; i < table.GetRows().size(); ++i)
        {
            const auto& row = table.GetRows()[i];
            if (row.at("tags") == "-")
            {
                hex.push_back(row.at("frame_hex_first_128"));
                positions.push_back(i);
            }
        }
    }

    std::vector<std::string> hex;       //!< the frames
    std::vector<std::size_t> positions; //!< where in the file
};

} // namespace

TEST(TransmitHash, Layer2IsLastAddressBytesXorEtherType)
{
    BondFrame frame;
    frame.destination = {0xff, 0xff, 0xff, 0xff, 0xff, 0x12};
    frame.source = {0xff, 0xff, 0xff, 0xff, 0xff, 0x34};
    frame.etherType = 0x0806;
    EXPECT_EQ(TransmitHash::Layer2(frame), 0x0820U); // 0x12 ^ 0x34 ^ 0x0806
}

TEST(TransmitHash, Layer2ChoosesTheKernelsSlaves)
{
    const UntaggedFrames frames;
    uint32_t nRows = 0;
    const ReferenceTable table("e1-xor.tsv");
    for (const auto& row : table.GetRows())
    {
        if (row.at("policy") != "layer2")
        {
            continue;
        }
        ++nRows;
        std::string expected;
        for (const auto position : frames.positions)
        {
            expected += row.at("slave_of_each_frame")[position];
        }
        EXPECT_EQ(ChooseSlaves(frames.hex, MakeSlaves(std::stoul(row.at("slaves")))), expected)
            << row.at("slaves") << " slaves";
    }
    EXPECT_GT(nRows, 0U);
}

TEST(TransmitHash, Layer2ChoosesTheKernelsSlavesWhenSomeAreDown)
{
    const UntaggedFrames frames;
    uint32_t nRows = 0;
    const ReferenceTable table("e2-xor-down.tsv");
    for (const auto& row : table.GetRows())
    {
        if (row.at("policy") != "layer2")
        {
            continue;
        }
        ++nRows;
        EXPECT_EQ(ChooseSlaves(frames.hex, MakeSlaves(4, row.at("down"))),
                  row.at("slave_of_each_frame"))
            << row.at("down") << " down";
    }
    EXPECT_GT(nRows, 0U);
}
