/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-flow.h"

#include <utility>

namespace ns3
{

FqFlow::FqFlow(int32_t credit)
    : m_credit(credit)
{
}

void
FqFlow::Add(FqPacket packet)
{
    if (m_line.empty() || packet.timeToSend >= m_line.back().timeToSend)
    {
        m_line.push_back(std::move(packet));
        return;
    }
    const int64_t time = packet.timeToSend;
    m_outOfOrder.emplace(time, std::move(packet)); // behind those of the same time
}

const FqPacket*
FqFlow::Peek() const
{
    if (m_outOfOrder.empty())
    {
        return m_line.empty() ? nullptr : &m_line.front();
    }
    const FqPacket& early = m_outOfOrder.begin()->second;
    return m_line.empty() || early.timeToSend < m_line.front().timeToSend ? &early
                                                                          : &m_line.front();
}

FqPacket
FqFlow::Pop()
{
    FqPacket packet;
    if (!m_line.empty() && Peek() == &m_line.front())
    {
        packet = std::move(m_line.front());
        m_line.pop_front();
    }
    else
    {
        packet = std::move(m_outOfOrder.begin()->second);
        m_outOfOrder.erase(m_outOfOrder.begin());
    }
    return packet;
}

void
FqFlow::Refill(uint32_t quantum)
{
    if (m_credit >= 0 && static_cast<uint32_t>(m_credit) < quantum)
    {
        m_credit = static_cast<int32_t>(quantum);
    }
}

void
FqFlow::Detach(int64_t jiffies)
{
    m_detached = true;
    m_age = jiffies | 1; // the kernel needs the lowest bit to tell it from a pointer
}

} // namespace ns3
