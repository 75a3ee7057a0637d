/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_XMIT_ITEM_H
#define LINUX_TX_XMIT_ITEM_H

#include "ns3/address.h"
#include "ns3/arp-queue-disc-item.h"
#include "ns3/datagram-charge.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/net-device.h"
#include "ns3/queue-item.h"
#include "ns3/skb.h"
#include "ns3/vlan-tags.h"
#include "ns3/xmit-train.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{

class XmitLayer;

/**
 * @ingroup linux-tx
 * @brief What every queue disc item on the linux-tx transmit path carries beside the packet.
 *
 * The items themselves are XmitIpv4Item, XmitIpv6Item, XmitArpItem and XmitFrameItem, and the
 * trains XmitIpv4Train and XmitIpv6Train: subclasses of the stock ones, so that packet filters and
 * queue discs that look inside still see what they expect. This class is what they have in common:
 * the Skb (dropping the item releases it), the link-layer facts that Linux keeps in the frame's
 * header and ns-3 adds only in the device, and the L3 header that is written once, at the hand-over
 * to the last device.
 *
 * ns-3's queue discs call AddHeader() at dequeue. With stacked devices a packet can pass two queue
 * discs, so AddHeader() of these items writes nothing (it tells the XmitLayer that the item is
 * about to leave a queue disc) and WriteHeader() does the work, idempotently.
 */
class XmitItem
{
  public:
    virtual ~XmitItem() = default;

    /**
     * @brief The XmitItem in a queue disc item.
     * @param item any queue disc item
     * @return the same object as XmitItem, or null if it is not one
     */
    static XmitItem* From(const Ptr<QueueDiscItem>& item);

    /**
     * @brief What a socket's charge for the packet depends on.
     * @return the facts; nothing if it is no IP packet
     */
    virtual std::optional<DatagramCharge::Packet> DescribeDatagramPacket() const = 0;

    /**
     * @brief Write the L3 header into the packet, unless that was done before.
     */
    virtual void WriteHeader() = 0;

    /**
     * @brief A copy that nobody pays for (skb_clone: the clone has no socket).
     * @return a new item of the same kind with a copy of the packet, without Skb
     */
    virtual Ptr<QueueDiscItem> Clone() const = 0;

    /**
     * @brief The segments, if the item is a train (skb_is_gso).
     * @return the train, or null if the item is a single packet
     */
    virtual XmitTrain* GetTrain()
    {
        return nullptr;
    }

    /**
     * @brief How many packets the item will be on the wire (gso_segs).
     * @return the number of segments of a train, else 1
     */
    uint32_t GetNPackets()
    {
        const XmitTrain* train = GetTrain();
        return train ? train->GetNSegments() : 1;
    }

    /**
     * @brief The VLAN tags that the frame will have.
     * @return the tags
     */
    const VlanTags& GetVlanTags() const
    {
        return m_vlanTags;
    }

    /**
     * @brief Put a VLAN tag on the frame (__vlan_hwaccel_put_tag).
     * @param tag the tag
     */
    void PutVlanTag(const VlanTag& tag)
    {
        m_vlanTags.Put(tag);
    }

    /**
     * @brief Who pays for the packet.
     * @return the control block; null for packets of no linux-tx socket, and possibly without
     *         owner if it was orphaned
     */
    const SkbPtr& GetSkb() const
    {
        return m_skb;
    }

    /**
     * @brief Set who pays for the packet.
     * @param skb the control block
     */
    void SetSkb(SkbPtr skb)
    {
        m_skb = std::move(skb);
    }

    /**
     * @brief Give the control block away (to a ring, to the hold on a foreign device).
     * @return the control block; the item has none afterwards
     */
    SkbPtr TakeSkb()
    {
        return std::move(m_skb);
    }

    /**
     * @brief The source address that the frame will have.
     * @return the address, or an invalid Address for that of the device that sends it
     */
    const Address& GetSource() const
    {
        return m_source;
    }

    /**
     * @brief Set the source address that the frame will have.
     * @param source the address
     */
    void SetSource(const Address& source)
    {
        m_source = source;
    }

    /**
     * @brief The device whose queue disc or driver the item is given to (skb->dev).
     * @return the device
     */
    const Ptr<NetDevice>& GetDevice() const
    {
        return m_device;
    }

    /**
     * @brief The layer that carries the item.
     * @return the layer, or null if it was not given to one
     */
    const XmitLayer* GetLayer() const
    {
        return m_layer;
    }

    /**
     * @brief For the hand-over to a driver: is more to come at once (netdev_xmit_more)?
     * @param more true if so; a driver may then wait with telling its hardware
     */
    void SetMore(bool more)
    {
        m_more = more;
    }

    /**
     * @brief Is more to come at once (netdev_xmit_more)?
     * @return true if so
     */
    bool HasMore() const
    {
        return m_more;
    }

    /**
     * @brief For Clone(): take over everything but the Skb.
     * @param other the original
     */
    void CopyMetadata(const XmitItem& other);

  protected:
    XmitItem() = default;

    /**
     * @brief DescribeDatagramPacket() of an IPv4 packet.
     * @param packet the packet without its IP header
     * @param header its IP header
     * @return the facts
     */
    static std::optional<DatagramCharge::Packet> Describe(const Packet& packet,
                                                          const Ipv4Header& header);

    /**
     * @brief DescribeDatagramPacket() of an IPv6 packet.
     * @param packet the packet without its IP header
     * @param header its IP header
     * @return the facts
     */
    static std::optional<DatagramCharge::Packet> Describe(const Packet& packet,
                                                          const Ipv6Header& header);

    /**
     * @brief DescribeDatagramPacket() of an ARP message.
     * @param packet the packet
     * @param header its ARP header
     * @return nothing
     */
    static std::optional<DatagramCharge::Packet> Describe(const Packet& packet,
                                                          const ArpHeader& header);

    /**
     * @brief For AddHeader() of the items: the item is about to leave a queue disc.
     * @param item this item
     */
    void NotifyDequeued(const QueueDiscItem& item);

    /**
     * @brief For GetSize() of the items: the link-layer header, which Linux counts in a queue disc
     *        (qdisc_pkt_len) and which ns-3 adds in the device, and tags that are in the data.
     * @return bytes; 14 on an Ethernet-like device without such tags
     */
    uint32_t GetLinkHeaderSize() const
    {
        return m_linkHeaderSize + m_vlanTags.GetInsideSize();
    }

  private:
    friend class XmitLayer;

    SkbPtr m_skb;                 //!< who pays, or null
    Address m_source;             //!< source address of the frame, or invalid
    VlanTags m_vlanTags;          //!< VLAN tags of the frame
    Ptr<NetDevice> m_device;      //!< skb->dev
    XmitLayer* m_layer{nullptr};  //!< the layer that carries the item; outlives it in use
    uint32_t m_linkHeaderSize{0}; //!< link-layer header, in bytes
    bool m_more{false};           //!< more is to come at once
};

/**
 * @ingroup linux-tx
 * @brief A packet of IP or ARP on the transmit path: a stock item that is an XmitItem as well.
 * @tparam Item the stock item, with its own header
 */
template <class Item>
class XmitProtocolItem : public Item, public XmitItem
{
  public:
    using Item::Item;

    void AddHeader() override
    {
        NotifyDequeued(*this);
    }

    uint32_t GetSize() const override
    {
        return Item::GetSize() + GetLinkHeaderSize();
    }

    std::optional<DatagramCharge::Packet> DescribeDatagramPacket() const override
    {
        return Describe(*this->GetPacket(), this->GetHeader());
    }

    void WriteHeader() override
    {
        if (!m_headerWritten)
        {
            Item::AddHeader();
            m_headerWritten = true;
        }
    }

    Ptr<QueueDiscItem> Clone() const override;

  private:
    bool m_headerWritten{false}; //!< WriteHeader() was called
};

/// An IPv4 packet on the transmit path.
using XmitIpv4Item = XmitProtocolItem<Ipv4QueueDiscItem>;
/// An IPv6 packet on the transmit path.
using XmitIpv6Item = XmitProtocolItem<Ipv6QueueDiscItem>;
/// An ARP message on the transmit path.
using XmitArpItem = XmitProtocolItem<ArpQueueDiscItem>;

/**
 * @ingroup linux-tx
 * @brief A train of IP packets on the transmit path: to a queue disc, one item.
 * @tparam Item the stock item of its segments
 *
 * What looks into the item sees the first segment's packet, behind the header that the whole
 * super-packet would have.
 */
template <class Item>
class XmitTrainItem : public XmitProtocolItem<Item>
{
  public:
    /**
     * @brief Constructor.
     * @param train the segments, all of kind @p Item
     */
    explicit XmitTrainItem(XmitTrain train);

    uint32_t GetSize() const override
    {
        return m_train.GetBytes(this->GetLinkHeaderSize());
    }

    bool Mark() override
    {
        return m_train.Mark();
    }

    void WriteHeader() override
    {
        m_train.WriteHeaders();
    }

    Ptr<QueueDiscItem> Clone() const override;

    XmitTrain* GetTrain() override
    {
        return &m_train;
    }

  private:
    XmitTrain m_train; //!< the segments
};

/// A train of IPv4 packets.
using XmitIpv4Train = XmitTrainItem<Ipv4QueueDiscItem>;
/// A train of IPv6 packets.
using XmitIpv6Train = XmitTrainItem<Ipv6QueueDiscItem>;

/**
 * @ingroup linux-tx
 * @brief A packet that came with all its headers: sent straight to a device, or LACP.
 */
class XmitFrameItem : public QueueDiscItem, public XmitItem
{
  public:
    /**
     * @brief Constructor.
     * @param packet the packet, without link-layer header
     * @param destination link-layer destination
     * @param protocol EtherType
     */
    XmitFrameItem(Ptr<Packet> packet, const Address& destination, uint16_t protocol);

    void AddHeader() override;
    bool Mark() override;
    uint32_t GetSize() const override;
    std::optional<DatagramCharge::Packet> DescribeDatagramPacket() const override;
    void WriteHeader() override;
    Ptr<QueueDiscItem> Clone() const override;
};

template <class Item>
Ptr<QueueDiscItem>
XmitProtocolItem<Item>::Clone() const
{
    Ptr<Packet> packet = this->GetPacket()->Copy();
    if (m_headerWritten)
    {
        auto frame = Create<XmitFrameItem>(packet, this->GetAddress(), this->GetProtocol());
        frame->CopyMetadata(*this);
        return frame;
    }
    auto clone = Create<XmitProtocolItem<Item>>(packet,
                                                this->GetAddress(),
                                                this->GetProtocol(),
                                                this->GetHeader());
    clone->CopyMetadata(*this);
    return clone;
}

template <class Item>
Ptr<QueueDiscItem>
XmitTrainItem<Item>::Clone() const
{
    auto clone = Create<XmitTrainItem<Item>>(m_train.Clone());
    clone->CopyMetadata(*this);
    return clone;
}

extern template class XmitTrainItem<Ipv4QueueDiscItem>;
extern template class XmitTrainItem<Ipv6QueueDiscItem>;

} // namespace ns3

#endif /* LINUX_TX_XMIT_ITEM_H */
