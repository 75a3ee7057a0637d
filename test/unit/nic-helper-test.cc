/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/data-rate.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nic-helper.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/queue-limits.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// How ExitOnConfigurationError() ends a program.
const auto EXITED = testing::ExitedWithCode(1);

} // namespace

TEST(NicHelperDeathTest, WrongNumberOfNodes)
{
    NodeContainer nodes(3);
    EXPECT_EXIT(NicHelper().Install(nodes), EXITED, "^linux-tx: error: .*2 nodes, not 3");
}

TEST(NicHelperDeathTest, UnknownNodeName)
{
    NodeContainer nodes(1);
    EXPECT_EXIT(NicHelper().Install(nodes.Get(0), "nobody"), EXITED, "no node is named \"nobody\"");
}

TEST(NicHelperDeathTest, UnknownAttribute)
{
    NicHelper helper;
    EXPECT_EXIT(helper.SetDeviceAttribute("Colour", StringValue("red")), EXITED, "\"Colour\"");
    EXPECT_EXIT(helper.SetChannelAttribute("Colour", StringValue("red")), EXITED, "\"Colour\"");
}

TEST(NicHelperDeathTest, ValuesOutOfRange)
{
    NicHelper helper;
    EXPECT_EXIT(helper.SetDeviceAttribute("Mtu", UintegerValue(67)), EXITED, "\"67\".*Mtu.*68");
    EXPECT_EXIT(helper.SetDeviceAttribute("TxRingSize", UintegerValue(0)), EXITED, "TxRingSize");
    EXPECT_EXIT(helper.SetDeviceAttribute("TxUsecs", StringValue("-5")),
                EXITED,
                "\"-5\".*TxUsecs.*0:1000000");
    EXPECT_EXIT(helper.SetDeviceAttribute("TxFrames", StringValue("-1")),
                EXITED,
                "\"-1\".*TxFrames.*0:65535");
    EXPECT_EXIT(helper.SetDeviceAttribute("DataRate", DataRateValue(DataRate(0))),
                EXITED,
                "\"0bps\".*DataRate.*above 0");
    EXPECT_EXIT(helper.SetDeviceAttribute("OrphanPolicy", StringValue("Late")),
                EXITED,
                "\"Late\".*OrphanPolicy.*None.*Early.*Driver");
}

TEST(NicHelperDeathTest, UnknownKindOfDriver)
{
    EXPECT_EXIT(NicHelper().SetDriver("fast"),
                EXITED,
                "\"fast\" is no kind of driver .normal, orphaning, slow, no-bql.");
}

TEST(NicHelperTest, AKindOfDriverSetsPolicyCoalescingAndQueueLimits)
{
    NicHelper helper;
    const auto make = [&helper](const std::string& kind) {
        helper.SetDriver(kind);
        return DynamicCast<NicNetDevice>(helper.Install(NodeContainer(2)).Get(0));
    };
    const auto hasBql = [](const Ptr<NicNetDevice>& nic) {
        return nic->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->GetQueueLimits() !=
               nullptr;
    };
    const auto orphaning = make("orphaning");
    EXPECT_EQ(orphaning->GetOrphanPolicy(), ORPHAN_DRIVER);
    EXPECT_FALSE(hasBql(orphaning));
    const auto slow = make("slow");
    EXPECT_EQ(slow->GetOrphanPolicy(), ORPHAN_KERNEL) << "nothing is left of the one before";
    EXPECT_EQ(slow->GetTxCoalescing().usecs, 128U);
    EXPECT_TRUE(hasBql(slow));
    const auto noBql = make("no-bql");
    EXPECT_EQ(noBql->GetTxCoalescing().usecs, 0U);
    EXPECT_FALSE(hasBql(noBql));
    EXPECT_TRUE(hasBql(make("normal")));
}

TEST(NicHelperDeathTest, QueueLimitsOfAnotherType)
{
    NicHelper helper;
    EXPECT_EXIT(helper.SetQueueLimits("ns3::Node"), EXITED, "\"ns3::Node\" is no type of queue");
    EXPECT_EXIT(helper.SetQueueLimits("ns3::Nothing"), EXITED, "\"ns3::Nothing\"");
}

TEST(NicHelperDeathTest, NumberOfTxQueues)
{
    NicHelper helper;
    EXPECT_EXIT(helper.SetTxQueues(0), EXITED, "\"0\".*NTxQueues.*1");
    EXPECT_EXIT(helper.SetTxQueues(65), EXITED, "\"65\".*NTxQueues.*64");
    const auto device = CreateObject<NicNetDevice>();
    const auto queues =
        CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues", UintegerValue(65));
    EXPECT_EXIT(device->AggregateObject(queues), EXITED, "65 queues \\(1 to 64\\)");
}

TEST(NicHelper, EveryTxQueueHasItsRingAndItsQueueLimits)
{
    NicHelper helper;
    helper.SetTxQueues(4);
    NodeContainer nodes(2);
    const auto device = DynamicCast<NicNetDevice>(helper.Install(nodes).Get(0));
    EXPECT_EQ(device->GetNTxQueues(), 4U);
    const auto queues = device->GetObject<NetDeviceQueueInterface>();
    ASSERT_EQ(queues->GetNTxQueues(), 4U);
    for (std::size_t i = 0; i < 4; ++i)
    {
        ASSERT_NE(queues->GetTxQueue(i)->GetQueueLimits(), nullptr);
        for (std::size_t j = 0; j < i; ++j)
        {
            EXPECT_NE(queues->GetTxQueue(i)->GetQueueLimits(),
                      queues->GetTxQueue(j)->GetQueueLimits());
        }
    }
}

TEST(NicHelper, TakesWhatIsInRange)
{
    NicHelper helper;
    helper.SetDeviceAttribute("Mtu", UintegerValue(4096));
    helper.SetDeviceAttribute("OrphanPolicy", StringValue("Early"));
    helper.SetChannelAttribute("Delay", StringValue("1us"));
    helper.SetQueueLimits("ns3::DynamicQueueLimits", "MaxLimit", UintegerValue(30000));
    NodeContainer nodes(2);
    const auto device = DynamicCast<NicNetDevice>(helper.Install(nodes).Get(0));
    EXPECT_EQ(device->GetMtu(), 4096);
    EXPECT_EQ(device->GetOrphanPolicy(), ORPHAN_EARLY);
    EXPECT_EQ(DynamicCast<NicChannel>(device->GetChannel())->GetDelay(), MicroSeconds(1));
}
