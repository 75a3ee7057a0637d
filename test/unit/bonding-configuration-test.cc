/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-helper.h"
#include "ns3/bonding-net-device.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/node.h"
#include "ns3/simple-net-device.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// What every mistake in a bond's configuration comes to.
const auto STATUS_1 = ::testing::ExitedWithCode(1);

/**
 * @brief Make a Linux host with one Ethernet device.
 * @return the device
 */
NetDeviceContainer
MakeHost()
{
    const auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    LinuxTxHelper().Install(node);
    const auto device = CreateObject<SimpleNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    node->AddDevice(device);
    return NetDeviceContainer(device);
}

} // namespace

TEST(BondConfigurationDeathTest, AnUnknownModeEndsTheProgramWithTheModesThereAre)
{
    const auto slaves = MakeHost();
    const auto node = slaves.Get(0)->GetNode();
    const auto* error = "^linux-tx: error: attribute Mode = 'balance-xyz': option mode: invalid "
                        "value .balance-xyz.; allowed: balance-rr .0., .*, balance-alb .6. "
                        ".EINVAL.\n$";
    EXPECT_EXIT(BondingHelper("balance-xyz").Install(node, slaves), STATUS_1, error);
    BondingHelper helper;
    helper.SetBondAttribute("Mode", StringValue("balance-xyz"));
    EXPECT_EXIT(helper.Install(node, slaves), STATUS_1, error);
}

TEST(BondConfigurationDeathTest, TheModeOfABondWithSlavesCannotBeSet)
{
    const auto slaves = MakeHost();
    const auto bond = BondingHelper().Install(slaves.Get(0)->GetNode(), slaves).Get(0);
    EXPECT_EXIT(
        bond->SetAttribute("Mode", StringValue("broadcast")),
        STATUS_1,
        "^linux-tx: error: attribute Mode = 'broadcast': option mode: unable to set because "
        "the bond device has slaves .ENOTEMPTY.\n$");
}

TEST(BondConfigurationDeathTest, WhatCannotBeEnslavedEndsTheProgram)
{
    const auto slaves = MakeHost();
    const auto node = slaves.Get(0)->GetNode();
    NetDeviceContainer twice(slaves);
    twice.Add(slaves);
    EXPECT_EXIT(BondingHelper().Install(node, twice),
                STATUS_1,
                "^linux-tx: error: cannot enslave ns3::SimpleNetDevice .*already a slave.*\n$");
    EXPECT_EXIT(BondingHelper().Install(node, MakeHost()),
                STATUS_1,
                "^linux-tx: error: cannot enslave .*not a device of the bond's node.*\n$");
    EXPECT_EXIT(BondingHelper::Enslave(slaves.Get(0), slaves.Get(0)),
                STATUS_1,
                "^linux-tx: error: .*ns3::BondingNetDevice\n$");
}

TEST(BondConfigurationDeathTest, ABondNeedsALinuxHost)
{
    EXPECT_EXIT(BondingHelper().Install(CreateObject<Node>(), {}),
                STATUS_1,
                "^linux-tx: error: .*LinuxTxHelper::Install.. comes first\n$");
    EXPECT_EXIT(BondingHelper().Install("nobody", {}),
                STATUS_1,
                "^linux-tx: error: .*'nobody'.*\n$");
}

TEST(BondConfigurationDeathTest, AttributesAreCheckedWhenTheyAreSet)
{
    BondingHelper helper;
    EXPECT_EXIT(helper.SetBondAttribute("Mii", UintegerValue(100)),
                STATUS_1,
                "^linux-tx: error: ns3::BondingNetDevice .*\"Mii\"\n$");
    EXPECT_EXIT(helper.SetBondAttribute("Mtu", UintegerValue(67)),
                STATUS_1,
                "^linux-tx: error: .*does not take \"67\".*Mtu.*68:65535.*\n$");
}
