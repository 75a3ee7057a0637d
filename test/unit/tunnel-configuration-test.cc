/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/internet-stack-helper.h"
#include "ns3/ip-tunnel-net-device.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/names.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tunnel-helper.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/// How ExitOnConfigurationError() ends a program.
const auto EXITED = testing::ExitedWithCode(1);

/// Two nodes with IPv4, the first one a Linux host.
class TunnelConfigurationDeathTest : public testing::Test
{
  protected:
    TunnelConfigurationDeathTest()
    {
        nodes.Create(2);
        InternetStackHelper().Install(nodes);
        LinuxTxHelper().Install(nodes.Get(0));
    }

    ~TunnelConfigurationDeathTest() override
    {
        Simulator::Destroy();
        Names::Clear();
    }

    /**
     * @brief Make a tunnel from 10.0.0.1 to 10.0.0.2 on the first node.
     * @param kind gre or ipip
     * @param attribute an attribute; empty for none
     * @param value its value
     * @return the tunnel
     */
    Ptr<IpTunnelNetDevice> Install(const std::string& kind,
                                   const std::string& attribute = "",
                                   const std::string& value = "") const
    {
        TunnelHelper helper(kind);
        if (!attribute.empty())
        {
            helper.SetDeviceAttribute(attribute, StringValue(value));
        }
        return DynamicCast<IpTunnelNetDevice>(
            helper.Install(nodes.Get(0), "10.0.0.1", "10.0.0.2").Get(0));
    }

    NodeContainer nodes; //!< the nodes
};

} // namespace

TEST_F(TunnelConfigurationDeathTest, KindIsGreOrIpip)
{
    EXPECT_EXIT(TunnelHelper("sit"), EXITED, "\"sit\" is no kind of tunnel; gre and ipip are");
}

TEST_F(TunnelConfigurationDeathTest, NodeIsALinuxHost)
{
    EXPECT_EXIT(TunnelHelper("gre").Install(nodes.Get(1), "10.0.0.1", "10.0.0.2"),
                EXITED,
                "LinuxTxHelper");
    EXPECT_EXIT(TunnelHelper("gre").Install("nobody", "10.0.0.1", "10.0.0.2"),
                EXITED,
                "no node is named 'nobody'");
}

TEST_F(TunnelConfigurationDeathTest, LocalAddressIsOneOfAHost)
{
    EXPECT_EXIT(TunnelHelper("gre").Install(nodes.Get(0), "239.0.0.1", "10.0.0.2"),
                EXITED,
                "239.0.0.1 is no local address");
}

TEST_F(TunnelConfigurationDeathTest, TunnelsOfAKindDiffer)
{
    Install("gre");
    Install("ipip");
    const auto keyed = Install("gre", "Key", "7");
    EXPECT_EXIT(Install("gre"), EXITED, "is a tunnel from 10.0.0.1 to 10.0.0.2 already");
    EXPECT_EXIT(keyed->SetAttribute("Key", StringValue("")), EXITED, "already");
    keyed->SetAttribute("Remote", Ipv4AddressValue("10.0.0.3"));
    keyed->SetAttribute("Key", StringValue(""));
}

TEST_F(TunnelConfigurationDeathTest, KeyIsANumberOrDottedQuad)
{
    for (const std::string key :
         {"x", "-1", "4294967296", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1..2.3", " 1", "1."})
    {
        EXPECT_EXIT(Install("gre", "Key", key), EXITED, "is no key of a GRE tunnel") << key;
    }
    EXPECT_EQ(Install("gre", "Key", "4294967295")->GetEndpoints().key, 4294967295U);
    EXPECT_EQ(Install("gre", "Key", "1.2.3.4")->GetEndpoints().key, 0x01020304U);
    EXPECT_EXIT(Install("ipip", "Key", "1"), EXITED, "has no attribute \"Key\"");
}

TEST_F(TunnelConfigurationDeathTest, MtuLeavesRoomForTheHeaders)
{
    // 65528 - 20 - 4.
    EXPECT_EXIT(Install("gre", "Mtu", "65505"), EXITED, "MTU 65505 .* from 68 to 65504 bytes");
    EXPECT_EXIT(Install("gre", "Mtu", "67"), EXITED, "from 68");
    EXPECT_EQ(Install("gre", "Mtu", "65504")->GetMtu(), 65504);
}

// Without an outer route Linux assumes Ethernet, and LL_MAX_HEADER for its headers.
TEST_F(TunnelConfigurationDeathTest, WithoutRouteTheOuterDeviceIsTakenForEthernet)
{
    EXPECT_EQ(Install("gre")->GetMtu(), 1476);
    EXPECT_EQ(Install("ipip")->GetMtu(), 1480);
    EXPECT_EQ(Install("gre", "Key", "1")->GetMtu(), 1472);
    EXPECT_EQ(Install("gre", "Key", "2")->GetHardHeaderLength(), 128U + 28);
}

TEST_F(TunnelConfigurationDeathTest, FeaturesAreThoseThatAreWanted)
{
    const auto tunnel = Install("gre", "Features", "tx-udp-segmentation off");
    EXPECT_FALSE(tunnel->GetFeatures().Has(DeviceFeatures::UDP_SEGMENTATION));
    EXPECT_TRUE(tunnel->GetFeatures().Has(DeviceFeatures::TCP_SEGMENTATION));
    EXPECT_FALSE(tunnel->SetFeature("rx-gro", true));
    EXPECT_EXIT(tunnel->SetAttribute("Features", StringValue("tx-everything on")),
                EXITED,
                "ns3::GreNetDevice does not take \"tx-everything on\"");
}
