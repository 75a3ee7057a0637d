/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-net-device.h"
#include "ns3/ethtool-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/names.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-layer.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/// How ExitOnConfigurationError() ends a program.
const auto EXITED = testing::ExitedWithCode(1);

/**
 * @brief A host with a NIC, named eth0, and a foreign device.
 */
class EthtoolHelperTest : public testing::Test
{
  protected:
    EthtoolHelperTest()
    {
        InternetStackHelper().Install(m_nodes);
        LinuxTxHelper().Install(m_nodes.Get(0));
        m_nic = NicHelper().Install(m_nodes).Get(0);
        Names::Add("eth0", m_nic);
        m_foreign = CreateObject<SimpleNetDevice>();
        m_foreign->SetAddress(Mac48Address::Allocate());
        m_nodes.Get(0)->AddDevice(m_foreign);
    }

    ~EthtoolHelperTest() override
    {
        Names::Clear();
        Simulator::Destroy();
    }

    /**
     * @brief What a device has.
     * @param device a device of the host
     * @return the features
     */
    DeviceFeatures FeaturesOf(const Ptr<NetDevice>& device) const
    {
        return m_nodes.Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer()->GetFeatures(device);
    }

    NodeContainer m_nodes{2}; //!< the host, and another one
    Ptr<NetDevice> m_nic;     //!< the NIC
    Ptr<NetDevice> m_foreign; //!< a device of ns-3's own
    EthtoolHelper m_ethtool;  //!< what is tested
};

using EthtoolHelperDeathTest = EthtoolHelperTest;

TEST_F(EthtoolHelperTest, TurnsAFeatureOffAndOn)
{
    m_ethtool.SetFeature(m_nic, "tx-udp-segmentation", false);
    EXPECT_FALSE(FeaturesOf(m_nic).Has(DeviceFeatures::UDP_SEGMENTATION));
    EXPECT_TRUE(FeaturesOf(m_nic).Has(DeviceFeatures::TCP_SEGMENTATION));
    m_ethtool.SetFeature(m_nic, "tx-udp-segmentation", true);
    EXPECT_TRUE(FeaturesOf(m_nic).Has(DeviceFeatures::UDP_SEGMENTATION));
}

TEST_F(EthtoolHelperTest, GivesAForeignDeviceAFeature)
{
    EXPECT_FALSE(FeaturesOf(m_foreign).Has(DeviceFeatures::UDP_SEGMENTATION));
    m_ethtool.SetFeature(m_foreign, "tx-udp-segmentation", true);
    EXPECT_TRUE(FeaturesOf(m_foreign).Has(DeviceFeatures::UDP_SEGMENTATION));
}

TEST_F(EthtoolHelperTest, WantedFeatureComesBackWithTheOneItNeeds)
{
    // dev->wanted_features outlives netdev_fix_features, on devices of both kinds.
    m_ethtool.SetFeature(m_foreign, "tcp-segmentation-offload", true);
    for (const auto& device : {m_nic, m_foreign})
    {
        m_ethtool.SetFeature(device, "tx-scatter-gather", false);
        EXPECT_FALSE(FeaturesOf(device).Has(DeviceFeatures::TCP_SEGMENTATION));
        m_ethtool.SetFeature(device, "tx-scatter-gather", true);
        EXPECT_TRUE(FeaturesOf(device).Has(DeviceFeatures::TCP_SEGMENTATION));
    }
}

TEST_F(EthtoolHelperTest, SetsLimitsOfBothKindsOfDevices)
{
    for (const auto& device : {m_nic, m_foreign})
    {
        m_ethtool.SetGsoMaxSize(device, 16000);
        m_ethtool.SetGsoMaxSegs(device, 10);
        EXPECT_EQ(FeaturesOf(device).GetGsoMaxSize(), 16000U);
        EXPECT_EQ(FeaturesOf(device).GetGsoMaxSegs(), 10U);
    }
}

TEST_F(EthtoolHelperTest, ChangesEveryDeviceOfAContainer)
{
    NetDeviceContainer devices(m_nic);
    devices.Add(m_foreign);
    m_ethtool.SetFeature(devices, "tx-checksumming", false);
    m_ethtool.SetGsoMaxSize(devices, 5000);
    m_ethtool.SetGsoMaxSegs(devices, 3);
    for (const auto& device : {m_nic, m_foreign})
    {
        EXPECT_FALSE(FeaturesOf(device).Has(DeviceFeatures::TX_CHECKSUMMING));
        EXPECT_EQ(FeaturesOf(device).GetGsoMaxSize(), 5000U);
        EXPECT_EQ(FeaturesOf(device).GetGsoMaxSegs(), 3U);
    }
}

TEST_F(EthtoolHelperTest, BondFollowsItsSlaves)
{
    const auto bond = CreateObject<BondingNetDevice>();
    m_nodes.Get(0)->AddDevice(bond);
    EXPECT_FALSE(FeaturesOf(bond).Has(DeviceFeatures::UDP_SEGMENTATION));
    ASSERT_TRUE(bond->Enslave(m_nic));
    EXPECT_TRUE(FeaturesOf(bond).Has(DeviceFeatures::UDP_SEGMENTATION));
    m_ethtool.SetFeature(m_nic, "tx-udp-segmentation", false);
    EXPECT_FALSE(FeaturesOf(bond).Has(DeviceFeatures::UDP_SEGMENTATION));
    EXPECT_TRUE(FeaturesOf(bond).Has(DeviceFeatures::TCP_SEGMENTATION));
    m_nic->SetAttribute("TsoMaxSize", UintegerValue(20000));
    EXPECT_EQ(FeaturesOf(bond).GetGsoMaxSize(), 20000U);
}

TEST_F(EthtoolHelperDeathTest, FeatureThatDoesNotExist)
{
    EXPECT_EXIT(m_ethtool.SetFeature(m_nic, "tso", true),
                EXITED,
                "^linux-tx: error: .*\"tso\".*tcp-segmentation-offload.*tx-udp-segmentation");
    EXPECT_EXIT(m_ethtool.SetFeature(m_foreign, "", true), EXITED, "\"\"");
}

TEST_F(EthtoolHelperDeathTest, LimitsOutOfRange)
{
    EXPECT_EXIT(m_ethtool.SetGsoMaxSize(m_nic, 0), EXITED, "0 is no gso_max_size.*1 to 65536");
    EXPECT_EXIT(m_ethtool.SetGsoMaxSize(m_foreign, 65537), EXITED, "65537.*1 to 65536");
    EXPECT_EXIT(m_ethtool.SetGsoMaxSegs(m_foreign, 0), EXITED, "0 is no gso_max_segs.*1 to 65535");
    EXPECT_EXIT(m_ethtool.SetGsoMaxSegs(m_nic, 65536), EXITED, "65536.*of eth0.*1 to 65535");
    m_nic->SetAttribute("TsoMaxSize", UintegerValue(32000));
    EXPECT_EXIT(m_ethtool.SetGsoMaxSize(m_nic, 32001), EXITED, "32001.*1 to 32000");
}

TEST_F(EthtoolHelperDeathTest, CoalescingOfADeviceThatHasNone)
{
    EXPECT_EXIT(m_ethtool.SetTxCoalescing(m_foreign, 10), EXITED, "has no tx-usecs.*NicNetDevice");
    EXPECT_EXIT(m_ethtool.SetTxCoalescing(nullptr, 10), EXITED, "null device has no tx-usecs");
    EXPECT_EXIT(m_ethtool.SetTxCoalescing(m_nic, 1000001),
                EXITED,
                "tx-usecs 1000001.*0 to 1000000");
    EXPECT_EXIT(m_ethtool.SetTxCoalescing(m_nic, 1, 65536), EXITED, "tx-frames 65536.*0 to 65535");
}

TEST_F(EthtoolHelperDeathTest, DeviceOfNoHost)
{
    EXPECT_EXIT(m_ethtool.SetFeature(Ptr<NetDevice>(), "tx-checksumming", true),
                EXITED,
                "a null device is on no node");
    EXPECT_EXIT(m_ethtool.SetFeature(CreateObject<SimpleNetDevice>(), "tx-checksumming", true),
                EXITED,
                "on no node");
    EXPECT_EXIT(m_ethtool.SetGsoMaxSize(m_nodes.Get(1)->GetDevice(0), 5), EXITED, "LinuxTxHelper");
}

} // namespace

TEST_F(EthtoolHelperDeathTest, QueuesAndRingsThatDoNotExist)
{
    EXPECT_EXIT(m_ethtool.SetTxQueueCoalescing(m_nic, 1, 10), EXITED, "queue 1 .0 to 0.");
    EXPECT_EXIT(m_ethtool.SetTxQueueCoalescing(m_nic, 0, 1000001), EXITED, "tx-usecs 1000001");
    EXPECT_EXIT(m_ethtool.SetTxRing(m_nic, 0), EXITED, "ring of 0 .1 to 65535");
    EXPECT_EXIT(m_ethtool.SetTxRing(m_nic, 65536), EXITED, "ring of 65536");
    EXPECT_EXIT(m_ethtool.SetTxRing(m_foreign, 64), EXITED, "has no transmit ring");
}
