/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/udp-stream-helper.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/**
 * @brief Run a sender on a host with an internet stack but without LinuxTxHelper.
 * @param factory name of its socket factory
 * @param sendTime its SendTime
 */
void
RunSender(const std::string& factory, Time sendTime)
{
    NodeContainer nodes(1);
    InternetStackHelper().Install(nodes);
    UdpStreamHelper helper(factory, InetSocketAddress("127.0.0.1", 9));
    helper.SetAttribute("BurstSize", UintegerValue(0));
    helper.SetAttribute("SendTime", TimeValue(sendTime));
    helper.Install(nodes.Get(0));
    Simulator::Run();
}

TEST(UdpStreamApplicationDeathTest, HostWithoutTheSocketFactoryIsRefusedWithOneLine)
{
    EXPECT_EXIT(RunSender("ns3::LinuxUdpSocketFactory", MicroSeconds(1)),
                testing::ExitedWithCode(1),
                "^linux-tx: error: .* has no ns3::LinuxUdpSocketFactory; .*\n$");
}

TEST(UdpStreamApplicationDeathTest, EndlessBurstThatTakesNoTimeIsRefusedWithOneLine)
{
    EXPECT_EXIT(RunSender("ns3::UdpSocketFactory", Seconds(0)),
                testing::ExitedWithCode(1),
                "^linux-tx: error: .* SendTime must be above 0\n$");
}

TEST(UdpStreamHelperDeathTest, AttributesThatItDoesNotHaveOrTakeAreRefusedWithOneLine)
{
    UdpStreamHelper helper("ns3::UdpSocketFactory", InetSocketAddress("127.0.0.1", 9));
    EXPECT_EXIT(helper.SetAttribute("MessageSise", UintegerValue(1)),
                testing::ExitedWithCode(1),
                "^linux-tx: error: ns3::UdpStreamApplication has no attribute .MessageSise.\n$");
    EXPECT_EXIT(helper.SetAttribute("MessageSize", UintegerValue(0)),
                testing::ExitedWithCode(1),
                "^linux-tx: error: ns3::UdpStreamApplication does not take .0. for .*\n$");
}

} // namespace
