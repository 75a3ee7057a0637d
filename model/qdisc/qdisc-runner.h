/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_QDISC_RUNNER_H
#define LINUX_TX_QDISC_RUNNER_H

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"
#include "ns3/queue-disc.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Runs the queue disc that takes packets out of another one (__netif_schedule() of
 *        qdisc_root(), as the watchdog does it in net/sched/sch_api.c).
 *
 * That is the queue disc itself if it is a device's root or a child of mq. Below any other parent,
 * such as tbf, it is the parent that has to run, and ns-3's queue discs do not know theirs: it is
 * looked for among the queue discs of all devices, once.
 *
 * A run ends after a quota of packets; nobody in ns-3 begins the next one (__qdisc_run()
 * reschedules the queue disc), so this does.
 *
 * Queue discs with a timer of their own have one.
 */
class QdiscRunner
{
  public:
    QdiscRunner() = default;
    ~QdiscRunner();
    QdiscRunner(const QdiscRunner&) = delete;
    QdiscRunner& operator=(const QdiscRunner&) = delete;

    /**
     * @brief Set the device that the queue disc belongs to.
     * @param device the device
     */
    void SetDevice(const Ptr<NetDevice>& device)
    {
        m_device = device;
    }

    /**
     * @brief The device that the queue disc belongs to.
     * @return the device, or null as long as it is not known
     */
    const Ptr<NetDevice>& GetDevice() const
    {
        return m_device;
    }

    /**
     * @brief Run the queue disc, or the one above it; nothing if neither has a device.
     * @param qdisc the queue disc whose member this is
     */
    void Run(QueueDisc& qdisc);

    /**
     * @brief The queue disc is being disposed: forget the device, and do not run again.
     */
    void Dispose();

  private:
    /**
     * @brief The queue disc that takes packets out of another one.
     * @param qdisc the other one
     * @return itself, or one above it; null if neither has a device
     */
    Ptr<QueueDisc> GetServing(QueueDisc& qdisc);

    Ptr<NetDevice> m_device; //!< the device, or null
    EventId m_again;         //!< the next run, if the last one ended at its quota
};

} // namespace ns3

#endif /* LINUX_TX_QDISC_RUNNER_H */
