/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../examples/frame-text.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

const std::string HEADER = "0102030405060708090a0b0c0800"; //!< an Ethernet header

} // namespace

TEST(FrameText, DigitsAreTheFrameAsItIs)
{
    const auto result = FrameText::Parse(HEADER + "45Ff", "-");
    ASSERT_TRUE(result.frame);
    EXPECT_EQ(result.frame->GetDestination(), (BondFrame::MacBytes{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(result.frame->GetSource(), (BondFrame::MacBytes{7, 8, 9, 10, 11, 12}));
    EXPECT_EQ(result.frame->GetEtherType(), 0x0800);
    EXPECT_EQ(result.frame->GetNetworkBytes(), (std::vector<uint8_t>{0x45, 0xff}));
    EXPECT_EQ(result.frame->GetLength(), 16U);
    EXPECT_FALSE(result.frame->GetVlanTag());
    EXPECT_EQ(FrameText::Parse(HEADER, "").frame->GetLength(), 14U); // cut behind the header
}

TEST(FrameText, TheOutermostTagIsBesideTheFrameAndTheOthersInItsData)
{
    const auto one = FrameText::Parse(HEADER, "4094").frame.value();
    EXPECT_EQ(one.GetVlanTag(), 4094);
    EXPECT_EQ(one.GetEtherType(), 0x0800);

    const auto three = FrameText::Parse(HEADER, "20.30.257").frame.value();
    EXPECT_EQ(three.GetVlanTag(), 20);
    EXPECT_EQ(three.GetEtherType(), 0x8100);
    // 30, type 0x8100, 257, type 0x0800
    EXPECT_EQ(three.GetNetworkBytes(), (std::vector<uint8_t>{0, 30, 0x81, 0, 1, 1, 0x08, 0}));
}

TEST(FrameText, WhatIsNoFrameIsExplained)
{
    EXPECT_EQ(FrameText::Parse("", "-").problem, "there is nothing");
    EXPECT_EQ(FrameText::Parse("zz", "-").problem, "character 1 of 'zz' is no hexadecimal digit");
    EXPECT_EQ(FrameText::Parse("0x12", "-").problem,
              "character 2 of '0x12' is no hexadecimal digit");
    EXPECT_EQ(FrameText::Parse(std::string("1\n"), "-").problem,
              "character 2 of '1?' is no hexadecimal digit");
    EXPECT_EQ(FrameText::Parse(HEADER + "4", "-").problem,
              "an odd number of hexadecimal digits, 29");
    EXPECT_EQ(FrameText::Parse(HEADER.substr(2), "-").problem,
              "13 bytes, fewer than the 14 of an Ethernet header");
    EXPECT_EQ(FrameText::Parse(std::string(2 * FrameText::MAX_FRAME_LENGTH + 2, 'a'), "-").problem,
              "1048577 bytes, more than 1048576");
    for (const std::string tags : {"4095", "-1", "x", "1.", ".1", "1..2", "1,2", " 1"})
    {
        const auto result = FrameText::Parse(HEADER, tags);
        EXPECT_FALSE(result.frame) << tags;
        EXPECT_NE(result.problem.find("outermost first"), std::string::npos) << result.problem;
    }
}
