/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-outbox.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

BondOutbox::Call::Call(BondOutbox& outbox)
    : m_outbox(outbox)
{
    ++m_outbox.m_calls;
}

BondOutbox::Call::~Call()
{
    if (--m_outbox.m_calls == 0)
    {
        m_outbox.Deliver();
    }
}

BondOutbox::~BondOutbox()
{
    Clear();
}

void
BondOutbox::Post(std::function<void()> message)
{
    m_messages.push_back(std::move(message));
    if (m_calls == 0 && !m_delivering && m_event.IsExpired())
    {
        m_event = Simulator::ScheduleNow(&BondOutbox::Deliver, this);
    }
}

void
BondOutbox::Clear()
{
    m_messages.clear();
    m_event.Cancel();
}

void
BondOutbox::Deliver()
{
    if (m_delivering)
    {
        return;
    }
    m_event.Cancel();
    m_delivering = true;
    while (!m_messages.empty())
    {
        const auto message = std::move(m_messages.front());
        m_messages.pop_front();
        message();
    }
    m_delivering = false;
}

} // namespace ns3
