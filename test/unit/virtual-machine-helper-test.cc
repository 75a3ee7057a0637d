/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tap-net-device.h"
#include "ns3/uinteger.h"
#include "ns3/virtio-backend.h"
#include "ns3/virtio-net-device.h"
#include "ns3/virtual-machine-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// How ExitOnConfigurationError() ends a program.
const auto EXITED = testing::ExitedWithCode(1);

/**
 * @brief Make Linux hosts.
 * @param n how many
 * @return the nodes
 */
NodeContainer
MakeHosts(uint32_t n)
{
    NodeContainer nodes(n);
    InternetStackHelper().Install(nodes);
    LinuxTxHelper().Install(nodes);
    return nodes;
}

/**
 * @brief An attribute that is a number.
 * @param object the object
 * @param name its name
 * @return the value
 */
uint64_t
GetNumber(const Ptr<Object>& object, const std::string& name)
{
    UintegerValue value;
    object->GetAttribute(name, value);
    return value.Get();
}

} // namespace

TEST(VirtualMachineHelper, MakesBothEndsAndWhatIsBetween)
{
    const NodeContainer nodes = MakeHosts(2);
    const auto devices = VirtualMachineHelper().Install(nodes.Get(0), nodes.Get(1));
    const auto nic = DynamicCast<VirtioNetDevice>(devices.Get(0));
    const auto tap = DynamicCast<TapNetDevice>(devices.Get(1));
    ASSERT_TRUE(nic && tap);
    EXPECT_EQ(nic->GetNode(), nodes.Get(0));
    EXPECT_EQ(tap->GetNode(), nodes.Get(1));
    EXPECT_NE(nic->GetAddress(), tap->GetAddress());
    EXPECT_TRUE(nic->IsLinkUp());
    EXPECT_TRUE(tap->IsLinkUp());
    const auto backend = DynamicCast<VirtioBackend>(nic->GetChannel());
    ASSERT_TRUE(backend);
    EXPECT_EQ(backend, tap->GetChannel());
    EXPECT_EQ(backend->GetNDevices(), 2U);
    EXPECT_EQ(backend->GetDevice(0), nic);
    EXPECT_EQ(backend->GetDevice(1), tap);
    EXPECT_FALSE(backend->Attach(nic, tap)) << "twice";
    EXPECT_EQ(nic->GetOrphanPolicy(), ORPHAN_KERNEL);
    EXPECT_EQ(tap->GetOrphanPolicy(), ORPHAN_DRIVER);
    EXPECT_EQ(GetNumber(tap, "Sndbuf"), 1048576U);
    EXPECT_EQ(GetNumber(nic, "RingSize"), 256U);
    Simulator::Destroy();
}

TEST(VirtualMachineHelper, VhostOrphansAndItsTapHasNoLimit)
{
    const NodeContainer nodes = MakeHosts(2);
    VirtualMachineHelper helper;
    helper.SetDriver("vhost");
    const auto devices = helper.Install(nodes.Get(0), nodes.Get(1));
    EXPECT_EQ(DynamicCast<VirtioNetDevice>(devices.Get(0))->GetOrphanPolicy(), ORPHAN_DRIVER);
    EXPECT_EQ(GetNumber(devices.Get(1), "Sndbuf"), 2147483647U);
    helper.SetSndbuf(500000);
    EXPECT_EQ(GetNumber(helper.Install(nodes.Get(0), nodes.Get(1)).Get(1), "Sndbuf"), 500000U);
    helper.SetDriver("virtio");
    EXPECT_EQ(GetNumber(helper.Install(nodes.Get(0), nodes.Get(1)).Get(1), "Sndbuf"), 1048576U);
    Simulator::Destroy();
}

TEST(VirtualMachineHelperDeathTest, BadInput)
{
    VirtualMachineHelper helper;
    EXPECT_EXIT(helper.SetDriver("e1000"),
                EXITED,
                "^linux-tx: error: \"e1000\" is no kind of guest driver \\(virtio, vhost\\)");
    EXPECT_EXIT(helper.SetGuestAttribute("RingSize", UintegerValue(300)),
                EXITED,
                "\"300\".*RingSize.*power of two");
    EXPECT_EXIT(helper.SetGuestAttribute("RingSize", UintegerValue(0)), EXITED, "RingSize");
    EXPECT_EXIT(helper.SetGuestAttribute("Colour", StringValue("red")), EXITED, "\"Colour\"");
    EXPECT_EXIT(helper.SetSndbuf(5), EXITED, "\"5\".*Sndbuf.*6:2147483647");
    EXPECT_EXIT(helper.SetSndbuf(2147483648U), EXITED, "Sndbuf");
    EXPECT_EXIT(helper.SetTapAttribute("TxQueueLength", UintegerValue(0)), EXITED, "TxQueueLength");
    EXPECT_EXIT(helper.SetBackendAttribute("TxPacketTime", StringValue("-1us")),
                EXITED,
                "TxPacketTime");
}

TEST(VirtualMachineHelperDeathTest, WrongNodes)
{
    const NodeContainer hosts = MakeHosts(2);
    const NodeContainer stock(1);
    const VirtualMachineHelper helper;
    EXPECT_EXIT(helper.Install(stock.Get(0), hosts.Get(0)),
                EXITED,
                "the guest, node .*no Linux transmit path; LinuxTxHelper::Install");
    EXPECT_EXIT(helper.Install(hosts.Get(0), stock.Get(0)), EXITED, "the host, node ");
    EXPECT_EXIT(helper.Install(hosts.Get(0), hosts.Get(0)), EXITED, "its own host");
    EXPECT_EXIT(helper.Install("nobody", "nowhere"), EXITED, "no node is named 'no");
    EXPECT_EXIT(helper.Install(hosts.Get(0), hosts.Get(1), nullptr),
                EXITED,
                "LinuxBridgeNetDevice");
    Simulator::Destroy();
}
