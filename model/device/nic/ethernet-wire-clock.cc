/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-wire-clock.h"

#include <algorithm>

namespace ns3
{

uint32_t
EthernetWireClock::GetFrameBytes(uint32_t bytes)
{
    return std::max(bytes + FCS_BYTES, MIN_FRAME_BYTES);
}

EthernetWireClock::Slot
EthernetWireClock::Occupy(Time now, DataRate rate, uint32_t bytes)
{
    ExactTime begin{static_cast<uint64_t>(now.GetTimeStep()), 0};
    if (rate.GetBitRate() != m_rate)
    {
        m_rate = rate.GetBitRate();
        m_stepsPerSecond = static_cast<uint64_t>(Seconds(1).GetTimeStep());
    }
    else if (now <= Round(m_end))
    {
        // Straight after the previous frame: begin when it really ended.
        begin = m_end;
    }
    const uint64_t bits = 8 * (PREAMBLE_BYTES + static_cast<uint64_t>(GetFrameBytes(bytes)));
    m_end = After(begin, bits + 8 * GAP_BYTES);
    return {Round(After(begin, bits)), Round(m_end)};
}

EthernetWireClock::ExactTime
EthernetWireClock::After(const ExactTime& begin, uint64_t bits) const
{
    // bits * stepsPerSecond does not fit into 64 bits when a step is a femtosecond; hence in two
    // parts, of which the second is below 2^20 bits times the rate.
    const uint64_t fraction = bits * (m_stepsPerSecond % m_rate) + begin.residue;
    return {begin.steps + bits * (m_stepsPerSecond / m_rate) + fraction / m_rate,
            fraction % m_rate};
}

Time
EthernetWireClock::Round(const ExactTime& time) const
{
    return TimeStep(time.steps + (2 * time.residue >= m_rate ? 1 : 0));
}

} // namespace ns3
