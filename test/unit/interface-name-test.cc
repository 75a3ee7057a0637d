/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-net-device.h"
#include "ns3/interface-name.h"
#include "ns3/loopback-net-device.h"
#include "ns3/names.h"
#include "ns3/node.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A node with eth, lo, bond, eth, bond, in this order.
class InterfaceName : public testing::Test
{
  protected:
    InterfaceName()
    {
        Add(CreateObject<SimpleNetDevice>());
        Add(CreateObject<LoopbackNetDevice>());
        Add(CreateObject<BondingNetDevice>());
        Add(CreateObject<SimpleNetDevice>());
        Add(CreateObject<BondingNetDevice>());
    }

    ~InterfaceName() override
    {
        Names::Clear();
        Simulator::Destroy();
    }

    /**
     * @brief Add a device to the node.
     * @param device the device
     */
    void Add(const Ptr<NetDevice>& device)
    {
        m_node->AddDevice(device);
        m_devices.push_back(device);
    }

    /**
     * @brief The names of all devices; each must find its device.
     * @return the names, in the node's order
     */
    std::vector<std::string> GetNames() const
    {
        std::vector<std::string> names;
        for (const auto& device : m_devices)
        {
            names.push_back(GetInterfaceName(device));
            EXPECT_EQ(FindInterface(m_node, names.back()), device) << names.back();
        }
        return names;
    }

    Ptr<Node> m_node{CreateObject<Node>()}; //!< the node
    std::vector<Ptr<NetDevice>> m_devices;  //!< its devices
};

using Strings = std::vector<std::string>;

} // namespace

TEST_F(InterfaceName, EachKindIsCountedOnItsOwn)
{
    EXPECT_EQ(GetNames(), (Strings{"eth0", "lo", "bond0", "eth1", "bond1"}));
}

TEST_F(InterfaceName, GivenNameIsTheLastPartOfThePath)
{
    Names::Add("host", m_node);
    Names::Add("host/uplink", m_devices[0]);
    // the other device is the first one without a name now, as in dev_alloc_name()
    EXPECT_EQ(GetNames(), (Strings{"uplink", "lo", "bond0", "eth0", "bond1"}));
}

TEST_F(InterfaceName, NamesStayUniqueWhenAGivenOneLooksAutomatic)
{
    Names::Add("eth0", m_devices[3]);
    Names::Add("bond0", m_devices[4]);
    EXPECT_EQ(GetNames(), (Strings{"eth1", "lo", "bond1", "eth0", "bond0"}));
}

TEST_F(InterfaceName, UnknownNameFindsNothing)
{
    EXPECT_EQ(FindInterface(m_node, "eth2"), nullptr);
    EXPECT_EQ(FindInterface(m_node, ""), nullptr);
}

TEST(InterfaceNameWithoutNode, DeviceIsTheFirstOfItsKind)
{
    EXPECT_EQ(GetInterfaceName(CreateObject<SimpleNetDevice>()), "eth0");
    EXPECT_EQ(GetInterfaceName(CreateObject<BondingNetDevice>()), "bond0");
}
