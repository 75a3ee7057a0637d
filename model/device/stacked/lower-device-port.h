/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LOWER_DEVICE_PORT_H
#define LINUX_TX_LOWER_DEVICE_PORT_H

#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Ties one device to its master, a bond or a bridge (netdev_rx_handler_register, and the
 *        netdevice notifier).
 *
 * It receives what the device receives (as the node's promiscuous protocol handler of that device)
 * and hears of the device's link changes. Devices do not forget link-change callbacks, and a node's
 * list of handlers must not change while a frame runs through it; so a port stays tied for good and
 * is used again when the device comes back. Being deaf meanwhile is the business of the subclasses.
 */
class LowerDevicePort : public SimpleRefCount<LowerDevicePort>
{
  public:
    virtual ~LowerDevicePort();
    LowerDevicePort(const LowerDevicePort&) = delete;
    LowerDevicePort& operator=(const LowerDevicePort&) = delete;

    /**
     * @brief The device.
     * @return the device; null once the master is disposed
     */
    const Ptr<NetDevice>& GetDevice() const
    {
        return m_device;
    }

  protected:
    /**
     * @brief Constructor; not tied yet.
     * @param device the device
     */
    explicit LowerDevicePort(Ptr<NetDevice> device);

    /**
     * @brief Tie the port to the device in an event of its own, unless it is tied.
     */
    void Tie();

    /**
     * @brief Let go of the device: the master is being disposed.
     */
    void ForgetDevice();

    /**
     * @brief The device received a frame.
     * @param packet the frame without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     */
    virtual void FrameReceived(const Ptr<const Packet>& packet,
                               uint16_t protocol,
                               const Address& from,
                               const Address& to) = 0;

    /**
     * @brief The device's link may have changed.
     */
    virtual void LinkChanged() = 0;

  private:
    /**
     * @brief Register with the device's node.
     */
    void Register();

    /**
     * @brief The node's protocol handler.
     * @param device the device
     * @param packet the frame without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param packetType what the frame is to the device
     */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType packetType);

    Ptr<NetDevice> m_device; //!< the device; null after ForgetDevice()
    bool m_tied{false};      //!< tied, or about to be
};

} // namespace ns3

#endif /* LINUX_TX_LOWER_DEVICE_PORT_H */
