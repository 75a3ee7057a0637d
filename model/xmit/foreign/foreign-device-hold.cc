/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/foreign-device-hold.h"

#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ForeignDeviceHold");

ForeignDeviceHold::ForeignDeviceHold(const Ptr<NetDevice>& device)
    : m_canFollow(Connect(device, "PhyTxEnd"))
{
    if (!m_canFollow)
    {
        return;
    }
    Connect(device, "PhyTxDrop");
    Connect(device, "MacTxDrop");
    PointerValue queue;
    if (device->GetAttributeFailSafe("TxQueue", queue) && queue.Get<Queue<Packet>>())
    {
        Connect(queue.Get<Queue<Packet>>(), "DropAfterDequeue");
    }
}

ForeignDeviceHold::~ForeignDeviceHold()
{
    for (const Connection& connection : m_connections)
    {
        connection.object->TraceDisconnectWithoutContext(
            connection.source,
            MakeCallback(&ForeignDeviceHold::Release, this));
    }
}

bool
ForeignDeviceHold::Connect(const Ptr<Object>& object, const char* source)
{
    if (!object->TraceConnectWithoutContext(source,
                                            MakeCallback(&ForeignDeviceHold::Release, this)))
    {
        return false;
    }
    m_connections.push_back({object, source});
    return true;
}

void
ForeignDeviceHold::Hold(const Ptr<const Packet>& packet, SkbPtr skb)
{
    m_entries[PeekPointer(packet)] = Entry{packet, std::move(skb)};
}

void
ForeignDeviceHold::NotifySent(const Ptr<const Packet>& packet, bool accepted)
{
    if (!accepted)
    {
        Release(packet);
    }
}

void
ForeignDeviceHold::Release(Ptr<const Packet> packet)
{
    NS_LOG_FUNCTION(this << packet);
    m_entries.erase(PeekPointer(packet));
}

} // namespace ns3
