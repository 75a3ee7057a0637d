/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/device-features.h"

#include <gtest/gtest.h>
#include <string>

using ns3::DeviceFeatures;
using ns3::GsoType;

namespace
{

constexpr uint32_t ALL = DeviceFeatures::TX_SCATTER_GATHER | DeviceFeatures::TX_CHECKSUMMING |
                         DeviceFeatures::GSO_SOFTWARE | DeviceFeatures::GENERIC_SEGMENTATION;

/**
 * @brief What netdev_fix_features leaves of everything but one feature.
 * @param feature the feature that is off
 * @return a combination of features
 */
uint32_t
FixWithout(DeviceFeatures::Feature feature)
{
    return DeviceFeatures(ALL & ~uint32_t{feature}).WithoutUnsupported().GetBits();
}

TEST(DeviceFeatures, NamesAreThoseOfEthtool)
{
    EXPECT_EQ(DeviceFeatures::ListNames(),
              "tx-checksumming, tx-scatter-gather, tcp-segmentation-offload, "
              "udp-fragmentation-offload, generic-segmentation-offload, tx-udp-segmentation");
    EXPECT_EQ(DeviceFeatures::FindByName("tx-udp-segmentation"), DeviceFeatures::UDP_SEGMENTATION);
    EXPECT_EQ(DeviceFeatures::FindByName("tx-scatter-gather"), DeviceFeatures::TX_SCATTER_GATHER);
}

TEST(DeviceFeatures, EachNameFindsItsFeature)
{
    uint32_t found = 0;
    for (const auto feature : DeviceFeatures::GetAll())
    {
        EXPECT_EQ(DeviceFeatures::FindByName(DeviceFeatures::GetName(feature)), feature);
        found |= feature;
    }
    EXPECT_EQ(found, ALL);
}

TEST(DeviceFeatures, OtherNamesFindNothing)
{
    for (const std::string name : {"", "tso", "tx-udp", "TX-checksumming", "tx-checksumming "})
    {
        EXPECT_FALSE(DeviceFeatures::FindByName(name)) << "\"" << name << "\"";
    }
}

TEST(DeviceFeatures, NicHasAllButUfo)
{
    EXPECT_EQ(DeviceFeatures::OfNic().GetBits(),
              ALL & ~uint32_t{DeviceFeatures::UDP_FRAGMENTATION});
    EXPECT_EQ(DeviceFeatures::OfStackedDevice().GetBits(), ALL);
}

TEST(DeviceFeatures, ForeignDeviceTakesNoTrain)
{
    for (const auto type : {GsoType::UDP_FRAGMENTS, GsoType::UDP_SEGMENTS, GsoType::TCP_SEGMENTS})
    {
        EXPECT_FALSE(DeviceFeatures::OfForeignDevice().TakesTrain(type, 2, 3000));
    }
    EXPECT_TRUE(DeviceFeatures::OfForeignDevice().Has(DeviceFeatures::TX_CHECKSUMMING));
}

TEST(DeviceFeatures, SetTurnsOneFeatureOnAndOff)
{
    DeviceFeatures features(DeviceFeatures::TX_CHECKSUMMING);
    features.Set(DeviceFeatures::UDP_SEGMENTATION, true);
    EXPECT_EQ(features.GetBits(),
              DeviceFeatures::TX_CHECKSUMMING | DeviceFeatures::UDP_SEGMENTATION);
    features.Set(DeviceFeatures::TX_CHECKSUMMING, false);
    EXPECT_EQ(features.GetBits(), uint32_t{DeviceFeatures::UDP_SEGMENTATION});
}

TEST(DeviceFeatures, WithoutScatterGatherThereIsNoTsoNoUfoAndNoGso)
{
    EXPECT_EQ(FixWithout(DeviceFeatures::TX_SCATTER_GATHER),
              DeviceFeatures::TX_CHECKSUMMING | DeviceFeatures::UDP_SEGMENTATION);
}

TEST(DeviceFeatures, WithoutChecksumsThereIsNoTsoAndNoUfo)
{
    // 6.1 leaves tx-udp-segmentation on; that it needs checksums was said in a later release.
    EXPECT_EQ(FixWithout(DeviceFeatures::TX_CHECKSUMMING),
              DeviceFeatures::TX_SCATTER_GATHER | DeviceFeatures::GENERIC_SEGMENTATION |
                  DeviceFeatures::UDP_SEGMENTATION);
}

TEST(DeviceFeatures, SegmentationFeaturesDoNotNeedEachOther)
{
    for (const auto feature : {DeviceFeatures::TCP_SEGMENTATION,
                               DeviceFeatures::UDP_SEGMENTATION,
                               DeviceFeatures::UDP_FRAGMENTATION,
                               DeviceFeatures::GENERIC_SEGMENTATION})
    {
        EXPECT_EQ(FixWithout(feature), ALL & ~uint32_t{feature});
    }
}

TEST(DeviceFeatures, FixingKeepsTheLimits)
{
    DeviceFeatures features;
    features.SetTsoMaxSize(5000);
    features.SetTsoMaxSegs(50);
    features.SetGsoMaxSize(4000);
    features.SetGsoMaxSegs(40);
    const DeviceFeatures fixed = features.WithoutUnsupported();
    EXPECT_EQ(fixed.GetTsoMaxSize(), 5000U);
    EXPECT_EQ(fixed.GetTsoMaxSegs(), 50U);
    EXPECT_EQ(fixed.GetGsoMaxSize(), 4000U);
    EXPECT_EQ(fixed.GetGsoMaxSegs(), 40U);
}

TEST(DeviceFeatures, EachKindOfTrainNeedsItsFeature)
{
    const DeviceFeatures tso(DeviceFeatures::TX_CHECKSUMMING | DeviceFeatures::TCP_SEGMENTATION);
    EXPECT_TRUE(tso.TakesTrain(GsoType::TCP_SEGMENTS, 2, 3000));
    EXPECT_FALSE(tso.TakesTrain(GsoType::UDP_SEGMENTS, 2, 3000));
    EXPECT_FALSE(tso.TakesTrain(GsoType::UDP_FRAGMENTS, 2, 3000));
    const DeviceFeatures uso(DeviceFeatures::TX_CHECKSUMMING | DeviceFeatures::UDP_SEGMENTATION);
    EXPECT_FALSE(uso.TakesTrain(GsoType::TCP_SEGMENTS, 2, 3000));
    EXPECT_TRUE(uso.TakesTrain(GsoType::UDP_SEGMENTS, 2, 3000));
    EXPECT_FALSE(uso.TakesTrain(GsoType::UDP_FRAGMENTS, 2, 3000));
    const DeviceFeatures ufo(DeviceFeatures::TX_CHECKSUMMING | DeviceFeatures::UDP_FRAGMENTATION);
    EXPECT_FALSE(ufo.TakesTrain(GsoType::TCP_SEGMENTS, 2, 3000));
    EXPECT_FALSE(ufo.TakesTrain(GsoType::UDP_SEGMENTS, 2, 3000));
    EXPECT_TRUE(ufo.TakesTrain(GsoType::UDP_FRAGMENTS, 2, 3000));
}

TEST(DeviceFeatures, NoTrainWithoutChecksums)
{
    DeviceFeatures features = DeviceFeatures::OfNic();
    features.Set(DeviceFeatures::TX_CHECKSUMMING, false);
    EXPECT_FALSE(features.TakesTrain(GsoType::UDP_SEGMENTS, 2, 3000));
}

TEST(DeviceFeatures, GenericSegmentationOffDoesNotCut)
{
    // netif_needs_gso() asks for the feature of the train's kind only.
    DeviceFeatures features = DeviceFeatures::OfNic();
    features.Set(DeviceFeatures::GENERIC_SEGMENTATION, false);
    EXPECT_TRUE(features.TakesTrain(GsoType::UDP_SEGMENTS, 2, 3000));
}

TEST(DeviceFeatures, TrainOfGsoMaxSizeIsCutASmallerOneIsNot)
{
    DeviceFeatures features = DeviceFeatures::OfNic();
    EXPECT_TRUE(features.TakesTrain(GsoType::UDP_SEGMENTS, 44, 65535));
    EXPECT_FALSE(features.TakesTrain(GsoType::UDP_SEGMENTS, 44, 65536));
    features.SetGsoMaxSize(3000);
    EXPECT_TRUE(features.TakesTrain(GsoType::TCP_SEGMENTS, 2, 2999));
    EXPECT_FALSE(features.TakesTrain(GsoType::TCP_SEGMENTS, 2, 3000));
}

TEST(DeviceFeatures, LargestUfoDatagramPasses)
{
    // 65,507 + 8 + 20 + 14 = 65,549 bytes.
    EXPECT_TRUE(DeviceFeatures::OfStackedDevice().TakesTrain(GsoType::UDP_FRAGMENTS, 45, 65549));
}

TEST(DeviceFeatures, TrainOfGsoMaxSegsPassesALongerOneIsCut)
{
    DeviceFeatures features = DeviceFeatures::OfStackedDevice();
    features.SetGsoMaxSegs(10);
    for (const auto type : {GsoType::UDP_FRAGMENTS, GsoType::UDP_SEGMENTS, GsoType::TCP_SEGMENTS})
    {
        EXPECT_TRUE(features.TakesTrain(type, 10, 3000));
        EXPECT_FALSE(features.TakesTrain(type, 11, 3000));
    }
}

TEST(DeviceFeatures, DriverLimitBoundsTheUsers)
{
    DeviceFeatures features = DeviceFeatures::OfNic();
    features.SetTsoMaxSize(4000);
    features.SetTsoMaxSegs(5);
    EXPECT_EQ(features.GetGsoMaxSize(), 4000U);
    EXPECT_EQ(features.GetGsoMaxSegs(), 5U);
    EXPECT_FALSE(features.TakesTrain(GsoType::UDP_SEGMENTS, 2, 4000));
    EXPECT_FALSE(features.TakesTrain(GsoType::UDP_SEGMENTS, 6, 3000));
    EXPECT_TRUE(features.TakesTrain(GsoType::UDP_SEGMENTS, 5, 3999));
}

} // namespace
