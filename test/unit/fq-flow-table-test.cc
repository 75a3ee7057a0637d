/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-flow-table.h"
#include "ns3/fq-parameters.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr int64_t IDLE = 750 + 2; ///< jiffies after which a flow of jiffy 0 (age 1) is idle

/// A table of two buckets.
class FqFlowTableTest : public testing::Test
{
  protected:
    /**
     * @brief Look a flow up.
     * @param hash what it is known by
     * @param jiffies now
     * @return the flow
     */
    FqFlowTable::Found Get(uint32_t hash, int64_t jiffies = 0)
    {
        return m_table.Get({nullptr, hash}, jiffies);
    }

    /**
     * @brief Make flows.
     * @param n how many, with hashes from 0 on
     */
    void Make(uint32_t n)
    {
        for (uint32_t hash = 0; hash < n; ++hash)
        {
            Get(hash);
        }
    }

    /**
     * @brief Two buckets.
     * @return the parameters
     */
    static FqParameters TwoBuckets()
    {
        FqParameters parameters;
        parameters.buckets = 2;
        return parameters;
    }

    FqParameters m_parameters{TwoBuckets()}; //!< as of a queue disc
    FqFlowTable m_table{m_parameters};       //!< the table
};

} // namespace

TEST_F(FqFlowTableTest, AFlowIsFoundAgainAndBeginsWithTheInitialQuantum)
{
    const auto first = Get(5);
    EXPECT_TRUE(first.isNew);
    EXPECT_EQ(first.flow.GetCredit(), 15140);
    EXPECT_TRUE(first.flow.IsDetached());
    const auto again = Get(5);
    EXPECT_FALSE(again.isNew);
    EXPECT_EQ(&again.flow, &first.flow);
    EXPECT_NE(&Get(6).flow, &first.flow);
    EXPECT_EQ(m_table.GetNFlows(), 2U);
    EXPECT_EQ(m_table.GetNInactive(), 2U);
}

TEST_F(FqFlowTableTest, ASocketIsAnotherFlowThanAHashAndThanAnotherSocket)
{
    const auto socket = Create<SocketWriteMemory>();
    const auto other = Create<SocketWriteMemory>();
    EXPECT_TRUE(m_table.Get({socket, 0}, 0).isNew);
    EXPECT_TRUE(m_table.Get({other, 0}, 0).isNew);
    EXPECT_TRUE(m_table.Get({nullptr, 0}, 0).isNew);
    EXPECT_FALSE(m_table.Get({socket, 0}, 0).isNew);
}

TEST_F(FqFlowTableTest, IdleFlowsOfTheBucketGoOnceThereAreTwiceAsManyFlowsAsBuckets)
{
    Make(3);
    Get(3, IDLE); // three flows only: no need
    EXPECT_EQ(m_table.GetNCollected(), 0U);
    Get(4, IDLE); // four: flow 4 will be in bucket 0, where 0 and 2 are idle
    EXPECT_EQ(m_table.GetNCollected(), 2U);
    EXPECT_EQ(m_table.GetNFlows(), 3U); // 1, 3 and 4
    EXPECT_EQ(m_table.GetNInactive(), 3U);
    EXPECT_FALSE(Get(1, IDLE).isNew);
    EXPECT_TRUE(Get(0, IDLE).isNew);
}

TEST_F(FqFlowTableTest, AFlowIsIdleAfterThreeSecondsAndNotOnesWithPackets)
{
    Make(6);
    m_table.Attach(Get(0).flow);
    Get(6, IDLE - 1); // bucket 0: nobody is idle
    EXPECT_EQ(m_table.GetNCollected(), 0U);
    EXPECT_FALSE(Get(2, IDLE).isNew); // 4 of bucket 0 goes, not 0, and not 2, which is looked up
    EXPECT_EQ(m_table.GetNCollected(), 1U);
    EXPECT_FALSE(Get(0, IDLE - 1).isNew);
    EXPECT_TRUE(Get(4, IDLE - 1).isNew);
}

TEST_F(FqFlowTableTest, NothingGoesWhileMostFlowsHavePackets)
{
    Make(6);
    for (uint32_t hash : {1, 3, 5})
    {
        m_table.Attach(Get(hash).flow);
    }
    Get(0, IDLE); // 3 of 6 are inactive: not more than half
    EXPECT_EQ(m_table.GetNCollected(), 0U);
    m_table.Detach(Get(5).flow, IDLE);
    Get(0, IDLE);
    EXPECT_EQ(m_table.GetNCollected(), 2U); // 2 and 4
}

TEST_F(FqFlowTableTest, OneLookUpRemovesEightFlows)
{
    Make(24);
    Get(24, IDLE); // 12 in bucket 0
    EXPECT_EQ(m_table.GetNCollected(), 8U);
    Get(24, IDLE); // its own bucket: the other 4
    EXPECT_EQ(m_table.GetNCollected(), 12U);
}

TEST_F(FqFlowTableTest, OtherBucketsKeepFlowsThatAreNotIdle)
{
    Make(6);
    m_table.Attach(Get(3).flow);
    Get(6, IDLE - 2);
    m_parameters.buckets = 8;
    m_table.Resize(IDLE);
    EXPECT_EQ(m_table.GetNCollected(), 5U); // all but 3, and 6, which is young
    EXPECT_EQ(m_table.GetNFlows(), 2U);
    EXPECT_EQ(m_table.GetNInactive(), 1U);
    EXPECT_FALSE(Get(3).isNew);
    EXPECT_FALSE(Get(6).isNew);
}
