/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-item-store.h"

#include "ns3/queue-size.h"

#include <limits>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FqItemStore);

TypeId
FqItemStore::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FqItemStore")
                            .SetParent<Queue<QueueDiscItem>>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<FqItemStore>();
    return tid;
}

FqItemStore::FqItemStore()
{
    // The queue disc has the limit.
    SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, std::numeric_limits<uint32_t>::max()));
}

FqPacket::Place
FqItemStore::Insert(const Ptr<QueueDiscItem>& item)
{
    Iterator place;
    DoEnqueue(GetContainer().end(), item, place);
    return place;
}

Ptr<QueueDiscItem>
FqItemStore::Take(FqPacket::Place place)
{
    return DoDequeue(place);
}

bool
FqItemStore::Enqueue(Ptr<QueueDiscItem> item)
{
    return DoEnqueue(GetContainer().end(), item);
}

Ptr<QueueDiscItem>
FqItemStore::Dequeue()
{
    return DoDequeue(GetContainer().begin());
}

Ptr<QueueDiscItem>
FqItemStore::Remove()
{
    return DoRemove(GetContainer().begin());
}

Ptr<const QueueDiscItem>
FqItemStore::Peek() const
{
    return DoPeek(GetContainer().begin());
}

} // namespace ns3
