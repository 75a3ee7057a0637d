/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/virtual-machine-helper.h"

#include "ns3/boolean.h"
#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/mac48-address.h"
#include "ns3/names.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/tap-net-device.h"
#include "ns3/uinteger.h"
#include "ns3/virtio-backend.h"
#include "ns3/virtio-net-device.h"

#include <array>

namespace ns3
{

namespace
{

/// A driver in the guest, and who serves it.
struct GuestDriver
{
    const char* name; //!< as SetDriver() takes it
    bool napiTx;      //!< attribute NapiTx of the guest's NIC
    uint32_t sndbuf;  //!< attribute Sndbuf of the tap, in bytes
};

/// The drivers.
constexpr std::array<GuestDriver, 2> GUEST_DRIVERS{{
    {"virtio", true, TapWriteMemory::QEMU_SNDBUF},
    {"vhost", false, TapWriteMemory::KERNEL_SNDBUF},
}};

/**
 * @brief End the program unless a node is a Linux host.
 * @param node the node
 * @param role what it is to be
 */
void
CheckLinuxHost(const Ptr<Node>& node, const std::string& role)
{
    if (!node)
    {
        ExitOnConfigurationError("VirtualMachineHelper: there is no " + role +
                                 "; guest and host are two nodes");
    }
    if (!node->GetObject<LinuxTransmitPath>())
    {
        ExitOnConfigurationError("VirtualMachineHelper: the " + role + ", node " +
                                 std::to_string(node->GetId()) +
                                 ", has no Linux transmit path; LinuxTxHelper::Install() comes "
                                 "first");
    }
}

/**
 * @brief Find a node, or end the program.
 * @param name its name
 * @return the node
 */
Ptr<Node>
FindNode(const std::string& name)
{
    const auto node = Names::Find<Node>(name);
    if (!node)
    {
        ExitOnConfigurationError("VirtualMachineHelper: no node is named '" + name +
                                 "'; Names::Add() one");
    }
    return node;
}

} // namespace

VirtualMachineHelper::VirtualMachineHelper()
    : StackedTraceHelper(VirtualLinkNetDevice::GetTypeId())
{
    m_guestFactory.SetTypeId(VirtioNetDevice::GetTypeId());
    m_tapFactory.SetTypeId(TapNetDevice::GetTypeId());
    m_backendFactory.SetTypeId(VirtioBackend::GetTypeId());
}

void
VirtualMachineHelper::SetDriver(const std::string& kind)
{
    std::string names;
    for (const GuestDriver& driver : GUEST_DRIVERS)
    {
        if (kind == driver.name)
        {
            SetGuestAttribute("NapiTx", BooleanValue(driver.napiTx));
            SetSndbuf(driver.sndbuf);
            return;
        }
        names += (names.empty() ? "" : ", ") + std::string(driver.name);
    }
    ExitOnConfigurationError("\"" + kind + "\" is no kind of guest driver (" + names + ")");
}

void
VirtualMachineHelper::SetSndbuf(uint32_t bytes)
{
    SetTapAttribute("Sndbuf", UintegerValue(bytes));
}

void
VirtualMachineHelper::SetGuestAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_guestFactory, name, value);
    // Some limits are known to the setters only: let them refuse here, not at Install().
    m_guestFactory.Create();
}

void
VirtualMachineHelper::SetTapAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_tapFactory, name, value);
}

void
VirtualMachineHelper::SetBackendAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_backendFactory, name, value);
}

NetDeviceContainer
VirtualMachineHelper::Install(const Ptr<Node>& guest,
                              const Ptr<Node>& host,
                              const Ptr<NetDevice>& bridge) const
{
    const NetDeviceContainer devices = Install(guest, host);
    LinuxBridgeHelper::AddPort(bridge, devices.Get(1));
    return devices;
}

NetDeviceContainer
VirtualMachineHelper::Install(const Ptr<Node>& guest, const Ptr<Node>& host) const
{
    CheckLinuxHost(guest, "guest");
    CheckLinuxHost(host, "host");
    if (guest == host)
    {
        ExitOnConfigurationError("VirtualMachineHelper: node " + std::to_string(guest->GetId()) +
                                 " cannot be its own host; guest and host are two nodes");
    }
    const auto nic = m_guestFactory.Create<VirtioNetDevice>();
    nic->SetAddress(Mac48Address::Allocate());
    guest->AddDevice(nic);
    nic->AggregateObject(CreateObject<NetDeviceQueueInterface>());

    const auto tap = m_tapFactory.Create<TapNetDevice>();
    tap->SetAddress(Mac48Address::Allocate());
    host->AddDevice(tap);

    m_backendFactory.Create<VirtioBackend>()->Attach(nic, tap);
    NetDeviceContainer devices(nic);
    devices.Add(tap);
    return devices;
}

NetDeviceContainer
VirtualMachineHelper::Install(const std::string& guestName, const std::string& hostName) const
{
    return Install(FindNode(guestName), FindNode(hostName));
}

} // namespace ns3
