/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BONDING_NET_DEVICE_H
#define LINUX_TX_BONDING_NET_DEVICE_H

#include "ns3/bond-mode.h"
#include "ns3/bond-result.h"
#include "ns3/bond-slave-list.h"
#include "ns3/bond-slave-port.h"
#include "ns3/bond-slave.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"
#include "ns3/xmit-layer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A Linux bond (bondX of the bonding driver, drivers/net/bonding/bond_main.c of 6.1).
 *
 * A stacked device: it has no queue. What IP sends to it goes, with its charge, through the mode to
 * the queue disc of one of its slaves (bond_start_xmit, bond_dev_queue_xmit), so the sender pays
 * until the slave has transmitted. Frames that slaves receive come up as the bond's.
 *
 * All slaves have the bond's address (fail_over_mac none) and MTU. A slave is usable while its
 * device says that the link is up; a change is seen at once. The bond's link is up while any
 * slave's is.
 *
 * Invariants: every packet given to the bond is handed to a slave's queue disc or counted in
 * tx_dropped; the bond keeps no packet and no Skb. Slaves belong to one bond, are on its node, and
 * had no IP interface of their own when they were enslaved (ns-3 does not ask before it adds one).
 *
 * XmitLayer calls StartXmit(); BondingHelper, scripts and tests call Enslave() and Release().
 *
 * Unlike Linux, Release() does not close the slave: what its queue disc holds is still sent. And
 * while the carrier is off Linux loses packets in a noop queue disc without counting them; they
 * are counted in tx_dropped here.
 */
class BondingNetDevice : public EthernetNetDevice
{
  public:
    /// Drop reason: the mode found no slave to send on (bond_tx_drop).
    static constexpr const char* NO_USABLE_SLAVE = "no usable slave";
    /// Drop reason: the queues of all slaves refused their copy (broadcast).
    static constexpr const char* REFUSED_BY_ALL_SLAVES = "refused by all slaves";
    /// Drop reason: received on a slave that the mode holds back.
    static constexpr const char* INACTIVE_SLAVE = "received on inactive slave";

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    BondingNetDevice();
    ~BondingNetDevice() override;

    BondingNetDevice(const BondingNetDevice&) = delete;
    BondingNetDevice& operator=(const BondingNetDevice&) = delete;

    /**
     * @brief Set the mode (option mode); only while there are no slaves.
     * @param name balance-rr, active-backup, balance-xor or broadcast
     * @return why it was refused, or success
     */
    BondResult SetMode(const std::string& name);

    /**
     * @brief The mode.
     * @return its Linux name
     */
    std::string GetMode() const;

    /**
     * @brief Make a device a slave (bond_enslave).
     *
     * The bond must be on a node that has a LinuxTransmitPath. The first slave gives the bond its
     * address unless SetAddress() has; the device gets the bond's address and MTU.
     * @param device an Ethernet device of the same node, in no bond and without IP interface
     * @return why it was refused, or success
     */
    BondResult Enslave(Ptr<NetDevice> device);

    /**
     * @brief Take a slave out (bond_release): it gets its own address and MTU back.
     * @param device a slave of this bond
     * @return why it was refused, or success
     */
    BondResult Release(Ptr<NetDevice> device);

    /**
     * @brief The slaves and the current active one.
     * @return the slaves in enslave order
     */
    const BondSlaveList& GetSlaves() const;

    /**
     * @brief The current active slave (option active_slave); every mode has one.
     * @return its device, or null
     */
    Ptr<NetDevice> GetActiveSlave() const;

    /**
     * @brief Packets dropped for want of a usable slave (dev_core_stats tx_dropped).
     * @return number of packets
     */
    uint64_t GetTxDropped() const;

    /**
     * @brief Traffic of the bond: the sum over its slaves, past ones included (bond_get_stats).
     * @return the counters
     */
    BondTraffic GetTraffic() const;

    // Inherited from XmitDevice.
    XmitVerdict StartXmit(Ptr<QueueDiscItem> item) override;

    // Inherited from NetDevice.
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

    /**
     * @brief A packet goes to a slave.
     * @param packet the packet; its L3 header may not have been written yet
     * @param slave the slave's device
     */
    typedef void (*TxSlaveTracedCallback)(Ptr<const Packet> packet, Ptr<NetDevice> slave);

    /**
     * @brief The bond drops a packet.
     * @param packet the packet; its L3 header may not have been written yet
     * @param reason one of the reasons above
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, const char* reason);

    /**
     * @brief The current active slave changes.
     * @param before the old one, or null
     * @param now the new one, or null
     */
    typedef void (*ActiveSlaveTracedCallback)(Ptr<NetDevice> before, Ptr<NetDevice> now);

    /**
     * @brief The link of a slave changes.
     * @param slave the slave's device
     * @param up true if the link came up
     */
    typedef void (*SlaveLinkTracedCallback)(Ptr<NetDevice> slave, bool up);

  protected:
    void DoDispose() override;

  private:
    friend class BondSlavePort;

    /**
     * @brief The Mode attribute: SetMode(), a mistake ends the program.
     * @param name name of the mode
     */
    void SetModeAttribute(std::string name);

    /**
     * @brief After any change of the slaves or their links: current active slave, mode, carrier.
     */
    void SlavesChanged();

    /**
     * @brief For BondSlavePort: the link of a slave's device may have changed.
     * @param slave the slave
     */
    void SlaveLinkChanged(BondSlave& slave);

    /**
     * @brief For BondSlavePort: a slave has received a frame (bond_handle_frame).
     * @param slave the slave
     * @param packet the frame without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     */
    void ReceiveFromSlave(BondSlave& slave,
                          const Ptr<const Packet>& packet,
                          uint16_t protocol,
                          const Address& from,
                          const Address& to);

    /**
     * @brief bond_dev_queue_xmit: give a packet to a slave's queue disc.
     * @param slave the slave
     * @param item the packet
     * @return true if it was taken
     */
    bool TransmitOn(const Ptr<BondSlave>& slave, const Ptr<QueueDiscItem>& item);

    /**
     * @brief bond_tx_drop: count a packet in tx_dropped.
     * @param packet the packet
     * @param reason one of the reasons above
     */
    void CountTxDrop(const Ptr<const Packet>& packet, const char* reason);

    /**
     * @brief Show a packet that the bond transmits to the sniffers, if there are any.
     * @param item the packet
     */
    void SniffTransmitted(const Ptr<QueueDiscItem>& item);

    std::unique_ptr<BondMode> m_mode;        //!< the mode
    BondSlaveList m_slaves;                  //!< slaves and current active slave
    std::vector<Ptr<BondSlavePort>> m_ports; //!< one a slave
    Ptr<XmitLayer> m_layer;                  //!< the node's dev_queue_xmit; set by Enslave()
    BondTraffic m_releasedTraffic;           //!< traffic of slaves that were released
    uint64_t m_txDropped{0};                 //!< tx_dropped, in packets
    uint16_t m_mtu{DEFAULT_MTU};             //!< MTU of the bond and all its slaves, in bytes
    bool m_addressAssigned{false};           //!< has an address; the next first slave gives none
    bool m_linkUp{false};                    //!< carrier

    TracedCallback<Ptr<const Packet>, Ptr<NetDevice>> m_txSlaveTrace;  //!< TxSlave
    TracedCallback<Ptr<const Packet>, const char*> m_dropTrace;        //!< Drop
    TracedCallback<Ptr<NetDevice>, Ptr<NetDevice>> m_activeSlaveTrace; //!< ActiveSlave
    TracedCallback<Ptr<NetDevice>, bool> m_slaveLinkTrace;             //!< SlaveLinkChange
    TracedCallback<Ptr<const Packet>> m_macTxTrace;                    //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macRxTrace;                    //!< MacRx
    TracedCallback<Ptr<const Packet>> m_snifferTrace;                  //!< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace;           //!< PromiscSniffer
};

} // namespace ns3

#endif /* LINUX_TX_BONDING_NET_DEVICE_H */
