/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/queue-disc-quantum.h"

#include "ns3/fq-cobalt-queue-disc.h"
#include "ns3/fq-codel-queue-disc.h"
#include "ns3/fq-pie-queue-disc.h"

namespace ns3
{

namespace
{

/**
 * @brief EnsureQuantum() for one kind of queue disc.
 * @tparam Kind the kind
 * @param qdisc a queue disc of any kind
 * @param quantum the quantum, in bytes
 */
template <class Kind>
void
EnsureQuantumOf(const Ptr<QueueDisc>& qdisc, uint32_t quantum)
{
    Ptr<Kind> fair = DynamicCast<Kind>(qdisc);
    if (fair && fair->GetQuantum() == 0)
    {
        fair->SetQuantum(quantum);
    }
}

} // namespace

void
EnsureQuantum(const Ptr<QueueDisc>& qdisc, uint32_t quantum)
{
    EnsureQuantumOf<FqCoDelQueueDisc>(qdisc, quantum);
    EnsureQuantumOf<FqPieQueueDisc>(qdisc, quantum);
    EnsureQuantumOf<FqCobaltQueueDisc>(qdisc, quantum);
    for (std::size_t i = 0; i < qdisc->GetNQueueDiscClasses(); ++i)
    {
        EnsureQuantum(qdisc->GetQueueDiscClass(i)->GetQueueDisc(), quantum);
    }
}

} // namespace ns3
