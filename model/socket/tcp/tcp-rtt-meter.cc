/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-rtt-meter.h"

#include <algorithm>

namespace ns3
{

void
TcpRttMeter::Update(int64_t now, int64_t oldestAcked, int64_t newestAcked)
{
    constexpr int64_t NS_PER_US = 1000;
    const auto rtt = static_cast<uint32_t>(std::max<int64_t>((now - oldestAcked) / NS_PER_US, 1));
    const auto newest =
        static_cast<uint32_t>(std::max<int64_t>((now - newestAcked) / NS_PER_US, 1));
    // srtt = 7/8 srtt + 1/8 rtt
    m_scaledSrtt = m_scaledSrtt == 0 ? rtt << SCALE : m_scaledSrtt - (m_scaledSrtt >> SCALE) + rtt;
    UpdateMinimum({now / NS_PER_US, newest});
}

void
TcpRttMeter::UpdateMinimum(const Sample& sample)
{
    constexpr int64_t WINDOW = 300'000'000; // net.ipv4.tcp_min_rtt_wlen, in us
    if (sample.rtt <= m_least[0].rtt || sample.time - m_least[2].time > WINDOW)
    {
        m_least.fill(sample);
        return;
    }
    if (sample.rtt <= m_least[1].rtt)
    {
        m_least[1] = m_least[2] = sample;
    }
    else if (sample.rtt <= m_least[2].rtt)
    {
        m_least[2] = sample;
    }
    // What is too old goes, and there is always a newer candidate for its place.
    const int64_t age = sample.time - m_least[0].time;
    if (age > WINDOW)
    {
        m_least = {m_least[1], m_least[2], sample};
        if (sample.time - m_least[0].time > WINDOW)
        {
            m_least = {m_least[1], m_least[2], sample};
        }
    }
    else if (m_least[1].time == m_least[0].time && age > WINDOW / 4)
    {
        m_least[1] = m_least[2] = sample;
    }
    else if (m_least[2].time == m_least[1].time && age > WINDOW / 2)
    {
        m_least[2] = sample;
    }
}

} // namespace ns3
