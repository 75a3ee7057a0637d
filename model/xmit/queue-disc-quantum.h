/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_QUEUE_DISC_QUANTUM_H
#define LINUX_TX_QUEUE_DISC_QUANTUM_H

#include "ns3/ptr.h"
#include "ns3/queue-disc.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Give a queue disc, and those below it, a quantum if it has none.
 *
 * ns-3's fair queue discs take theirs from the device's MTU, but only by way of a
 * NetDeviceQueueInterface. On a device without one, such as a bond, it stays 0 and their dequeue
 * never ends. Linux takes psched_mtu() whatever the device.
 * @param qdisc the queue disc
 * @param quantum the quantum, in bytes
 */
void EnsureQuantum(const Ptr<QueueDisc>& qdisc, uint32_t quantum);

} // namespace ns3

#endif /* LINUX_TX_QUEUE_DISC_QUANTUM_H */
