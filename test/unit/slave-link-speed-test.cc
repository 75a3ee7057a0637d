/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/slave-link-speed.h"
#include "ns3/string.h"
#include "ns3/vlan-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(SlaveLinkSpeedTest, AVlanDeviceAnswersForTheDeviceBelow)
{
    NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    LinuxTxHelper().Install(nodes);
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", StringValue("2500Mbps"));
    const auto device = nic.Install(nodes).Get(0);
    const auto vlan = VlanHelper().Install(device, 7).Get(0);
    for (const auto& slave : {device, vlan})
    {
        EXPECT_EQ(GetSlaveLinkSpeed(slave), 2500U);
        EXPECT_TRUE(IsSlaveLinkFullDuplex(slave));
    }
    device->SetAttribute("FullDuplex", BooleanValue(false));
    for (const auto& slave : {device, vlan})
    {
        EXPECT_EQ(GetSlaveLinkSpeed(slave), 2500U);
        EXPECT_FALSE(IsSlaveLinkFullDuplex(slave));
    }
    Simulator::Destroy();
}

TEST(SlaveLinkSpeedTest, ADeviceThatSaysNothingIsFullDuplex)
{
    EXPECT_TRUE(IsSlaveLinkFullDuplex(CreateObject<SimpleNetDevice>()));
}
