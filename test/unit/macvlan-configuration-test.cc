/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/macvlan-helper.h"
#include "ns3/macvlan-net-device.h"
#include "ns3/names.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// How ExitOnConfigurationError() ends a program.
const auto EXITED = testing::ExitedWithCode(1);

/// Two Linux hosts with a NIC each.
class MacvlanConfigurationDeathTest : public testing::Test
{
  protected:
    MacvlanConfigurationDeathTest()
    {
        nodes.Create(2);
        nics = NicHelper().Install(nodes);
        InternetStackHelper().Install(nodes);
        LinuxTxHelper().Install(nodes);
    }

    ~MacvlanConfigurationDeathTest() override
    {
        Simulator::Destroy();
        Names::Clear();
    }

    /**
     * @brief Make a macvlan on the first NIC.
     * @param mode its mode
     * @return the macvlan
     */
    Ptr<MacvlanNetDevice> Install(const std::string& mode) const
    {
        return DynamicCast<MacvlanNetDevice>(MacvlanHelper(mode).Install(nics.Get(0)).Get(0));
    }

    NodeContainer nodes;     //!< the hosts
    NetDeviceContainer nics; //!< their NICs
};

} // namespace

TEST_F(MacvlanConfigurationDeathTest, UnknownMode)
{
    EXPECT_EXIT(MacvlanHelper("hub"),
                EXITED,
                "^linux-tx: error: .*\"hub\".*Mode.*private.*vepa.*bridge.*passthru.*\n$");
}

TEST_F(MacvlanConfigurationDeathTest, UnknownAttribute)
{
    MacvlanHelper helper;
    EXPECT_EXIT(helper.SetDeviceAttribute("Colour", StringValue("red")), EXITED, "\"Colour\"");
}

TEST_F(MacvlanConfigurationDeathTest, WrongLowerDevices)
{
    Names::Add("eth0", nics.Get(0));
    EXPECT_EXIT(MacvlanHelper().Install("eth1"), EXITED, "no device is named 'eth1'");
    EXPECT_EXIT(MacvlanHelper().Install(Ptr<NetDevice>()), EXITED, "a null device");
    NodeContainer others(2);
    const auto links = PointToPointHelper().Install(others);
    EXPECT_EXIT(MacvlanHelper().Install(links.Get(0)), EXITED, "no Linux transmit path");
    InternetStackHelper().Install(others);
    LinuxTxHelper().Install(others);
    EXPECT_EXIT(MacvlanHelper().Install(links.Get(0)), EXITED, "48-bit addresses");
}

TEST_F(MacvlanConfigurationDeathTest, PassthruIsTheOnlyOne)
{
    Names::Add("eth0", nics.Get(0));
    Install("bridge");
    EXPECT_EXIT(Install("passthru"), EXITED, "on top of eth0: .*only one .EINVAL.");
    MacvlanHelper("passthru").Install(nics.Get(1));
    EXPECT_EXIT(MacvlanHelper("private").Install(nics.Get(1)), EXITED, "only one then .EINVAL.");
}

TEST_F(MacvlanConfigurationDeathTest, ModeThatCannotChange)
{
    const auto macvlan = Install("bridge");
    macvlan->SetMode(MacvlanNetDevice::VEPA);
    EXPECT_EQ(macvlan->GetMode(), MacvlanNetDevice::VEPA);
    EXPECT_EXIT(macvlan->SetMode(MacvlanNetDevice::PASSTHRU), EXITED, "passthru.*EINVAL");
}

TEST_F(MacvlanConfigurationDeathTest, AddressesThatCannotBe)
{
    const auto first = Install("bridge");
    const auto second = Install("bridge");
    first->SetAddress(first->GetAddress());
    EXPECT_EXIT(second->SetAddress(first->GetAddress()), EXITED, "EADDRINUSE");
    EXPECT_EXIT(second->SetAddress(nics.Get(0)->GetAddress()), EXITED, "EADDRINUSE");
    EXPECT_EXIT(second->SetAddress(Mac48Address("01:00:5e:00:00:01")), EXITED, "EADDRNOTAVAIL");
    EXPECT_EXIT(second->SetAddress(Mac48Address("00:00:00:00:00:00")), EXITED, "EADDRNOTAVAIL");
    const auto third = CreateObject<MacvlanNetDevice>();
    nodes.Get(0)->AddDevice(third);
    third->SetAddress(first->GetAddress());
    EXPECT_EXIT(third->SetLowerDevice(nics.Get(0)), EXITED, "EADDRINUSE");
}

TEST_F(MacvlanConfigurationDeathTest, Loops)
{
    const auto macvlan = CreateObject<MacvlanNetDevice>();
    nodes.Get(0)->AddDevice(macvlan);
    EXPECT_EXIT(macvlan->SetLowerDevice(macvlan), EXITED, "no loop");
    macvlan->SetLowerDevice(nics.Get(0));
    EXPECT_EXIT(macvlan->SetLowerDevice(nics.Get(0)), EXITED, "has a lower device already");
}

TEST_F(MacvlanConfigurationDeathTest, SlaveOfABond)
{
    BondingHelper().Install(nodes.Get(0), NetDeviceContainer(nics.Get(0)));
    EXPECT_EXIT(Install("vepa"), EXITED, "all its frames go to .*BondingNetDevice.*EBUSY");
}
