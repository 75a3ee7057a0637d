/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/wrap-item.h"

#include "ns3/ipv4-fragmenter.h"

#include <typeinfo>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @brief The item as one of the stock kinds, if it is exactly that.
 * @tparam Item the stock kind
 * @param item the item
 * @return the same item, or null
 */
template <class Item>
const Item*
As(const QueueDiscItem& item)
{
    return typeid(item) == typeid(Item) ? static_cast<const Item*>(&item) : nullptr;
}

/**
 * @brief Make an XmitItem of a stock item of a certain kind.
 * @tparam Item the kind
 * @param stock the stock item
 * @return the XmitItem
 */
template <class Item>
WrappedItem
WrapAs(const Item& stock)
{
    auto wrapped = Create<XmitProtocolItem<Item>>(stock.GetPacket(),
                                                  stock.GetAddress(),
                                                  stock.GetProtocol(),
                                                  stock.GetHeader());
    return {wrapped, PeekPointer(wrapped)};
}

/**
 * @brief Make a train item of segments of a certain kind.
 * @tparam Item the kind
 * @param train the segments
 * @return the item
 */
template <class Item>
WrappedItem
WrapTrainAs(XmitTrain train)
{
    auto wrapped = Create<XmitTrainItem<Item>>(std::move(train));
    return {wrapped, PeekPointer(wrapped)};
}

} // namespace

WrappedItem
WrapItem(const Ptr<QueueDiscItem>& item)
{
    if (auto ipv4 = As<Ipv4QueueDiscItem>(*item))
    {
        return WrapAs(*ipv4);
    }
    if (auto ipv6 = As<Ipv6QueueDiscItem>(*item))
    {
        return WrapAs(*ipv6);
    }
    if (auto arp = As<ArpQueueDiscItem>(*item))
    {
        return WrapAs(*arp);
    }
    return {nullptr, nullptr};
}

WrappedItem
WrapTrain(XmitTrain train, uint32_t mtu)
{
    const Ptr<QueueDiscItem> first = train.GetSegments().front();
    if (train.GetNSegments() == 1 && first->GetSize() > mtu && !train.IsIpv6())
    {
        train = FragmentIpv4(first, mtu);
    }
    if (train.GetNSegments() == 1)
    {
        return WrapItem(first);
    }
    return train.IsIpv6() ? WrapTrainAs<Ipv6QueueDiscItem>(std::move(train))
                          : WrapTrainAs<Ipv4QueueDiscItem>(std::move(train));
}

} // namespace ns3
