/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "split-traffic.h"

namespace ns3
{

SplitTraffic::SplitTraffic()
{
    // Seeding by array of Matsumoto and Nishimura's mt19937ar, with the single key 7.
    constexpr uint32_t KEY = 7;
    m_state[0] = 19650218;
    for (uint32_t i = 1; i < N; ++i)
    {
        m_state[i] = 1812433253U * (m_state[i - 1] ^ m_state[i - 1] >> 30) + i;
    }
    std::size_t i = 1;
    const auto advance = [this, &i] {
        if (++i >= N)
        {
            m_state[0] = m_state[N - 1];
            i = 1;
        }
    };
    for (std::size_t k = 0; k < N; ++k)
    {
        m_state[i] = (m_state[i] ^ (m_state[i - 1] ^ m_state[i - 1] >> 30) * 1664525U) + KEY;
        advance();
    }
    for (std::size_t k = 1; k < N; ++k)
    {
        m_state[i] = (m_state[i] ^ (m_state[i - 1] ^ m_state[i - 1] >> 30) * 1566083941U) -
                     static_cast<uint32_t>(i);
        advance();
    }
    m_state[0] = 0x80000000;
}

uint32_t
SplitTraffic::GetWord()
{
    if (m_next == N)
    {
        constexpr std::size_t M = 397;
        for (std::size_t k = 0; k < N; ++k)
        {
            const uint32_t y = (m_state[k] & 0x80000000) | (m_state[(k + 1) % N] & 0x7fffffff);
            m_state[k] = m_state[(k + M) % N] ^ y >> 1 ^ (y & 1 ? 0x9908b0df : 0);
        }
        m_next = 0;
    }
    uint32_t y = m_state[m_next++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680;
    y ^= y << 15 & 0xefc60000;
    return y ^ y >> 18;
}

Mac48Address
SplitTraffic::GetAddress()
{
    const uint32_t low = GetWord();
    const uint32_t high = GetWord() >> 16;
    uint8_t bytes[6];
    for (int i = 0; i < 4; ++i)
    {
        bytes[i] = static_cast<uint8_t>(low >> 8 * i);
    }
    bytes[4] = static_cast<uint8_t>(high);
    bytes[5] = static_cast<uint8_t>(high >> 8);
    bytes[0] = static_cast<uint8_t>((bytes[0] & 0xfc) | 2);
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

std::vector<SplitTraffic::Addresses>
SplitTraffic::GetFrames()
{
    SplitTraffic random;
    std::vector<Addresses> frames;
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        const Mac48Address destination = random.GetAddress();
        const Mac48Address source = random.GetAddress();
        frames.emplace_back(destination, source);
    }
    return frames;
}

} // namespace ns3
