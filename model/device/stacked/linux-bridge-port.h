/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_BRIDGE_PORT_H
#define LINUX_TX_LINUX_BRIDGE_PORT_H

#include "ns3/bridge-fdb.h"
#include "ns3/lower-device-port.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class LinuxBridgeNetDevice;

/**
 * @ingroup linux-tx
 * @brief One device as port of a bridge (struct net_bridge_port), and what ties it to the bridge:
 *        br_handle_frame() as the device's rx_handler, and br_device_event().
 *
 * It is deaf while its device is no port.
 *
 * Invariant: nothing reaches the bridge between Detach() and Attach(), or after Forget().
 *
 * LinuxBridgeNetDevice makes and keeps ports.
 */
class LinuxBridgePort : public LowerDevicePort
{
  public:
    /**
     * @brief Constructor; deaf.
     * @param bridge the bridge, which keeps this port
     * @param device the device
     */
    LinuxBridgePort(LinuxBridgeNetDevice* bridge, Ptr<NetDevice> device);
    ~LinuxBridgePort() override;

    /**
     * @brief The port's number in the bridge (port_no).
     * @return the number; BridgeFdb::BRIDGE while the device is no port
     */
    BridgeFdb::Port GetNumber() const
    {
        return m_number;
    }

    /**
     * @brief The device's hardware address.
     * @return the address as it is now
     */
    Mac48Address GetAddress() const;

    /**
     * @brief Does the port pass frames (BR_STATE_FORWARDING)? Without spanning tree it does
     *        whenever its device has a link.
     * @return true if so
     */
    bool IsForwarding() const;

    /**
     * @brief May a frame go out where it came in (BR_HAIRPIN_MODE)?
     * @return true if so
     */
    bool HasHairpin() const
    {
        return m_hairpin;
    }

    /**
     * @brief `bridge link set dev PORT hairpin on`.
     * @param on may a frame go out where it came in?
     */
    void SetHairpin(bool on)
    {
        m_hairpin = on;
    }

    /**
     * @brief Listen: the device is a port now. The first time, the port is tied to the device, in
     *        an event of its own.
     * @param number the port's number
     */
    void Attach(BridgeFdb::Port number);

    /**
     * @brief Be deaf: the device is no port any more. Options are forgotten.
     */
    void Detach();

    /**
     * @brief Be deaf for good: the bridge is being disposed.
     */
    void Forget();

  private:
    void FrameReceived(const Ptr<const Packet>& packet,
                       uint16_t protocol,
                       const Address& from,
                       const Address& to) override;
    void LinkChanged() override;

    LinuxBridgeNetDevice* m_bridge;              //!< the bridge; null after Forget()
    BridgeFdb::Port m_number{BridgeFdb::BRIDGE}; //!< port_no, or no port
    bool m_hairpin{false};                       //!< BR_HAIRPIN_MODE
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_BRIDGE_PORT_H */
