/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nstime.h"
#include "ns3/parked-datagrams.h"
#include "ns3/simulator.h"
#include "ns3/skb-pool.h"
#include "ns3/skb-tag.h"
#include "ns3/socket-write-memory.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>

using ns3::Create;
using ns3::DatagramCharge;
using ns3::GsoType;
using ns3::ParkedDatagrams;
using ns3::Ptr;
using ns3::Seconds;
using ns3::Simulator;
using ns3::SkbPool;
using ns3::SkbPtr;
using ns3::SkbTag;
using ns3::SkbTruesize;
using ns3::SocketWriteMemory;

namespace
{

constexpr uint32_t MTU = 1500;     ///< bytes
constexpr uint32_t ROOM = 16;      ///< LL_RESERVED_SPACE of an Ethernet device, in bytes
constexpr uint32_t NODE = 3;       ///< ID of the host's node
constexpr uint32_t MESSAGE = 3000; ///< 3 fragments, which cost 2304, 2304 and 768 (e4-charge)

/// Datagrams that wait for a neighbour.
class ParkedDatagramsTest : public ::testing::Test
{
  protected:
    ParkedDatagramsTest()
    {
        parked.SetDeadline(Seconds(5));
    }

    ~ParkedDatagramsTest() override
    {
        parked.Clear();
        Simulator::Destroy();
    }

    /**
     * @brief An Skb that the socket pays for.
     * @param truesize its truesize, in bytes
     * @return the Skb
     */
    SkbPtr Charge(uint32_t truesize)
    {
        SkbPtr skb = pool->Allocate();
        skb->Charge(memory, truesize);
        return skb;
    }

    /**
     * @brief Park a message of MESSAGE bytes.
     * @return the tag of its packets
     */
    SkbTag Park()
    {
        const SkbPtr skb = Charge(5376);
        const SkbTag tag(*skb, NODE);
        parked.Add(tag, skb, DatagramCharge(MESSAGE));
        return tag;
    }

    /**
     * @brief The cache sends a fragment of such a message.
     * @param tag its tag
     * @param i which: 0, 1 or 2
     * @return who pays for it
     */
    SkbPtr AdoptFragment(const SkbTag& tag, uint32_t i)
    {
        // 3000 + 8 bytes in fragments of 1480.
        const uint32_t bytes = i < 2 ? 1480 : 48;
        return parked.Adopt(tag, {SkbTruesize::IPV4, true, i == 0, i == 2, bytes}, MTU, ROOM);
    }

    Ptr<SocketWriteMemory> memory{Create<SocketWriteMemory>()}; //!< the socket's
    Ptr<SkbPool> pool{Create<SkbPool>()};                       //!< the host's Skbs
    ParkedDatagrams parked{pool};                               //!< under test
};

TEST_F(ParkedDatagramsTest, EachFragmentThatIsSentTakesItsShareAlong)
{
    const SkbTag tag = Park();
    EXPECT_FALSE(parked.IsEmpty());
    const SkbPtr first = AdoptFragment(tag, 0);
    const SkbPtr second = AdoptFragment(tag, 1);
    EXPECT_EQ(first->GetTruesize(), 2304);
    EXPECT_EQ(second->GetTruesize(), 2304);
    EXPECT_EQ(memory->GetWmemAlloc(), 5376) << "the sum has not changed";
    const SkbPtr last = AdoptFragment(tag, 2);
    EXPECT_EQ(last->GetTruesize(), 768);
    EXPECT_TRUE(parked.IsEmpty()) << "nothing is left of it";
    EXPECT_EQ(memory->GetWmemAlloc(), 5376);
}

TEST_F(ParkedDatagramsTest, WhatTheCacheDropsIsGivenBackWithoutWhatWasSent)
{
    const SkbTag tag = Park();
    const SkbPtr first = AdoptFragment(tag, 0);
    parked.Release(tag);
    EXPECT_TRUE(parked.IsEmpty());
    EXPECT_EQ(memory->GetWmemAlloc(), 2304);
    EXPECT_FALSE(AdoptFragment(tag, 1)) << "nobody knows it any more";
    parked.Release(tag);
}

TEST_F(ParkedDatagramsTest, TheDeadlineGivesBackWhatIsHeld)
{
    Park();
    Simulator::Stop(Seconds(4.9));
    Simulator::Run();
    EXPECT_EQ(memory->GetWmemAlloc(), 5376);
    Simulator::Stop(Seconds(0.2));
    Simulator::Run();
    EXPECT_EQ(memory->GetWmemAlloc(), 0);
    EXPECT_TRUE(parked.IsEmpty());
    EXPECT_EQ(pool->GetNLive(), 0);
}

TEST_F(ParkedDatagramsTest, ATrainIsTakenOutWholeAndOnce)
{
    const SkbPtr skb = Charge(64768);
    const SkbTag tag(*skb, NODE);
    parked.AddWhole(tag, {skb, GsoType::UDP_SEGMENTS});
    EXPECT_FALSE(AdoptFragment(tag, 0)) << "it has no shares";
    const auto whole = parked.TakeWhole(tag);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->skb, skb);
    EXPECT_EQ(whole->train, GsoType::UDP_SEGMENTS);
    EXPECT_TRUE(parked.IsEmpty());
    EXPECT_FALSE(parked.TakeWhole(tag));
    EXPECT_EQ(memory->GetWmemAlloc(), 64768) << "whoever has it now pays on";
    Simulator::Stop(Seconds(6));
    Simulator::Run();
    EXPECT_EQ(memory->GetWmemAlloc(), 64768) << "its deadline is off";
}

TEST_F(ParkedDatagramsTest, ATunnelsPacketIsTakenOutWithoutAKindOfTrain)
{
    const SkbPtr skb = Charge(2304);
    const SkbTag tag(*skb, NODE);
    parked.AddWhole(tag, {skb, std::nullopt});
    const auto whole = parked.TakeWhole(tag);
    ASSERT_TRUE(whole);
    EXPECT_FALSE(whole->train);
}

TEST_F(ParkedDatagramsTest, FragmentsAreNotTakenOutWhole)
{
    const SkbTag tag = Park();
    EXPECT_FALSE(parked.TakeWhole(tag));
    EXPECT_FALSE(parked.IsEmpty());
}

TEST_F(ParkedDatagramsTest, ATagOfAnEarlierUseOfTheSlotNamesNothing)
{
    SkbTag old;
    {
        const SkbPtr skb = Charge(768);
        old = SkbTag(*skb, NODE);
    }
    const SkbTag tag = Park();
    ASSERT_EQ(tag.GetSlot(), old.GetSlot()) << "the pool uses a free slot again";
    EXPECT_FALSE(AdoptFragment(old, 0));
    parked.Release(old);
    EXPECT_FALSE(parked.IsEmpty()) << "the new one is still held";
    EXPECT_EQ(memory->GetWmemAlloc(), 5376);
}

TEST_F(ParkedDatagramsTest, ClearGivesEverythingBack)
{
    Park();
    Park();
    EXPECT_EQ(memory->GetWmemAlloc(), 2 * 5376);
    parked.Clear();
    EXPECT_EQ(memory->GetWmemAlloc(), 0);
    EXPECT_EQ(pool->GetNLive(), 0);
}

} // namespace
