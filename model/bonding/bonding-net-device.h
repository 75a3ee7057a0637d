/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BONDING_NET_DEVICE_H
#define LINUX_TX_BONDING_NET_DEVICE_H

#include "ns3/bond-core.h"
#include "ns3/bond-mode.h"
#include "ns3/bond-option-attribute.h"
#include "ns3/bond-params.h"
#include "ns3/bond-result.h"
#include "ns3/bond-slave-list.h"
#include "ns3/bond-slave.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"
#include "ns3/upper-net-device.h"
#include "ns3/xmit-layer.h"

#include <cstdint>
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
 * This class is the data path and what ns-3 sees; BondCore is the control path. Every option of
 * the driver is an attribute (Miimon is option miimon) and can be written at run time with
 * SetOption(), which answers as Linux does.
 *
 * The bond goes up when the simulation starts, or with Open(). As in Linux, no link failure is
 * noticed unless miimon or arp_interval is set.
 *
 * Invariants: every packet given to the bond is handed to a slave's queue disc, counted in
 * tx_dropped, or lost because the bond is down or without carrier (traced, counted apart); the bond
 * keeps no packet and no Skb. Slaves belong to one bond, are on its node, and had no IP interface
 * of their own when they were enslaved (ns-3 does not ask before it adds one).
 *
 * XmitLayer calls StartXmit(); BondingHelper, scripts and tests call Enslave() and Release().
 *
 * Unlike Linux, Release() does not close the slave: what its queue disc holds is still sent.
 */
class BondingNetDevice : public UpperNetDevice, public BondOptionOwner
{
  public:
    /// Drop reason: the mode found no slave to send on (bond_tx_drop).
    static constexpr const char* NO_USABLE_SLAVE = "no usable slave";
    /// Drop reason: the queues of all slaves refused their copy (broadcast).
    static constexpr const char* REFUSED_BY_ALL_SLAVES = "refused by all slaves";
    /// Lost, not counted in tx_dropped: the bond is down or has no carrier (its qdisc is noop).
    static constexpr const char* NO_CARRIER = "no carrier";
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
     * @brief Write an option, as into /sys/class/net/bondX/bonding/OPTION.
     * @param option its Linux name
     * @param value the text
     * @return what Linux answers
     */
    BondResult SetOption(const std::string& option, const std::string& value);

    /**
     * @brief Read an option, as from /sys/class/net/bondX/bonding/OPTION.
     * @param option its Linux name
     * @return the text without newline
     */
    std::string GetOption(const std::string& option);

    /**
     * @brief The options as values.
     * @return the options
     */
    const BondParams& GetParams() const;

    /**
     * @brief The mode.
     * @return the mode object, for reports
     */
    const BondMode& GetMode() const;

    /**
     * @brief `ip link set bondX up` (bond_open).
     */
    void Open();

    /**
     * @brief `ip link set bondX down` (bond_close): works stop, packets are lost.
     */
    void Close();

    /**
     * @brief Is the bond administratively up (IFF_UP)?
     * @return true between Open() and Close()
     */
    bool IsUp() const;

    /**
     * @brief Make a device a slave (bond_enslave).
     *
     * The bond must be on a node that has a LinuxTransmitPath. The first slave gives the bond its
     * address unless SetAddress() has; the device gets the bond's MTU, and its address unless
     * option fail_over_mac says otherwise.
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
     * @brief The current active slave (bond->curr_active_slave); modes that do not send on it have
     *        one too, 802.3ad none.
     * @return its device, or null
     */
    Ptr<NetDevice> GetActiveSlave() const;

    /**
     * @brief Packets dropped for want of a usable slave (dev_core_stats tx_dropped).
     * @return number of packets
     */
    uint64_t GetTxDropped() const;

    /**
     * @brief Packets lost while the bond was down or without carrier, which Linux does not count.
     * @return number of packets
     */
    uint64_t GetLostWithoutCarrier() const;

    /**
     * @brief How often the carrier has changed (carrier_changes).
     * @return number of changes
     */
    uint32_t GetCarrierChanges() const;

    /**
     * @brief Join a group on the bond: its membership reports are repeated after a failover
     *        (resend_igmp). ns-3's IP knows no IGMP.
     * @param group an IPv4 multicast address
     */
    void JoinGroup(const Ipv4Address& group);

    /**
     * @brief Join a group on the bond (MLD).
     * @param group an IPv6 multicast address
     */
    void JoinGroup(const Ipv6Address& group);

    /**
     * @brief Join a group on a VLAN or macvlan device on top of the bond.
     * @param group an IPv4 multicast address
     * @param upper the device
     */
    void JoinGroup(const Ipv4Address& group, const Ptr<const NetDevice>& upper);

    /**
     * @brief Join a group on a VLAN or macvlan device on top of the bond (MLD).
     * @param group an IPv6 multicast address
     * @param upper the device
     */
    void JoinGroup(const Ipv6Address& group, const Ptr<const NetDevice>& upper);

    /**
     * @brief Fix the random stream (packets_per_slave 0).
     * @param stream number of the stream
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @brief Traffic of the bond: the sum over its slaves, past ones included (bond_get_stats).
     * @return the counters
     */
    BondTraffic GetTraffic() const;

    // Inherited from BondOptionOwner.
    BondOptionAttributes& GetOptionAttributes() override;

    // Inherited from XmitDevice.
    XmitVerdict StartXmit(Ptr<QueueDiscItem> item) override;
    uint32_t GetHardHeaderLength() const override;
    std::vector<Ptr<NetDevice>> GetLowerDevices() const override;

    // Inherited from NetDevice.
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    bool SetMtu(const uint16_t mtu) override;
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

    /**
     * @brief The carrier of the bond changes.
     * @param up true if the bond has carrier now
     */
    typedef void (*CarrierTracedCallback)(bool up);

    /**
     * @brief The driver writes a line into the kernel's log.
     * @param line the line, without the bond's name
     */
    typedef void (*LogTracedCallback)(const std::string& line);

  protected:
    void DoInitialize() override;
    void DoDispose() override;
    void NotifyConstructionCompleted() override;
    uint16_t DoGetMtu() const override;
    DeviceFeatures FixFeatures(const DeviceFeatures& wanted) const override;

  private:
    friend class BondSlavePort;
    friend class BondCore;

    /**
     * @brief For BondCore: the slaves are others (bond_compute_features): the bond needs room for
     *        the longest of their link headers.
     */
    void SlavesChanged();

    /**
     * @brief For BondCore: the current active slave has changed.
     * @param before the old one, or null
     * @param now the new one, or null
     */
    void ActiveSlaveChanged(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now);

    /**
     * @brief For BondCore: the bond's carrier has changed.
     * @param up has the bond carrier now?
     */
    void CarrierChanged(bool up);

    /**
     * @brief For BondCore: a link monitor has changed its verdict on a slave to up or down.
     * @param slave the slave's device
     * @param up true if the link counts as up
     */
    void SlaveLinkChanged(const Ptr<NetDevice>& slave, bool up);

    /**
     * @brief For BondCore: set the bond's address and nothing else.
     * @param address the address
     */
    void SetOwnAddress(const Mac48Address& address);

    /**
     * @brief For BondCore: send a frame of the bond's own on a slave, through its queue disc.
     * @param slave the slave
     * @param payload what follows the Ethernet header
     * @param source source address
     * @param destination destination address
     * @param etherType EtherType of the payload
     * @param tags VLAN tags of the frame
     */
    void SendOwnFrame(BondSlave& slave,
                      const Ptr<Packet>& payload,
                      const Mac48Address& source,
                      const Mac48Address& destination,
                      uint16_t etherType,
                      const VlanTags& tags);

    /**
     * @brief For BondCore: a line for the kernel's log.
     * @param line the line
     */
    void KernelLog(const std::string& line);

    /**
     * @brief Attribute Jiffy.
     * @param jiffy the length of a jiffy
     */
    void SetJiffy(Time jiffy);

    /**
     * @brief Attribute Jiffy.
     * @return the length of a jiffy
     */
    Time GetJiffy() const;

    /**
     * @brief Attribute HashFormula.
     * @param formula which release's formulas
     */
    void SetHashFormula(XmitHashFormula formula);

    /**
     * @brief Attribute HashFormula.
     * @return which release's formulas
     */
    XmitHashFormula GetHashFormula() const;

    /**
     * @brief Attribute StaleSlaveArray.
     * @param stale keep the old array?
     */
    void SetStaleSlaveArray(bool stale);

    /**
     * @brief Attribute StaleSlaveArray.
     * @return is the old array kept?
     */
    bool GetStaleSlaveArray() const;

    /**
     * @brief Attribute SlaveArrayRebuildFails.
     * @param fail do rebuilds fail?
     */
    void SetSlaveArrayRebuildFails(bool fail);

    /**
     * @brief Attribute SlaveArrayRebuildFails.
     * @return do rebuilds fail?
     */
    bool GetSlaveArrayRebuildFails() const;

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
     * @brief bond_start_xmit: have the mode find slaves and give them the packet.
     * @param item the packet
     * @return what became of it
     */
    XmitVerdict DoStartXmit(const Ptr<QueueDiscItem>& item);

    /**
     * @brief bond_dev_queue_xmit: give a packet to a slave's queue disc.
     * @param slave the slave
     * @param item the packet
     * @return true if it was taken
     */
    bool TransmitOn(BondSlave& slave, const Ptr<QueueDiscItem>& item);

    /**
     * @brief Send what the mode has written instead of a packet (alb's ARP replies).
     * @param plan the mode's answer
     * @param xmit the packet's part that is ours
     * @param item the packet
     * @return true if it was taken
     */
    bool TransmitRewritten(const BondTransmitPlan& plan,
                           const XmitItem& xmit,
                           const Ptr<QueueDiscItem>& item);

    /**
     * @brief bond_tx_drop: count a packet in tx_dropped.
     * @param packet the packet
     * @param reason one of the reasons above
     */
    void CountTxDrop(const Ptr<const Packet>& packet, const char* reason);

    /**
     * @brief Lose a packet as the noop queue disc of a bond without carrier does: nobody is told.
     * @param packet the packet
     */
    void LoseWithoutCarrier(const Ptr<const Packet>& packet);

    BondCore m_core;                         //!< control path
    BondOptionAttributes m_optionAttributes; //!< its options as attributes
    Ptr<XmitLayer> m_layer;                  //!< the node's dev_queue_xmit; set by Enslave()
    uint64_t m_txDropped{0};                 //!< tx_dropped, in packets
    uint64_t m_lostWithoutCarrier{0};        //!< packets lost while down or without carrier
    uint16_t m_mtu{DEFAULT_MTU};             //!< MTU of the bond and all its slaves, in bytes
    uint32_t m_hardHeaderLength{ETHERNET_HEADER_SIZE}; //!< hard_header_len, in bytes
    bool m_openAtStart{true};                          //!< attribute OpenAtStart

    TracedCallback<Ptr<const Packet>, Ptr<NetDevice>> m_txSlaveTrace;  //!< TxSlave
    TracedCallback<Ptr<const Packet>, const char*> m_dropTrace;        //!< Drop
    TracedCallback<Ptr<NetDevice>, Ptr<NetDevice>> m_activeSlaveTrace; //!< ActiveSlave
    TracedCallback<Ptr<NetDevice>, bool> m_slaveLinkTrace;             //!< SlaveLinkChange
    TracedCallback<bool> m_carrierTrace;                               //!< Carrier
    TracedCallback<const std::string&> m_logTrace;                     //!< Log
};

} // namespace ns3

#endif /* LINUX_TX_BONDING_NET_DEVICE_H */
