/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_ITEM_STORE_H
#define LINUX_TX_FQ_ITEM_STORE_H

#include "ns3/fq-packet.h"
#include "ns3/queue.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Keeps the items of all flows of an fq queue disc.
 *
 * ns-3 counts what is in a queue disc by the traces of its internal queues. fq's flows come and go,
 * so there is one such queue for all: the flows have the order, this has the items, each of which
 * can be taken out.
 */
class FqItemStore : public Queue<QueueDiscItem>
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    FqItemStore();

    /**
     * @brief Put an item in.
     * @param item the item
     * @return where it is, valid until it is taken out
     */
    FqPacket::Place Insert(const Ptr<QueueDiscItem>& item);

    /**
     * @brief Take an item out.
     * @param place where it is
     * @return the item
     */
    Ptr<QueueDiscItem> Take(FqPacket::Place place);

    bool Enqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> Dequeue() override;
    Ptr<QueueDiscItem> Remove() override;
    Ptr<const QueueDiscItem> Peek() const override;
};

} // namespace ns3

#endif /* LINUX_TX_FQ_ITEM_STORE_H */
