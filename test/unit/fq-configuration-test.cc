/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fifo-queue-disc.h"
#include "ns3/linux-fq-queue-disc.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(FqConfigurationDeathTest, AClassIsRefusedWithOneLine)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    auto fq = CreateObject<LinuxFqQueueDisc>();
    auto place = CreateObject<QueueDiscClass>();
    place->SetQueueDisc(CreateObject<FifoQueueDisc>());
    fq->AddQueueDiscClass(place);
    EXPECT_EXIT(fq->Initialize(),
                testing::ExitedWithCode(1),
                "^linux-tx: error: ns3::LinuxFqQueueDisc takes no classes, packet filters or "
                "internal queues: its flows are made as packets come\n$");
}
