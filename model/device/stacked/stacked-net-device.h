/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_STACKED_NET_DEVICE_H
#define LINUX_TX_STACKED_NET_DEVICE_H

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
 * @brief Counters of a stacked device, as `ip -s link show` names them.
 */
struct StackedStats
{
    uint64_t txPackets{0}; //!< packets that the device below has taken; a train's segments count
    uint64_t txBytes{0};   //!< bytes of these, with the Ethernet header (skb->len)
    uint64_t txDropped{0}; //!< packets the device below has not taken, or that found it down
    uint64_t rxPackets{0}; //!< packets passed up
    uint64_t rxBytes{0};   //!< bytes of these, with the Ethernet header
    uint64_t rxDropped{0}; //!< packets from another device of the host, too long for this one
};

/**
 * @ingroup linux-tx
 * @brief A device on top of exactly one other device of the node (dev->netdev_ops of vlan and
 *        macvlan, netdev_upper_dev_link): what these have in common.
 *
 * It has no queue: what IP, or a device above, sends to it goes on, with its Skb, to the queue disc
 * of the lower device (XmitLayer::Transmit), so the sender pays until the lowest device has sent
 * it. Frames that the lower device receives are shown to it and come up as its own if they are.
 *
 * The lower device may be any that speaks Ethernet, of linux-tx or foreign. The device has carrier
 * while it is up and the lower device's link is (netif_stacked_transfer_operstate).
 *
 * Invariant: it keeps no packet and no Skb; every packet given to it ends in tx_packets or
 * tx_dropped.
 */
class StackedNetDevice : public UpperNetDevice
{
  public:
    /// Drop reason: this device is down (-ENETDOWN).
    static constexpr const char* DOWN = "down";
    /// Drop reason: the device below has no link. The sender is not told.
    static constexpr const char* NO_CARRIER = "no carrier";
    /// Drop reason: the device below did not take it.
    static constexpr const char* REFUSED_BELOW = "refused by the lower device";

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~StackedNetDevice() override;

    /**
     * @brief Put the device on top of another (`ip link add link LOWER`); once.
     *
     * The device must be on a node that has a LinuxTransmitPath. It takes the lower device's MTU
     * and, unless SetAddress() gives it one of its own, always has the lower device's address
     * (NET_ADDR_STOLEN). A mistake (another node, no Ethernet, a
     * loop, more than eight on top of each other) ends the program.
     * @param lower a device of the same node
     */
    virtual void SetLowerDevice(Ptr<NetDevice> lower);

    /**
     * @brief The device below.
     * @return the device, or null before SetLowerDevice()
     */
    const Ptr<NetDevice>& GetLowerDevice() const
    {
        return m_lower;
    }

    /**
     * @brief `ip link set dev ... up`; it is up from the start.
     */
    void SetUp();

    /**
     * @brief `ip link set dev ... down`: packets are dropped.
     */
    void SetDown();

    /**
     * @brief Is the device administratively up (IFF_UP)?
     * @return false after SetDown()
     */
    bool IsUp() const
    {
        return m_up;
    }

    /**
     * @brief Has SetAddress() given the device an address (not NET_ADDR_STOLEN)?
     * @return false while it has that of the device below
     */
    bool HasOwnAddress() const
    {
        return m_hasAddress;
    }

    /**
     * @brief The counters.
     * @return the counters since the device was made
     */
    const StackedStats& GetStats() const
    {
        return m_stats;
    }

    // Inherited from XmitDevice.
    XmitVerdict StartXmit(Ptr<QueueDiscItem> item) final;
    uint32_t GetHardHeaderLength() const override;
    std::vector<Ptr<NetDevice>> GetLowerDevices() const override;

    // Inherited from NetDevice.
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

    /**
     * @brief The device drops a packet on its way down.
     * @param packet the packet; its L3 header may not have been written yet
     * @param reason one of the reasons above, or of a subclass
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, const char* reason);

  protected:
    StackedNetDevice();
    void DoDispose() override;
    uint16_t DoGetMtu() const override;

    /**
     * @brief The node's dev_queue_xmit.
     * @return the layer; null before SetLowerDevice() and after disposal
     */
    const Ptr<XmitLayer>& GetLayer() const
    {
        return m_layer;
    }

    /**
     * @brief What speaks against a lower device for this kind of device, that for all kinds apart.
     * @param lower the lower device, on the same node
     * @return the reason and what is allowed; empty if nothing does
     */
    virtual std::string FindLowerObjection(const Ptr<NetDevice>& lower) const;

    /**
     * @brief ndo_start_xmit of the kind of device: do its part and pass the item on.
     *
     * The item's source is set, and it has been shown to the sniffers.
     * @param item an XmitItem
     * @return what became of it
     */
    virtual XmitVerdict DoStartXmit(const Ptr<QueueDiscItem>& item) = 0;

    /**
     * @brief Give an item to the lower device's queue disc, and count it.
     * @param item an XmitItem
     * @return what became of it
     */
    XmitVerdict TransmitToLower(const Ptr<QueueDiscItem>& item);

    /**
     * @brief Count packets that somebody has taken: the device below, or one on this host.
     * @param nPackets number of packets
     * @param bytes their bytes, with Ethernet headers
     */
    void CountTransmitted(uint32_t nPackets, uint32_t bytes);

    /**
     * @brief Count a packet from another device of the host that is too long for this one.
     */
    void CountRxDropped()
    {
        ++m_stats.rxDropped;
    }

    /**
     * @brief Drop an item: count and trace it.
     * @param item an XmitItem
     * @param reason why
     * @return DROP
     */
    XmitVerdict Drop(const Ptr<QueueDiscItem>& item, const char* reason);

    /**
     * @brief The lower device has received a frame, whoever it is for (rx_handler).
     *
     * A kind of device that it is for calls PassUpReceived().
     * @param packet the frame without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     */
    virtual void ReceiveFromLower(const Ptr<const Packet>& packet,
                                  uint16_t protocol,
                                  const Address& from,
                                  const Address& to) = 0;

    /**
     * @brief Pass a received frame up as this device's, count it and show it to the sniffers.
     * @param packet the packet without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     */
    void PassUpReceived(const Ptr<const Packet>& packet,
                        uint16_t protocol,
                        const Address& from,
                        const Address& to);

    /**
     * @brief Pass a received frame up whose type does not follow from its destination.
     * @param packet the packet without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param type what it is to this host
     */
    void PassUpReceived(const Ptr<const Packet>& packet,
                        uint16_t protocol,
                        const Address& from,
                        const Address& to,
                        PacketType type);

    /**
     * @brief Has the device now another link state than it told? Tell who asked to be told.
     */
    void UpdateLink();

    /**
     * @brief Register with the node for what the lower device receives.
     *
     * Called once, in an event of its own. Devices that share the lower one's frames register once
     * for all of them.
     */
    virtual void ListenToLower();

  private:
    /**
     * @brief Attribute LowerDevice.
     * @return the device below
     */
    Ptr<NetDevice> GetLowerDeviceAttribute() const;

    /**
     * @brief What the lower device has received, from the node's protocol handlers.
     * @param device the lower device
     * @param packet the packet
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param packetType what it is to the lower device
     */
    void ReceiveHandler(Ptr<NetDevice> device,
                        Ptr<const Packet> packet,
                        uint16_t protocol,
                        const Address& from,
                        const Address& to,
                        NetDevice::PacketType packetType);

    Ptr<XmitLayer> m_layer;      //!< the node's dev_queue_xmit
    Ptr<NetDevice> m_lower;      //!< the device below
    StackedStats m_stats;        //!< counters
    uint16_t m_mtu{DEFAULT_MTU}; //!< MTU, in bytes
    bool m_hasAddress{false};    //!< SetAddress() was called
    bool m_up{true};             //!< administratively up
    bool m_linkWasUp{false};     //!< what the link change callbacks were told last

    TracedCallback<Ptr<const Packet>, const char*> m_dropTrace; //!< Drop
};

} // namespace ns3

#endif /* LINUX_TX_STACKED_NET_DEVICE_H */
