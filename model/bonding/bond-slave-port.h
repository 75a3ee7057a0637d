/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SLAVE_PORT_H
#define LINUX_TX_BOND_SLAVE_PORT_H

#include "ns3/bond-slave.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

namespace ns3
{

class BondingNetDevice;

/**
 * @ingroup linux-tx
 * @brief Ties one slave device to its bond: bond_handle_frame() and bond_netdev_event().
 *
 * It receives what the device receives (as the node's promiscuous protocol handler of that device)
 * and hears of the device's link changes, and passes both to the bond. NetDevices do not forget
 * link-change callbacks, so the port outlives the release of its slave; a detached port is deaf.
 *
 * Invariant: nothing reaches the bond after Detach().
 */
class BondSlavePort : public SimpleRefCount<BondSlavePort>
{
  public:
    /**
     * @brief Constructor; nothing is tied yet.
     * @param bond the bond, which keeps this port
     * @param slave the slave
     */
    BondSlavePort(BondingNetDevice* bond, Ptr<BondSlave> slave);
    ~BondSlavePort();

    BondSlavePort(const BondSlavePort&) = delete;
    BondSlavePort& operator=(const BondSlavePort&) = delete;

    /**
     * @brief The slave.
     * @return the slave; null after Detach()
     */
    const Ptr<BondSlave>& GetSlave() const
    {
        return m_slave;
    }

    /**
     * @brief Start to receive and to follow the link.
     */
    void Attach();

    /**
     * @brief Stop both; the slave and the bond are forgotten.
     */
    void Detach();

  private:
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

    BondingNetDevice* m_bond;        //!< the bond; null when detached
    Ptr<BondSlave> m_slave;          //!< the slave; null when detached
    Node::ProtocolHandler m_handler; //!< what the node calls; kept to be found again
};

} // namespace ns3

#endif /* LINUX_TX_BOND_SLAVE_PORT_H */
