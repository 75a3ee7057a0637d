/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "expected-datagrams.h"

#include <algorithm>

using namespace ns3;

Ptr<Packet>
ExpectedDatagrams::MakeMessage(uint32_t bytes)
{
    Bytes content(bytes);
    // A multiplicative generator with the message's number as seed: neighbours have nothing in
    // common, and no offset repeats another one's bytes.
    uint64_t state = ++m_nMessages;
    for (uint8_t& byte : content)
    {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        byte = static_cast<uint8_t>(state >> 56);
    }
    return Create<Packet>(content.data(), bytes);
}

ExpectedDatagrams::Bytes
ExpectedDatagrams::GetBytes(const Ptr<const Packet>& packet)
{
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
    return bytes;
}

void
ExpectedDatagrams::Expect(const Ptr<const Packet>& message, uint32_t gsoSize, uint32_t copies)
{
    const Bytes content = GetBytes(message);
    const std::size_t step = gsoSize > 0 ? gsoSize : std::max<std::size_t>(content.size(), 1);
    std::size_t begin = 0;
    do
    {
        const std::size_t end = std::min(begin + step, content.size());
        auto& numbers = m_missing[Bytes(content.begin() + begin, content.begin() + end)];
        for (uint32_t i = 0; i < copies; ++i)
        {
            numbers.push_back(++m_nExpected);
        }
        begin = end;
    } while (begin < content.size());
}

void
ExpectedDatagrams::Receive(const Ptr<const Packet>& datagram)
{
    const auto found = m_missing.find(GetBytes(datagram));
    if (found == m_missing.end())
    {
        ++m_nWrong;
        return;
    }
    const uint32_t number = found->second.front();
    found->second.pop_front();
    if (found->second.empty())
    {
        m_missing.erase(found);
    }
    ++m_nReceived;
    m_inOrder = m_inOrder && number > m_last;
    m_last = number;
}
