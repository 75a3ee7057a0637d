/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ETHERNET_NET_DEVICE_H
#define LINUX_TX_ETHERNET_NET_DEVICE_H

#include "ns3/device-features.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/offload-settings.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What all linux-tx devices that speak Ethernet have in common (ether_setup, struct
 *        net_device): address, node, who gets received packets, who hears of the link, and
 *        OffloadSettings.
 *
 * It has no opinion on how packets are sent or received; NICs and bonds derive from it.
 */
class EthernetNetDevice : public NetDevice, public OffloadSettings
{
  public:
    static constexpr uint16_t MIN_MTU = 68;              //!< smallest MTU (ETH_MIN_MTU), in bytes
    static constexpr uint16_t MAX_MTU = 65535;           //!< largest MTU (ETH_MAX_MTU), in bytes
    static constexpr uint16_t DEFAULT_MTU = 1500;        //!< ETH_DATA_LEN, in bytes
    static constexpr uint32_t ETHERNET_HEADER_SIZE = 14; //!< ETH_HLEN, in bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~EthernetNetDevice() override;

    /// Does it keep a frame, given source and destination, from the host's own protocols?
    using RxHandler = std::function<bool(const Mac48Address& from, const Mac48Address& to)>;

    /**
     * @brief Let somebody keep received frames from the protocols of this device, because they are
     *        another device's (netdev_rx_handler_register). Promiscuous listeners get them anyway.
     * @param handler asked about every frame for this host; empty for nobody
     */
    void SetRxHandler(RxHandler handler);

    // Inherited from XmitDevice.
    uint32_t GetHardHeaderLength() const override;
    bool IsStacked() const override;
    std::vector<Ptr<NetDevice>> GetLowerDevices() const override;

    // Inherited from NetDevice.
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;
    uint16_t GetMtu() const final;

  protected:
    /**
     * @brief Constructor.
     * @param features what the device has unless the user wants otherwise
     */
    explicit EthernetNetDevice(const DeviceFeatures& features);
    /**
     * @brief The MTU (dev->mtu).
     * @return bytes
     */
    virtual uint16_t DoGetMtu() const = 0;

    void DoInitialize() override;
    void DoDispose() override;

    /**
     * @brief The address.
     * @return GetAddress() as what it is
     */
    Mac48Address GetMac48Address() const
    {
        return m_address;
    }

    /**
     * @brief What a frame is to this host (eth_type_trans).
     * @param destination the frame's destination
     * @return the type
     */
    PacketType Classify(Mac48Address destination) const;

    /**
     * @brief Does anybody listen promiscuously?
     * @return true if so
     */
    bool IsPromiscuous() const
    {
        return !m_promiscCallback.IsNull();
    }

    /**
     * @brief Pass a received packet up: to promiscuous listeners, and to the node if it is for it.
     * @param packet the packet, without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param type what it is to this host
     */
    void PassUp(const Ptr<const Packet>& packet,
                uint16_t protocol,
                const Address& from,
                const Address& to,
                PacketType type);

    /**
     * @brief Tell who asked to be told that the link has changed.
     */
    void CallLinkChangeCallbacks();

    /**
     * @brief Put an Ethernet header in front of a packet.
     * @param packet the packet from its L3 header on
     * @param source source address
     * @param destination destination address
     * @param protocol EtherType
     */
    static void AddEthernetHeader(const Ptr<Packet>& packet,
                                  const Address& source,
                                  const Address& destination,
                                  uint16_t protocol);

  private:
    /**
     * @brief Pass a tagged frame up to the node. One with a priority only (id 0) is untagged to all
     *        but a VLAN device of id 0 (__netif_receive_skb_core, after vlan_do_receive).
     * @param packet the frame, without Ethernet header
     * @param protocol its EtherType
     * @param from source address
     */
    void PassUpTagged(const Ptr<const Packet>& packet, uint16_t protocol, const Address& from);

    Ptr<Node> m_node;                                    //!< where the device is
    uint32_t m_ifIndex{0};                               //!< interface index
    Mac48Address m_address;                              //!< MAC address
    RxHandler m_rxHandler;                               //!< who keeps packets from it, or empty
    NetDevice::ReceiveCallback m_rxCallback;             //!< who gets packets for this host
    NetDevice::PromiscReceiveCallback m_promiscCallback; //!< who gets all packets
    TracedCallback<> m_linkChangeCallbacks;              //!< who is told about the link
};

} // namespace ns3

#endif /* LINUX_TX_ETHERNET_NET_DEVICE_H */
