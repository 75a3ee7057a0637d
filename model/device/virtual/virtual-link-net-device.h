/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VIRTUAL_LINK_NET_DEVICE_H
#define LINUX_TX_VIRTUAL_LINK_NET_DEVICE_H

#include "ns3/ethernet-net-device.h"
#include "ns3/packet.h"
#include "ns3/skb.h"
#include "ns3/traced-callback.h"
#include "ns3/virtual-link-stats.h"

#include <cstdint>

namespace ns3
{

class VirtioBackend;

/**
 * @ingroup linux-tx
 * @brief What both ends of the link between a guest and its host have in common: an Ethernet device
 *        without a wire, whose frames software carries (VirtioBackend).
 *
 * Like those drivers of Linux it checks no frame's length. It takes no trains: XmitLayer cuts them
 * before (as with QEMU's host_tso4=off and so on).
 */
class VirtualLinkNetDevice : public EthernetNetDevice
{
  public:
    /// Drop reason: the device is down, or nobody is at the other end.
    static constexpr const char* NO_LINK = "no link";

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~VirtualLinkNetDevice() override;

    /**
     * @brief `ip link set dev ... up`; it is up from the start.
     */
    void SetUp();

    /**
     * @brief `ip link set dev ... down`: nothing is sent or received.
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
     * @brief The counters.
     * @return the counters since the device was made
     */
    const VirtualLinkStats& GetStats() const
    {
        return m_stats;
    }

    // Inherited from XmitDevice.
    XmitVerdict StartXmit(Ptr<QueueDiscItem> item) override;

    // Inherited from NetDevice.
    Ptr<Channel> GetChannel() const override;
    bool SetMtu(const uint16_t mtu) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

    /**
     * @brief The device drops a frame.
     * @param frame the frame with its Ethernet header
     * @param reason why
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> frame, const char* reason);

  protected:
    VirtualLinkNetDevice();

    void DoDispose() override;
    uint16_t DoGetMtu() const override;
    DeviceFeatures FixFeatures(const DeviceFeatures& wanted) const override;

    /**
     * @brief Who carries the frames.
     * @return the backend, or null
     */
    const Ptr<VirtioBackend>& GetBackend() const
    {
        return m_backend;
    }

    /**
     * @brief The link has come or gone; called before who asked to be told is.
     * @param up true if it has come
     */
    virtual void LinkChanged(bool up);

    /**
     * @brief Nobody is at the other end any more: let go of what waited for it.
     */
    virtual void BackendGone() = 0;

    /**
     * @brief Must the frame that comes wait, and has the one above been told so (NETDEV_TX_BUSY)?
     * @return false for a device that never has it wait
     */
    virtual bool IsBusy();

    /**
     * @brief Send a frame, or Refuse() it.
     * @param frame the frame with its Ethernet header
     * @param skb who pays, or null
     * @param more is more to come at this instant (netdev_xmit_more)?
     * @return false if it was dropped
     */
    virtual bool Transmit(const Ptr<Packet>& frame, SkbPtr skb, bool more) = 0;

    /**
     * @brief Count and show a frame that is sent.
     * @param frame the frame
     */
    void CountSent(const Ptr<const Packet>& frame);

    /**
     * @brief Count and trace a frame that is not sent.
     * @param frame the frame
     * @param reason why
     */
    void Refuse(const Ptr<const Packet>& frame, const char* reason);

    /**
     * @brief A frame came from the other end: pass it up if anybody wants it.
     * @param frame the frame with its Ethernet header; it loses that
     */
    void ReceiveFrame(const Ptr<Packet>& frame);

  private:
    friend class VirtioBackend;

    /**
     * @brief For VirtioBackend: this is who carries the frames.
     * @param backend the backend; null if it goes away
     */
    void SetBackend(const Ptr<VirtioBackend>& backend);

    /**
     * @brief Tell who asked to be told, if the link has changed.
     */
    void UpdateLink();

    Ptr<VirtioBackend> m_backend; //!< who carries the frames
    VirtualLinkStats m_stats;     //!< counters
    uint16_t m_mtu{DEFAULT_MTU};  //!< MTU, in bytes
    bool m_up{true};              //!< IFF_UP
    bool m_linkWasUp{false};      //!< what the link change callbacks were told last

    TracedCallback<Ptr<const Packet>> m_macTxTrace;             //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macRxTrace;             //!< MacRx
    TracedCallback<Ptr<const Packet>> m_snifferTrace;           //!< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace;    //!< PromiscSniffer
    TracedCallback<Ptr<const Packet>, const char*> m_dropTrace; //!< Drop
};

} // namespace ns3

#endif /* LINUX_TX_VIRTUAL_LINK_NET_DEVICE_H */
