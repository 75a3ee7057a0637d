/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SLAVE_PORT_H
#define LINUX_TX_BOND_SLAVE_PORT_H

#include "ns3/bond-slave.h"
#include "ns3/lower-device-port.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

namespace ns3
{

class BondingNetDevice;

/**
 * @ingroup linux-tx
 * @brief Ties one device to a bond while it is its slave: bond_handle_frame() and
 *        bond_netdev_event().
 *
 * It passes what the device receives and its link changes to the bond, and is deaf while the device
 * is no slave.
 *
 * Invariant: nothing reaches the bond between Detach() and Attach(), or after Forget().
 */
class BondSlavePort : public LowerDevicePort
{
  public:
    /**
     * @brief Constructor; deaf.
     * @param bond the bond, which keeps this port
     * @param device the device
     */
    BondSlavePort(BondingNetDevice* bond, Ptr<NetDevice> device);
    ~BondSlavePort() override;

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
    void FrameReceived(const Ptr<const Packet>& packet,
                       uint16_t protocol,
                       const Address& from,
                       const Address& to) override;
    void LinkChanged() override;

    BondingNetDevice* m_bond; //!< the bond; null after Forget()
    Ptr<BondSlave> m_slave;   //!< the slave; null while the device is none
};

} // namespace ns3

#endif /* LINUX_TX_BOND_SLAVE_PORT_H */
