/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-marker.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint8_t VERSION = 1;
constexpr uint8_t TLV_SIZE = 16;
constexpr std::size_t TLV_TYPE = 2;

} // namespace

LacpMarker::LacpMarker(uint16_t port, const Mac48Address& system, uint32_t transaction)
{
    auto* byte = m_bytes.data();
    *byte++ = SUBTYPE;
    *byte++ = VERSION;
    *byte++ = static_cast<uint8_t>(Type::INFORMATION);
    *byte++ = TLV_SIZE;
    *byte++ = static_cast<uint8_t>(port >> 8);
    *byte++ = static_cast<uint8_t>(port);
    system.CopyTo(byte);
    byte += 6;
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        *byte++ = static_cast<uint8_t>(transaction >> shift);
    }
}

std::optional<LacpMarker>
LacpMarker::Parse(const uint8_t* bytes, std::size_t size)
{
    if (size < SIZE || bytes[0] != SUBTYPE)
    {
        return std::nullopt;
    }
    LacpMarker marker;
    std::copy_n(bytes, SIZE, marker.m_bytes.begin());
    return marker;
}

std::optional<LacpMarker::Type>
LacpMarker::GetType() const
{
    switch (m_bytes[TLV_TYPE])
    {
    case static_cast<uint8_t>(Type::INFORMATION):
        return Type::INFORMATION;
    case static_cast<uint8_t>(Type::RESPONSE):
        return Type::RESPONSE;
    default:
        return std::nullopt;
    }
}

LacpMarker
LacpMarker::MakeResponse() const
{
    LacpMarker response = *this;
    response.m_bytes[TLV_TYPE] = static_cast<uint8_t>(Type::RESPONSE);
    return response;
}

} // namespace ns3
