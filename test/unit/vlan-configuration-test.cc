/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-helper.h"
#include "ns3/interface-name.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/names.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-helper.h"
#include "ns3/vlan-net-device.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// How ExitOnConfigurationError() ends a program.
const auto EXITED = testing::ExitedWithCode(1);

/// Two Linux hosts with a NIC each.
class VlanConfigurationDeathTest : public testing::Test
{
  protected:
    VlanConfigurationDeathTest()
    {
        nodes.Create(2);
        nics = NicHelper().Install(nodes);
        InternetStackHelper().Install(nodes);
        LinuxTxHelper().Install(nodes);
    }

    ~VlanConfigurationDeathTest() override
    {
        Simulator::Destroy();
        Names::Clear();
    }

    /**
     * @brief Put a VLAN device on top of a device.
     * @param lower the device
     * @param id the id
     * @param protocol the protocol
     * @return the VLAN device
     */
    static Ptr<VlanNetDevice> Install(const Ptr<NetDevice>& lower,
                                      uint32_t id,
                                      const std::string& protocol = "802.1Q")
    {
        VlanHelper helper;
        helper.SetDeviceAttribute("Protocol", StringValue(protocol));
        return DynamicCast<VlanNetDevice>(helper.Install(lower, id).Get(0));
    }

    NodeContainer nodes;     //!< the hosts
    NetDeviceContainer nics; //!< their NICs
};

} // namespace

TEST_F(VlanConfigurationDeathTest, IdsGoFrom0To4094)
{
    EXPECT_EQ(Install(nics.Get(0), 0)->GetVlanId(), 0);
    EXPECT_EQ(Install(nics.Get(0), 4094)->GetVlanId(), 4094);
    EXPECT_EXIT(Install(nics.Get(0), 4095), EXITED, "^linux-tx: error: .*4095.*0 to 4094.*\n$");
    EXPECT_EXIT(Install(nics.Get(0), 65536 + 7), EXITED, "65543.*0 to 4094");
    VlanHelper helper;
    EXPECT_EXIT(CreateObject<VlanNetDevice>()->SetAttribute("VlanId", UintegerValue(4095)),
                EXITED,
                "\"4095\".*VlanId.*0 to 4094");
}

TEST_F(VlanConfigurationDeathTest, AnIdExistsOnceOnADeviceAndProtocol)
{
    const auto vlan = Install(nics.Get(0), 7);
    EXPECT_EXIT(Install(nics.Get(0), 7), EXITED, "^linux-tx: error: .*802.1Q id 7 already.*\n$");
    Install(nics.Get(0), 7, "802.1ad");
    EXPECT_EXIT(Install(nics.Get(0), 7, "802.1ad"), EXITED, "802.1ad id 7 already");
    Install(vlan, 7);
    Install(nics.Get(1), 7);
}

TEST_F(VlanConfigurationDeathTest, IdAndProtocolStayOnceThereIsALowerDevice)
{
    const auto vlan = Install(nics.Get(0), 7);
    EXPECT_EXIT(vlan->SetVlanId(8), EXITED, "cannot change the id");
    EXPECT_EXIT(vlan->SetProtocol(VLAN_8021AD), EXITED, "cannot change the protocol");
    EXPECT_EXIT(vlan->SetLowerDevice(nics.Get(0)), EXITED, "has a lower device already");
}

TEST_F(VlanConfigurationDeathTest, DevicesOnTopOfEachOtherFormNoLoop)
{
    const auto bond = BondingHelper().Install(nodes.Get(0), {}).Get(0);
    const auto vlan = Install(bond, 7);
    EXPECT_EXIT(BondingHelper::Enslave(bond, vlan), EXITED, "^linux-tx: error: .*loop.*\n$");
    const auto alone = CreateObject<VlanNetDevice>();
    nodes.Get(0)->AddDevice(alone);
    EXPECT_EXIT(alone->SetLowerDevice(alone), EXITED, "loop");
    Ptr<NetDevice> top = nics.Get(0);
    for (uint32_t id = 1; id < 8; ++id)
    {
        top = Install(top, id);
    }
    EXPECT_EXIT(Install(top, 8), EXITED, "at most 8");
}

TEST_F(VlanConfigurationDeathTest, LowerDevicesSpeakEthernetOnALinuxHost)
{
    EXPECT_EXIT(VlanHelper().Install("eth0", 7), EXITED, "no device is named 'eth0'");
    EXPECT_EXIT(VlanHelper().Install(Ptr<NetDevice>(), 7), EXITED, "a null device");
    const auto ends = PointToPointHelper().Install(nodes);
    EXPECT_EXIT(Install(ends.Get(0), 7), EXITED, "PointToPointNetDevice.*no Ethernet address");
    NodeContainer others(2);
    const auto plain = NicHelper().Install(others);
    EXPECT_EXIT(Install(plain.Get(0), 7), EXITED, "no Linux transmit path");
}

TEST_F(VlanConfigurationDeathTest, EgressQosMapIsPairs)
{
    const auto vlan = Install(nics.Get(0), 7);
    vlan->SetAttribute("EgressQosMap", StringValue("6:5 0:1"));
    StringValue map;
    vlan->GetAttribute("EgressQosMap", map);
    EXPECT_EQ(map.Get(), "0:1 6:5");
    EXPECT_EQ(vlan->GetTag().tci, 0x2007);
    EXPECT_EQ(vlan->GetTag(6).tci, 0xa007);
    EXPECT_EQ(vlan->GetTag(3).tci, 0x0007);
    EXPECT_FALSE(vlan->SetEgressPriority(1, 8));
    for (const char* wrong : {"1", "1:", ":1", "1:8", "1:2:3", "1:-1", "a:1", "4294967296:1"})
    {
        EXPECT_EXIT(vlan->SetAttribute("EgressQosMap", StringValue(wrong)), EXITED, "EgressQosMap")
            << wrong;
    }
}

TEST_F(VlanConfigurationDeathTest, DevicesAreNamedAfterTheDeviceBelow)
{
    const auto service = Install(nics.Get(0), 100, "802.1ad");
    const auto customer = Install(service, 7);
    const auto bond = BondingHelper().Install(nodes.Get(0), {}).Get(0);
    const auto onBond = Install(bond, 7);
    const auto sameId = Install(nics.Get(0), 100);
    EXPECT_EQ(GetInterfaceName(service), GetInterfaceName(nics.Get(0)) + ".100");
    EXPECT_EQ(GetInterfaceName(customer), GetInterfaceName(nics.Get(0)) + ".100.7");
    EXPECT_EQ(GetInterfaceName(onBond), "bond0.7");
    EXPECT_EQ(GetInterfaceName(sameId), "vlan0") << "eth0.100 is another's";
    EXPECT_EQ(FindInterface(nodes.Get(0), "bond0.7"), onBond);
    Names::Add("uplink", bond);
    EXPECT_EQ(GetInterfaceName(onBond), "uplink.7");
}

TEST_F(VlanConfigurationDeathTest, TheLowerDeviceGetsTheKernelsQueueDisc)
{
    const auto trafficControl = nodes.Get(0)->GetObject<TrafficControlLayer>();
    EXPECT_FALSE(trafficControl->GetRootQueueDiscOnDevice(nics.Get(0)));
    Install(nics.Get(0), 7);
    const auto root = trafficControl->GetRootQueueDiscOnDevice(nics.Get(0));
    ASSERT_TRUE(root);
    EXPECT_EQ(root->GetInstanceTypeId().GetName(), "ns3::PfifoFastQueueDisc");
}
