/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_WRAP_ITEM_H
#define LINUX_TX_WRAP_ITEM_H

#include "ns3/ptr.h"
#include "ns3/queue-item.h"
#include "ns3/xmit-item.h"
#include "ns3/xmit-train.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief An item in its two views, so that nobody has to cast.
 */
struct WrappedItem
{
    Ptr<QueueDiscItem> item; //!< what queue discs see; keeps the item
    XmitItem* xmitItem;      //!< the same item
};

/**
 * @ingroup linux-tx
 * @brief Make an XmitItem of a stock item.
 * @param item the stock item
 * @return the XmitItem, or nothing if its kind is unknown
 */
WrappedItem WrapItem(const Ptr<QueueDiscItem>& item);

/**
 * @ingroup linux-tx
 * @brief Make an item of a train.
 * @param train the segments, or a datagram that IP has left whole (MtuLift)
 * @param mtu MTU of the device that IP sends to, in bytes
 * @return the item; no train if it is a single packet
 */
WrappedItem WrapTrain(XmitTrain train, uint32_t mtu);

} // namespace ns3

#endif /* LINUX_TX_WRAP_ITEM_H */
