/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/host-delay-probe.h"

#include "ns3/callback.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

bool
HostDelayProbe::Watch(const Ptr<Object>& socket)
{
    return socket->TraceConnectWithoutContext("WmemAlloc",
                                              MakeCallback(&HostDelayProbe::NotifyWmemAlloc, this));
}

void
HostDelayProbe::NotifyWmemAlloc(uint64_t before, uint64_t after)
{
    if (after > before)
    {
        m_charges.push_back({Simulator::Now(), after - before});
        return;
    }
    uint64_t freed = before - after;
    while (freed > 0 && !m_charges.empty())
    {
        Charge& oldest = m_charges.front();
        const uint64_t part = std::min(freed, oldest.bytes);
        oldest.bytes -= part;
        freed -= part;
        if (oldest.bytes == 0)
        {
            m_delays.push_back(Simulator::Now() - oldest.begin);
            m_charges.pop_front();
        }
    }
}

} // namespace ns3
