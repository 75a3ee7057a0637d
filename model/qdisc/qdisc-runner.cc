/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/qdisc-runner.h"

#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"

#include <cstddef>

namespace ns3
{

namespace
{

/**
 * @brief Is a queue disc another one, or below it?
 * @param outer the other one
 * @param qdisc the queue disc
 * @return true if so
 */
bool
Contains(const QueueDisc& outer, const QueueDisc& qdisc)
{
    if (&outer == &qdisc)
    {
        return true;
    }
    for (std::size_t i = 0; i < outer.GetNQueueDiscClasses(); ++i)
    {
        if (Contains(*outer.GetQueueDiscClass(i)->GetQueueDisc(), qdisc))
        {
            return true;
        }
    }
    return false;
}

/**
 * @brief Find the queue disc of a device that takes packets out of another one.
 * @param device the device
 * @param qdisc the other one
 * @return the root, or a child of mq; null if the device has no such
 */
Ptr<QueueDisc>
FindServing(const Ptr<NetDevice>& device, const QueueDisc& qdisc)
{
    const auto trafficControl = device->GetNode()->GetObject<TrafficControlLayer>();
    const auto root = trafficControl ? trafficControl->GetRootQueueDiscOnDevice(device) : nullptr;
    if (!root || !Contains(*root, qdisc))
    {
        return nullptr;
    }
    if (root->GetWakeMode() == QueueDisc::WAKE_ROOT)
    {
        return root;
    }
    std::size_t i = 0;
    while (!Contains(*root->GetQueueDiscClass(i)->GetQueueDisc(), qdisc))
    {
        ++i;
    }
    return root->GetQueueDiscClass(i)->GetQueueDisc();
}

/**
 * @brief Find the device of a queue disc.
 * @param qdisc the queue disc
 * @return the device, or null
 */
Ptr<NetDevice>
FindDevice(const QueueDisc& qdisc)
{
    for (uint32_t node = 0; node < NodeList::GetNNodes(); ++node)
    {
        const auto candidates = NodeList::GetNode(node);
        for (uint32_t i = 0; i < candidates->GetNDevices(); ++i)
        {
            if (FindServing(candidates->GetDevice(i), qdisc))
            {
                return candidates->GetDevice(i);
            }
        }
    }
    return nullptr;
}

} // namespace

QdiscRunner::~QdiscRunner()
{
    m_again.Cancel();
}

void
QdiscRunner::Run(QueueDisc& qdisc)
{
    const Ptr<QueueDisc> kept(&qdisc); // whoever gets a packet may delete it, and this with it
    const auto serving = GetServing(qdisc);
    if (!serving)
    {
        return;
    }
    const uint32_t before = serving->GetStats().nTotalDequeuedPackets;
    serving->Run();
    if (serving->GetStats().nTotalDequeuedPackets - before >= serving->GetQuota())
    {
        m_again.Cancel();
        m_again = Simulator::ScheduleNow([this, &qdisc] { Run(qdisc); });
    }
}

void
QdiscRunner::Dispose()
{
    m_again.Cancel();
    m_device = nullptr;
}

Ptr<QueueDisc>
QdiscRunner::GetServing(QueueDisc& qdisc)
{
    if (qdisc.GetSendCallback())
    {
        return Ptr<QueueDisc>(&qdisc);
    }
    if (!m_device)
    {
        m_device = FindDevice(qdisc);
    }
    const auto serving = m_device ? FindServing(m_device, qdisc) : nullptr;
    return serving && serving->GetSendCallback() ? serving : nullptr;
}

} // namespace ns3
