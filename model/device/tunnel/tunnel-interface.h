/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TUNNEL_INTERFACE_H
#define LINUX_TX_TUNNEL_INTERFACE_H

#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/offload-settings.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What IP and a user see of a tunnel: an interface with two ends and without a link layer
 *        (ARPHRD_TUNNEL, IFF_POINTOPOINT, IFF_NOARP).
 *
 * It is up or down, passes received packets up and has the trace sources. IpTunnelNetDevice does
 * the work.
 */
class TunnelInterface : public NetDevice, public OffloadSettings
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~TunnelInterface() override;

    /**
     * @brief `ip link set dev ... up`; it is up from the start.
     */
    void SetUp();

    /**
     * @brief `ip link set dev ... down`: packets are dropped, and received ones are not for it.
     */
    void SetDown();

    /**
     * @brief Is the tunnel administratively up (IFF_UP)?
     * @return false after SetDown()
     */
    bool IsUp() const
    {
        return m_up;
    }

    // Inherited from XmitDevice.
    bool IsStacked() const override;
    std::vector<Ptr<NetDevice>> GetLowerDevices() const override;

    // Inherited from NetDevice.
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

    /**
     * @brief The tunnel drops a packet.
     * @param packet the inner packet; behind the tunnel's header if the outer device refused it
     * @param reason one of the reasons of IpTunnelNetDevice
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, const char* reason);

  protected:
    TunnelInterface();
    void DoInitialize() override;
    void DoDispose() override;

    /**
     * @brief Does anybody want to see what is sent?
     * @return true if so
     */
    bool IsCaptured() const;

    /**
     * @brief Show a packet that the tunnel was given to send.
     * @param packet the inner packet, with its IP header
     */
    void CaptureTransmitted(const Ptr<const Packet>& packet);

    /**
     * @brief Pass a received packet up, and show it.
     * @param packet the inner packet
     * @param protocol its EtherType
     * @param from what stands for the other end
     */
    void PassUp(const Ptr<const Packet>& packet, uint16_t protocol, const Address& from);

    /**
     * @brief Trace a drop on the way down.
     * @param packet the inner packet
     * @param reason why
     */
    void TraceDrop(const Ptr<const Packet>& packet, const char* reason);

    /**
     * @brief Trace a drop on the way up.
     * @param packet the inner packet
     * @param reason why
     */
    void TraceRxDrop(const Ptr<const Packet>& packet, const char* reason);

  private:
    Ptr<Node> m_node;                                    //!< where the device is
    uint32_t m_ifIndex{0};                               //!< interface index
    bool m_up{true};                                     //!< IFF_UP
    NetDevice::ReceiveCallback m_rxCallback;             //!< who gets received packets
    NetDevice::PromiscReceiveCallback m_promiscCallback; //!< who gets them too
    TracedCallback<> m_linkChangeCallbacks;              //!< who is told about the link

    TracedCallback<Ptr<const Packet>, const char*> m_dropTrace;   //!< drops on the way down
    TracedCallback<Ptr<const Packet>, const char*> m_rxDropTrace; //!< drops on the way up
    TracedCallback<Ptr<const Packet>> m_macTxTrace;               //!< given to send
    TracedCallback<Ptr<const Packet>> m_macRxTrace;               //!< passed up
    TracedCallback<Ptr<const Packet>> m_snifferTrace;             //!< both
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace;      //!< both
};

} // namespace ns3

#endif /* LINUX_TX_TUNNEL_INTERFACE_H */
