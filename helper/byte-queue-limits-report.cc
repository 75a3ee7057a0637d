/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/byte-queue-limits-report.h"

#include "ns3/dynamic-queue-limits.h"
#include "ns3/interface-name.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nic-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

namespace
{

/**
 * @brief What the driver has told BQL of and not yet reported as sent.
 * @param device the device
 * @param queue index of the transmit queue
 * @return bytes
 */
uint32_t
GetInflight(const Ptr<NetDevice>& device, std::size_t queue)
{
    if (const auto nic = DynamicCast<NicNetDevice>(device))
    {
        return nic->GetTxQueue(queue).GetInflight();
    }
    // ns-3's own devices report a packet as sent when it leaves this queue.
    PointerValue txQueue;
    const bool known = device->GetAttributeFailSafe("TxQueue", txQueue);
    const auto packets = known ? txQueue.Get<Queue<Packet>>() : nullptr;
    return packets ? packets->GetNBytes() : 0;
}

} // namespace

std::vector<ByteQueueLimits>
ByteQueueLimitsReport::Read(const Ptr<NetDevice>& device)
{
    std::vector<ByteQueueLimits> all;
    const auto queues = device->GetObject<NetDeviceQueueInterface>();
    for (std::size_t i = 0; queues && i < queues->GetNTxQueues(); ++i)
    {
        ByteQueueLimits limits;
        const auto dql = DynamicCast<DynamicQueueLimits>(queues->GetTxQueue(i)->GetQueueLimits());
        if (dql)
        {
            UintegerValue value;
            TimeValue holdTime;
            limits.inflight = GetInflight(device, i);
            // dql_avail() is the limit without what is in flight.
            limits.limit =
                static_cast<uint32_t>(dql->Available() + static_cast<int64_t>(limits.inflight));
            dql->GetAttribute("MaxLimit", value);
            limits.limitMax = static_cast<uint32_t>(value.Get());
            dql->GetAttribute("MinLimit", value);
            limits.limitMin = static_cast<uint32_t>(value.Get());
            dql->GetAttribute("HoldTime", holdTime);
            limits.holdTime = holdTime.Get();
        }
        all.push_back(limits);
    }
    return all;
}

void
ByteQueueLimitsReport::Print(std::ostream& os, const Ptr<NetDevice>& device)
{
    std::size_t queue = 0;
    for (const ByteQueueLimits& limits : Read(device))
    {
        const std::string folder = "/sys/class/net/" + GetInterfaceName(device) + "/queues/tx-" +
                                   std::to_string(queue++) + "/byte_queue_limits/";
        os << folder << "hold_time:" << limits.holdTime.GetMilliSeconds() << "\n"
           << folder << "inflight:" << limits.inflight << "\n"
           << folder << "limit:" << limits.limit << "\n"
           << folder << "limit_max:" << limits.limitMax << "\n"
           << folder << "limit_min:" << limits.limitMin << "\n";
    }
}

} // namespace ns3
