/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "root-queue-disc.h"

#include "ns3/node.h"
#include "ns3/traffic-control-layer.h"

using namespace ns3;

void
RemoveRootQueueDisc(const Ptr<NetDevice>& device)
{
    const auto trafficControl = device->GetNode()->GetObject<TrafficControlLayer>();
    if (trafficControl->GetRootQueueDiscOnDevice(device))
    {
        trafficControl->DeleteRootQueueDiscOnDevice(device);
    }
}

Ptr<QueueDisc>
ReplaceRootQueueDisc(const Ptr<NetDevice>& device, TrafficControlHelper& helper)
{
    RemoveRootQueueDisc(device);
    return helper.Install(device).Get(0);
}
