/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-extension-header.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/skb-pool.h"
#include "ns3/socket-write-memory.h"
#include "ns3/train-cutter.h"
#include "ns3/udp-header.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

using ns3::Create;
using ns3::GsoType;
using ns3::Ipv4Header;
using ns3::Ipv4QueueDiscItem;
using ns3::Ipv6Header;
using ns3::Ipv6QueueDiscItem;
using ns3::Mac48Address;
using ns3::OWNERSHIP_EVERY;
using ns3::OWNERSHIP_LAST;
using ns3::OWNERSHIP_NONE;
using ns3::Packet;
using ns3::Ptr;
using ns3::SegmentOwnership;
using ns3::Skb;
using ns3::SkbPool;
using ns3::SkbPtr;
using ns3::SocketWriteMemory;
using ns3::TrainCutter;
using ns3::XmitTrain;

namespace
{

constexpr uint32_t ROOM = 16;      ///< LL_RESERVED_SPACE of an Ethernet device, in bytes
constexpr uint32_t OVERHEAD = 768; ///< what a packet costs besides its payload (e5-gso), in bytes

/**
 * @brief Make a train.
 * @param type its kind
 * @param ipv6 of IPv6 packets?
 * @param payloads UDP payload of each segment, in bytes
 * @return the train
 */
XmitTrain
MakeTrain(GsoType type, bool ipv6, const std::vector<uint32_t>& payloads)
{
    XmitTrain train(type);
    for (const uint32_t payload : payloads)
    {
        const auto packet = Create<Packet>(payload);
        const bool fragments = type == GsoType::UDP_FRAGMENTS;
        if (!fragments || train.GetNSegments() == 0)
        {
            packet->AddHeader(ns3::UdpHeader());
        }
        if (fragments && ipv6)
        {
            packet->AddHeader(ns3::Ipv6ExtensionFragmentHeader());
        }
        const Mac48Address to("00:00:00:00:00:02");
        if (ipv6)
        {
            train.Append(Create<Ipv6QueueDiscItem>(packet, to, 0x86dd, Ipv6Header()));
        }
        else
        {
            train.Append(Create<Ipv4QueueDiscItem>(packet, to, 0x0800, Ipv4Header()));
        }
    }
    return train;
}

/// Kind of train, and IPv6 or not.
class TrainCutterTest : public ::testing::TestWithParam<std::tuple<GsoType, bool>>
{
  protected:
    /**
     * @brief Make a train of the kind under test.
     * @param payloads UDP payload of each segment, in bytes
     * @return the train
     */
    static XmitTrain Make(const std::vector<uint32_t>& payloads)
    {
        return MakeTrain(std::get<GsoType>(GetParam()), std::get<bool>(GetParam()), payloads);
    }

    /**
     * @brief Cut a train.
     * @param skb pays for it
     * @param train the train
     * @param ownership None, Last or Every
     * @return what each segment gets
     */
    TrainCutter::Shares Cut(SkbPtr skb, const XmitTrain& train, SegmentOwnership ownership)
    {
        const TrainCutter cutter(*pool, train.GetType(), ownership, ROOM);
        return cutter.Split(std::move(skb), train);
    }

    /**
     * @brief An Skb that the socket pays for.
     * @param truesize its truesize, in bytes
     * @return the Skb
     */
    SkbPtr Charge(uint32_t truesize)
    {
        SkbPtr skb = pool->Allocate();
        skb->SetTxFlags(Skb::TX_TIMESTAMP);
        skb->Charge(memory, truesize);
        return skb;
    }

    Ptr<SocketWriteMemory> memory{Create<SocketWriteMemory>()}; //!< the socket's
    Ptr<SkbPool> pool{Create<SkbPool>()};                       //!< the host's Skbs
};

TEST_P(TrainCutterTest, NoneEndsTheChargeAtTheCut)
{
    const auto shares = Cut(Charge(3000 + OVERHEAD), Make({1000, 1000, 1000}), OWNERSHIP_NONE);
    EXPECT_EQ(shares, TrainCutter::Shares(3));
    EXPECT_EQ(memory->GetWmemAlloc(), 0);
    EXPECT_EQ(pool->GetNLive(), 0);
}

TEST_P(TrainCutterTest, LastKeepsTheWholeCharge)
{
    auto shares = Cut(Charge(3000 + OVERHEAD), Make({1000, 1000, 1000}), OWNERSHIP_LAST);
    ASSERT_EQ(shares.size(), 3);
    EXPECT_FALSE(shares[0]);
    EXPECT_FALSE(shares[1]);
    EXPECT_EQ(shares[2]->GetTruesize(), 3000 + OVERHEAD);
    EXPECT_EQ(memory->GetWmemAlloc(), 3000 + OVERHEAD);
    shares.clear();
    EXPECT_EQ(memory->GetWmemAlloc(), 0);
}

TEST_P(TrainCutterTest, EveryHasItsShareAndTheSharesAddUp)
{
    const std::vector<uint32_t> payloads{1440, 1440, 1440, 7};
    const uint32_t payload = std::accumulate(payloads.begin(), payloads.end(), 0U);
    const bool fragments = std::get<GsoType>(GetParam()) == GsoType::UDP_FRAGMENTS;
    const uint32_t whole = payload + OVERHEAD;
    auto shares = Cut(Charge(whole), Make(payloads), OWNERSHIP_EVERY);
    ASSERT_EQ(shares.size(), payloads.size());
    // Datagrams cost what each would alone; fragments share what there is.
    EXPECT_EQ(memory->GetWmemAlloc(), fragments ? whole : payload + payloads.size() * OVERHEAD);
    uint64_t sum = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
    {
        ASSERT_TRUE(shares[i]);
        EXPECT_EQ(shares[i]->GetTxFlags(), Skb::TX_TIMESTAMP) << i;
        sum += shares[i]->GetTruesize();
        const uint32_t part = uint64_t{whole} * payloads[i] / payload;
        if (i + 1 < shares.size() || !fragments)
        {
            EXPECT_EQ(shares[i]->GetTruesize(), fragments ? part : payloads[i] + OVERHEAD) << i;
        }
    }
    EXPECT_EQ(sum, memory->GetWmemAlloc());
    for (auto& share : shares)
    {
        sum -= share->GetTruesize();
        share = nullptr;
        EXPECT_EQ(memory->GetWmemAlloc(), sum);
    }
    EXPECT_EQ(memory->GetWmemAlloc(), 0);
    EXPECT_EQ(pool->GetNLive(), 0);
}

TEST_P(TrainCutterTest, ATrainThatLostSegmentsBeforeTheCutIsPaidForAsItWasCharged)
{
    // Charged for 64 segments, of which a neighbour cache has dropped all but two.
    const uint32_t whole = 64 * 1000 + OVERHEAD;
    auto shares = Cut(Charge(whole), Make({1000, 1000}), OWNERSHIP_EVERY);
    ASSERT_EQ(shares.size(), 2);
    EXPECT_EQ(memory->GetWmemAlloc(), whole);
    shares.clear();
    EXPECT_EQ(memory->GetWmemAlloc(), 0);
}

TEST_P(TrainCutterTest, WhatNobodyPaysForStaysFree)
{
    for (const auto ownership : {OWNERSHIP_NONE, OWNERSHIP_LAST, OWNERSHIP_EVERY})
    {
        EXPECT_EQ(Cut(nullptr, Make({1000, 1000}), ownership), TrainCutter::Shares(2));
        SkbPtr orphan = Charge(2000 + OVERHEAD);
        orphan->Orphan();
        EXPECT_EQ(Cut(orphan, Make({1000, 1000}), ownership), TrainCutter::Shares(2));
    }
    EXPECT_EQ(memory->GetWmemAlloc(), 0);
}

TEST_P(TrainCutterTest, SharedChargeEndsWithTheLastSegment)
{
    auto shares = TrainCutter::Share(Charge(3000 + OVERHEAD), Make({1000, 1000, 1000}));
    ASSERT_EQ(shares.size(), 3);
    shares[2] = nullptr;
    shares[0] = nullptr;
    EXPECT_EQ(memory->GetWmemAlloc(), 3000 + OVERHEAD);
    shares[1] = nullptr;
    EXPECT_EQ(memory->GetWmemAlloc(), 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds,
                         TrainCutterTest,
                         ::testing::Combine(::testing::Values(GsoType::UDP_FRAGMENTS,
                                                              GsoType::UDP_SEGMENTS),
                                            ::testing::Bool()));

} // namespace
