/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_XMIT_SEND_H
#define LINUX_TX_XMIT_SEND_H

#include "ns3/datagram-charge.h"
#include "ns3/gso-type.h"
#include "ns3/net-device.h"
#include "ns3/queue-item.h"
#include "ns3/send-outcome.h"
#include "ns3/skb-tag.h"
#include "ns3/skb.h"
#include "ns3/xmit-train.h"

#include <cstdint>
#include <optional>

namespace ns3
{

class XmitLayer;

/**
 * @ingroup linux-tx
 * @brief A call that sends packets through ns-3's IP and meets them again at XmitLayer::Send().
 *
 * IP knows no Skb, so the sender puts a tag on its packets; while this object lives, XmitLayer
 * takes packets with that tag for the call's, and asks it who pays for them (Adopt). With a kind of
 * train, the packets are collected and go on as one when Finish() is called.
 *
 * Calls nest: a packet that is delivered on the same host may make its receiver send, and a tunnel
 * sends in the middle of a socket's call. DatagramSend is a socket's call, CarriedSend a tunnel's.
 */
class XmitSend
{
  public:
    XmitSend(const XmitSend&) = delete;
    XmitSend& operator=(const XmitSend&) = delete;

    /**
     * @brief What the sender puts on each packet, so that it is recognised below IP.
     * @return the tag
     */
    const SkbTag& GetTag() const
    {
        return m_tag;
    }

    /**
     * @brief All packets have been given to IP: let a train that was collected go.
     */
    void Finish();

    /**
     * @brief Did a packet of this call reach the transmit path?
     * @return true if one was adopted
     */
    bool WasAdopted() const
    {
        return m_nAdopted > 0;
    }

    /**
     * @brief The device that IP has sent a packet of this call to, the last if there are several.
     * @return the device, or null
     */
    const Ptr<NetDevice>& GetDevice() const
    {
        return m_device;
    }

    /**
     * @brief Was a packet of this call dropped by the queue disc or device it was given to?
     *
     * ip_send_skb() returns that as ENOBUFS, and ip_do_fragment() frees the fragments behind it.
     * Of a train that was cut it is the verdict on the last segment.
     * @return true if one was dropped
     */
    bool WasDropped() const
    {
        return m_dropped;
    }

    /**
     * @brief What becomes of the call if that is not known when it returns.
     * @return the outcome, shared with whatever still has segments to send; null before the first
     *         asks for it
     */
    const Ptr<SendOutcome>& GetOutcome() const
    {
        return m_outcome;
    }

  protected:
    /**
     * @brief Begin a call.
     * @param layer the host's transmit path
     * @param origin names the call, and pays for its first packet
     * @param train the kind of train its packets form; nothing if they go one by one
     */
    XmitSend(XmitLayer& layer, SkbPtr origin, std::optional<GsoType> train);
    virtual ~XmitSend();

    /**
     * @brief The host's transmit path.
     * @return the layer
     */
    XmitLayer& GetLayer() const
    {
        return m_layer;
    }

    /**
     * @brief The control block that names the call.
     * @return the Skb
     */
    const SkbPtr& GetOrigin() const
    {
        return m_origin;
    }

    /**
     * @brief The kind of train its packets form.
     * @return the kind, or nothing
     */
    const std::optional<GsoType>& GetTrainType() const
    {
        return m_trainType;
    }

    /**
     * @brief How many packets were adopted.
     * @return the number; a train counts as one
     */
    uint32_t GetNAdopted() const
    {
        return m_nAdopted;
    }

    /**
     * @brief How many packets address resolution has dropped.
     * @return the number
     */
    uint32_t GetNDroppedAboveDevice() const
    {
        return m_nDroppedAboveDevice;
    }

    /**
     * @brief Say who pays for a packet of this call.
     * @param packet the packet
     * @param mtu MTU of the device it is sent to, in bytes
     * @param linkHeaderRoom LL_RESERVED_SPACE of that device, in bytes
     * @return the control block that pays for it
     */
    virtual SkbPtr Adopt(const DatagramCharge::Packet& packet,
                         uint32_t mtu,
                         uint32_t linkHeaderRoom) = 0;

    /**
     * @brief Say who pays for a train of this call.
     * @param train the train
     * @param linkHeaderRoom LL_RESERVED_SPACE of the device it is sent to, in bytes
     * @return the control block that pays for it
     */
    virtual SkbPtr AdoptTrain(const XmitTrain& train, uint32_t linkHeaderRoom) = 0;

  private:
    friend class DriverHandOver;
    friend class XmitLayer;

    /**
     * @brief Is this the call that a tag names?
     * @param tag the tag of a packet
     * @return true if so
     */
    bool Owns(const SkbTag& tag) const
    {
        return tag.Names(*m_origin) && tag.GetNode() == m_tag.GetNode();
    }

    /**
     * @brief The outcome to share with what goes on after the call: the outermost call's.
     * @return the outcome
     */
    const Ptr<SendOutcome>& ShareOutcome();

    XmitLayer& m_layer;                 //!< the host's transmit path
    SkbPtr m_origin;                    //!< names this call
    SkbTag m_tag;                       //!< names m_origin
    XmitSend* m_outer;                  //!< the call in whose middle this one began, or null
    std::optional<GsoType> m_trainType; //!< kind of train, or nothing
    std::optional<XmitTrain> m_train;   //!< what was collected for m_device
    Ptr<NetDevice> m_device;            //!< where IP sends it
    Ptr<SendOutcome> m_outcome;         //!< of what goes on after the call, or null
    uint32_t m_nAdopted{0};             //!< packets and trains adopted
    uint32_t m_nDroppedAboveDevice{0};  //!< packets that address resolution dropped
    bool m_dropped{false};              //!< a packet was dropped below IP
};

} // namespace ns3

#endif /* LINUX_TX_XMIT_SEND_H */
