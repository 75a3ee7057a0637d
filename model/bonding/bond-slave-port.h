/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SLAVE_PORT_H
#define LINUX_TX_BOND_SLAVE_PORT_H

#include "ns3/bond-slave.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

namespace ns3
{

class BondingNetDevice;

/**
 * @ingroup linux-tx
 * @brief Ties one device to a bond while it is its slave: bond_handle_frame() and
 *        bond_netdev_event().
 *
 * It receives what the device receives (as the node's promiscuous protocol handler of that device)
 * and hears of the device's link changes, and passes both to the bond. Devices do not forget
 * link-change callbacks, and a node's list of handlers must not change while a frame runs through
 * it; so a port stays tied for good, is deaf while its device is no slave, and is used again when
 * the device comes back.
 *
 * Invariant: nothing reaches the bond between Detach() and Attach(), or after Forget().
 */
class BondSlavePort : public SimpleRefCount<BondSlavePort>
{
  public:
    /**
     * @brief Constructor; deaf.
     * @param bond the bond, which keeps this port
     * @param device the device
     */
    BondSlavePort(BondingNetDevice* bond, Ptr<NetDevice> device);
    ~BondSlavePort();

    BondSlavePort(const BondSlavePort&) = delete;
    BondSlavePort& operator=(const BondSlavePort&) = delete;

    /**
     * @brief The device.
     * @return the device; null after Forget()
     */
    const Ptr<NetDevice>& GetDevice() const
    {
        return m_device;
    }

    /**
     * @brief Listen: the device is a slave now. The first time, the port is tied to the device, in
     *        an event of its own.
     * @param slave the slave that the device is
     */
    void Attach(const Ptr<BondSlave>& slave);

    /**
     * @brief Be deaf: the device is no slave any more.
     */
    void Detach();

    /**
     * @brief Be deaf for good: the bond is being disposed.
     */
    void Forget();

  private:
    /**
     * @brief Tie the port to the device.
     */
    void Tie();

    /**
     * @brief The device received a frame.
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

    /**
     * @brief The device's link may have changed.
     */
    void LinkChanged();

    BondingNetDevice* m_bond; //!< the bond; null after Forget()
    Ptr<NetDevice> m_device;  //!< the device; null after Forget()
    Ptr<BondSlave> m_slave;   //!< the slave; null while the device is none
    bool m_tied{false};       //!< tied, or about to be
};

} // namespace ns3

#endif /* LINUX_TX_BOND_SLAVE_PORT_H */
