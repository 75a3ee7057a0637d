/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/default-queue-disc.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <cstdint>

namespace ns3
{

namespace
{

/// The kernel's default queue disc, and its limit: txqueuelen of an Ethernet device.
constexpr const char* DEFAULT_QUEUE_DISC = "ns3::PfifoFastQueueDisc";
constexpr const char* DEFAULT_QUEUE_LIMIT = "1000p";

} // namespace

void
InstallDefaultQueueDisc(const Ptr<NetDevice>& device)
{
    const auto trafficControl = device->GetNode()->GetObject<TrafficControlLayer>();
    const auto queues = device->GetObject<NetDeviceQueueInterface>();
    if (!queues || trafficControl->GetRootQueueDiscOnDevice(device))
    {
        return;
    }
    TrafficControlHelper helper;
    const StringValue limit(DEFAULT_QUEUE_LIMIT);
    if (queues->GetNTxQueues() > 1)
    {
        const uint16_t handle = helper.SetRootQueueDisc("ns3::MqQueueDisc");
        const auto classes =
            helper.AddQueueDiscClasses(handle, queues->GetNTxQueues(), "ns3::QueueDiscClass");
        helper.AddChildQueueDiscs(handle, classes, DEFAULT_QUEUE_DISC, "MaxSize", limit);
    }
    else
    {
        helper.SetRootQueueDisc(DEFAULT_QUEUE_DISC, "MaxSize", limit);
    }
    helper.Install(device);
}

} // namespace ns3
