/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/feature-inheritance.h"

#include <gtest/gtest.h>
#include <vector>

using ns3::DeviceFeatures;
using ns3::FixBondFeatures;
using ns3::FixBridgeFeatures;
using ns3::FixMacvlanFeatures;
using ns3::FixTunnelFeatures;
using ns3::FixVlanFeatures;
using ns3::GsoType;

namespace
{

constexpr uint32_t CSUM = DeviceFeatures::TX_CHECKSUMMING;
constexpr uint32_t SG = DeviceFeatures::TX_SCATTER_GATHER;
constexpr uint32_t TSO = DeviceFeatures::TCP_SEGMENTATION;
constexpr uint32_t USO = DeviceFeatures::UDP_SEGMENTATION;
constexpr uint32_t UFO = DeviceFeatures::UDP_FRAGMENTATION;
constexpr uint32_t GSO = DeviceFeatures::GENERIC_SEGMENTATION;
constexpr uint32_t ALL = CSUM | SG | TSO | USO | UFO | GSO;

const DeviceFeatures WANTED = DeviceFeatures::OfStackedDevice(); ///< everything
const DeviceFeatures NIC = DeviceFeatures::OfNic();              ///< everything but UFO
const DeviceFeatures PLAIN{CSUM | SG | GSO};                     ///< cuts no train

/**
 * @brief What a device has in the end (__netdev_update_features).
 * @param fixed what its ndo_fix_features gives
 * @return a combination of features
 */
uint32_t
InTheEnd(const DeviceFeatures& fixed)
{
    return fixed.WithoutUnsupported().GetBits();
}

/**
 * @brief Features with limits.
 * @param tsoMaxSize the driver's, in bytes
 * @param tsoMaxSegs the driver's
 * @return those of a NIC with these limits
 */
DeviceFeatures
WithLimits(uint32_t tsoMaxSize, uint32_t tsoMaxSegs)
{
    DeviceFeatures features = NIC;
    features.SetTsoMaxSize(tsoMaxSize);
    features.SetTsoMaxSegs(tsoMaxSegs);
    return features;
}

TEST(FeatureInheritance, VlanPromisesSegmentationThatItsLowerDeviceHasNot)
{
    EXPECT_EQ(InTheEnd(FixVlanFeatures(WANTED, PLAIN)), ALL);
}

TEST(FeatureInheritance, VlanHasNoTsoOverADeviceWithoutChecksumsOrScatterGather)
{
    // Checksums and scatter-gather are those of the lower device; the rest is netdev_fix_features.
    EXPECT_EQ(InTheEnd(FixVlanFeatures(WANTED, DeviceFeatures(ALL & ~CSUM))), SG | GSO | USO);
    EXPECT_EQ(InTheEnd(FixVlanFeatures(WANTED, DeviceFeatures(ALL & ~SG))), CSUM | USO);
}

TEST(FeatureInheritance, VlanKeepsGsoThatItsLowerDeviceHasOff)
{
    EXPECT_EQ(InTheEnd(FixVlanFeatures(WANTED, DeviceFeatures(ALL & ~GSO))), ALL);
}

TEST(FeatureInheritance, WhatTheUserTurnsOffIsOffOnEveryKindOfDevice)
{
    for (const auto feature : DeviceFeatures::GetAll())
    {
        DeviceFeatures wanted = WANTED;
        wanted.Set(feature, false);
        EXPECT_FALSE(FixVlanFeatures(wanted, WANTED).Has(feature));
        EXPECT_FALSE(FixMacvlanFeatures(wanted, WANTED).Has(feature));
        EXPECT_FALSE(FixBondFeatures(wanted, {WANTED, WANTED}).Has(feature));
        EXPECT_FALSE(FixBridgeFeatures(wanted, {WANTED, WANTED}).Has(feature));
        EXPECT_FALSE(FixTunnelFeatures(wanted).Has(feature));
    }
}

TEST(FeatureInheritance, MacvlanHasAllOverADeviceThatHasNothingButGso)
{
    EXPECT_EQ(InTheEnd(FixMacvlanFeatures(WANTED, DeviceFeatures(GSO))), ALL);
}

TEST(FeatureInheritance, MacvlanHasGsoOnlyWithItsLowerDevice)
{
    EXPECT_EQ(InTheEnd(FixMacvlanFeatures(WANTED, DeviceFeatures(ALL & ~GSO))), ALL & ~GSO);
}

TEST(FeatureInheritance, BondHasWhatOneSlaveHas)
{
    const DeviceFeatures uso(CSUM | SG | USO);
    EXPECT_EQ(InTheEnd(FixBondFeatures(WANTED, {PLAIN, uso})), CSUM | SG | TSO | USO | GSO);
    EXPECT_EQ(InTheEnd(FixBondFeatures(WANTED, {uso, PLAIN})), CSUM | SG | TSO | USO | GSO);
}

TEST(FeatureInheritance, BondPromisesTsoButNoOtherSegmentation)
{
    EXPECT_EQ(InTheEnd(FixBondFeatures(WANTED, {PLAIN, PLAIN})), CSUM | SG | TSO | GSO);
}

TEST(FeatureInheritance, BondOfNicsHasNoUfo)
{
    EXPECT_EQ(InTheEnd(FixBondFeatures(WANTED, {NIC, NIC})), ALL & ~UFO);
    EXPECT_EQ(InTheEnd(FixBridgeFeatures(WANTED, {NIC, NIC})), ALL & ~UFO);
}

TEST(FeatureInheritance, BondHasChecksumsThatNoSlaveHas)
{
    // NETIF_F_HW_CSUM is not among NETIF_F_ONE_FOR_ALL: it stays as wanted.
    EXPECT_EQ(InTheEnd(FixBondFeatures(WANTED, {DeviceFeatures(SG)})), CSUM | SG | TSO | GSO);
}

TEST(FeatureInheritance, BondHasNoGsoWhenNoSlaveHasScatterGather)
{
    EXPECT_EQ(InTheEnd(FixBondFeatures(WANTED, {DeviceFeatures(CSUM | USO)})), CSUM | USO);
}

TEST(FeatureInheritance, BondWithoutSlavesHasChecksumsOnly)
{
    EXPECT_EQ(InTheEnd(FixBondFeatures(WANTED, {})), CSUM);
}

TEST(FeatureInheritance, BridgeWithoutPortsHasWhatIsWanted)
{
    EXPECT_EQ(InTheEnd(FixBridgeFeatures(WANTED, {})), ALL);
    EXPECT_EQ(InTheEnd(FixBridgeFeatures(WANTED, {PLAIN})), CSUM | SG | TSO | GSO);
}

TEST(FeatureInheritance, TunnelHasWhatIsWanted)
{
    EXPECT_EQ(InTheEnd(FixTunnelFeatures(WANTED)), ALL);
}

TEST(FeatureInheritance, UfoOfTheUpperDeviceEndsAtTheLowerOne)
{
    // Scenario of 2014: macvlan on vlan, gre on bridge, vlan on bond. The upper device has UFO, the
    // one directly above the NIC has not: the vlan because the user turned it off, the others
    // because their NICs have not.
    DeviceFeatures wantedOfVlan = WANTED;
    wantedOfVlan.Set(DeviceFeatures::UDP_FRAGMENTATION, false);
    const DeviceFeatures vlan = FixVlanFeatures(wantedOfVlan, NIC);
    EXPECT_EQ(InTheEnd(FixMacvlanFeatures(WANTED, vlan)), ALL);
    EXPECT_EQ(InTheEnd(vlan), ALL & ~UFO);
    EXPECT_EQ(InTheEnd(FixTunnelFeatures(WANTED)), ALL);
    EXPECT_EQ(InTheEnd(FixBridgeFeatures(WANTED, {NIC})), ALL & ~UFO);
    EXPECT_EQ(InTheEnd(FixVlanFeatures(WANTED, FixBondFeatures(WANTED, {NIC, NIC}))), ALL);
    EXPECT_EQ(InTheEnd(FixBondFeatures(WANTED, {NIC, NIC})), ALL & ~UFO);
}

TEST(FeatureInheritance, VlanAboveABondWithoutUdpSegmentationHasIt)
{
    // e5: "at bond0 xmit (feature off on bond0)" of vlan/bond/veth: the train passes the vlan.
    DeviceFeatures wanted = WANTED;
    wanted.Set(DeviceFeatures::UDP_SEGMENTATION, false);
    const DeviceFeatures bond = FixBondFeatures(wanted, {NIC});
    EXPECT_FALSE(bond.TakesTrain(GsoType::UDP_SEGMENTS, 10, 10042));
    EXPECT_TRUE(FixVlanFeatures(WANTED, bond).TakesTrain(GsoType::UDP_SEGMENTS, 10, 10042));
}

TEST(FeatureInheritance, SmallestDriverLimitsAreInherited)
{
    const std::vector<DeviceFeatures> lowers{WithLimits(30000, 30), WithLimits(20000, 40)};
    for (const auto& features :
         {FixBondFeatures(WANTED, lowers), FixBridgeFeatures(WANTED, lowers)})
    {
        EXPECT_EQ(features.GetTsoMaxSize(), 20000U);
        EXPECT_EQ(features.GetGsoMaxSize(), 20000U);
        EXPECT_EQ(features.GetTsoMaxSegs(), 30U);
        EXPECT_EQ(features.GetGsoMaxSegs(), 30U);
    }
    for (const auto& features :
         {FixVlanFeatures(WANTED, lowers[0]), FixMacvlanFeatures(WANTED, lowers[0])})
    {
        EXPECT_EQ(features.GetGsoMaxSize(), 30000U);
        EXPECT_EQ(features.GetGsoMaxSegs(), 30U);
    }
}

TEST(FeatureInheritance, UserLimitsBelowAreNotInherited)
{
    // `ip link set eth0 gso_max_size 3000` leaves eth0.7 at 65536 (netif_inherit_tso_max).
    DeviceFeatures lower = NIC;
    lower.SetGsoMaxSize(3000);
    lower.SetGsoMaxSegs(2);
    for (const auto& features : {FixVlanFeatures(WANTED, lower),
                                 FixMacvlanFeatures(WANTED, lower),
                                 FixBondFeatures(WANTED, {lower}),
                                 FixBridgeFeatures(WANTED, {lower})})
    {
        EXPECT_EQ(features.GetGsoMaxSize(), 65536U);
        EXPECT_EQ(features.GetGsoMaxSegs(), 65535U);
    }
}

TEST(FeatureInheritance, UserLimitsOfTheDeviceItselfCount)
{
    DeviceFeatures wanted = WANTED;
    wanted.SetGsoMaxSize(3000);
    wanted.SetGsoMaxSegs(2);
    for (const auto& features : {FixVlanFeatures(wanted, WithLimits(20000, 40)),
                                 FixMacvlanFeatures(wanted, WithLimits(20000, 40)),
                                 FixBondFeatures(wanted, {WithLimits(20000, 40)}),
                                 FixBridgeFeatures(wanted, {WithLimits(20000, 40)}),
                                 FixTunnelFeatures(wanted)})
    {
        EXPECT_EQ(features.GetGsoMaxSize(), 3000U);
        EXPECT_EQ(features.GetGsoMaxSegs(), 2U);
    }
}

} // namespace
