/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VIRTUAL_MACHINE_HELPER_H
#define LINUX_TX_VIRTUAL_MACHINE_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/stacked-trace-helper.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Makes one node the virtual machine of another: `qemu -netdev tap -device virtio-net`, and
 *        `ip link set tap0 master br0`.
 *
 * The guest gets a VirtioNetDevice with a NetDeviceQueueInterface without BQL, the host a
 * TapNetDevice without one (its queue never fills), each with a MAC address of its own; a
 * VirtioBackend connects them. Call Install() after LinuxTxHelper::Install() for both nodes and
 * before addresses are assigned. The guest's NIC gets its address, and with it ns-3's default queue
 * disc unless there is another, like any device; the tap gets none if it is the port of a bridge.
 *
 * Captures and ascii traces are those of StackedTraceHelper, of both ends.
 *
 * Every mistake ends the program with one line on stderr and exit status 1.
 */
class VirtualMachineHelper : public StackedTraceHelper
{
  public:
    /// Drivers are of kind "virtio".
    VirtualMachineHelper();

    /**
     * @brief Choose the driver in the guest and who serves it on the host.
     *
     * - "virtio": frames are charged to the guest's socket until the host has taken them (NapiTx),
     *   and QEMU's loop, which was told sndbuf=1048576, takes no more than the tap has room for.
     * - "vhost": the driver orphans in start_xmit (NapiTx off), and the kernel's vhost thread
     * writes to a tap that has the kernel's own limit, which is none (2147483647).
     *
     * It sets the attributes NapiTx and Sndbuf; what is set later counts.
     * @param kind the kind
     */
    void SetDriver(const std::string& kind);

    /**
     * @brief Set the limit of the taps to be made (attribute Sndbuf, `-netdev tap,sndbuf=`).
     * @param bytes the limit, in bytes of memory
     */
    void SetSndbuf(uint32_t bytes);

    /**
     * @brief Set an attribute of the guests' NICs to be made.
     * @param name name of an attribute of VirtioNetDevice
     * @param value its value
     */
    void SetGuestAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Set an attribute of the taps to be made.
     * @param name name of an attribute of TapNetDevice
     * @param value its value
     */
    void SetTapAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Set an attribute of the backends to be made.
     * @param name name of an attribute of VirtioBackend
     * @param value its value
     */
    void SetBackendAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Connect a guest to a bridge of its host.
     * @param guest the guest
     * @param host the host
     * @param bridge a LinuxBridgeNetDevice of the host
     * @return the guest's NIC and the tap, which is a port of the bridge
     */
    NetDeviceContainer Install(const Ptr<Node>& guest,
                               const Ptr<Node>& host,
                               const Ptr<NetDevice>& bridge) const;

    /**
     * @brief Connect a guest to its host.
     * @param guest the guest
     * @param host the host
     * @return the guest's NIC and the tap, which can have an address
     */
    NetDeviceContainer Install(const Ptr<Node>& guest, const Ptr<Node>& host) const;

    /**
     * @brief Connect a guest to its host.
     * @param guestName name of the guest
     * @param hostName name of the host
     * @return the guest's NIC and the tap, which can have an address
     */
    NetDeviceContainer Install(const std::string& guestName, const std::string& hostName) const;

  private:
    ObjectFactory m_guestFactory;   //!< makes guests' NICs
    ObjectFactory m_tapFactory;     //!< makes taps
    ObjectFactory m_backendFactory; //!< makes backends
};

} // namespace ns3

#endif /* LINUX_TX_VIRTUAL_MACHINE_HELPER_H */
