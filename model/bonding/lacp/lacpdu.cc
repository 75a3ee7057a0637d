/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacpdu.h"

namespace ns3
{

namespace
{

constexpr uint8_t VERSION = 1;
constexpr uint8_t TLV_ACTOR = 1;
constexpr uint8_t TLV_PARTNER = 2;
constexpr uint8_t TLV_COLLECTOR = 3;
constexpr uint8_t PARAMS_TLV_SIZE = 20;
constexpr uint8_t COLLECTOR_TLV_SIZE = 16;
constexpr std::size_t ACTOR_OFFSET = 2;
constexpr std::size_t PARTNER_OFFSET = ACTOR_OFFSET + PARAMS_TLV_SIZE;
constexpr std::size_t COLLECTOR_OFFSET = PARTNER_OFFSET + PARAMS_TLV_SIZE;
// Within a TLV, behind its type and length.
constexpr std::size_t SYSTEM_PRIORITY = 2;
constexpr std::size_t SYSTEM = 4;
constexpr std::size_t KEY = 10;
constexpr std::size_t PORT_PRIORITY = 12;
constexpr std::size_t PORT_NUMBER = 14;
constexpr std::size_t STATE = 16;

void
Write16(uint8_t* to, uint16_t value)
{
    to[0] = static_cast<uint8_t>(value >> 8);
    to[1] = static_cast<uint8_t>(value);
}

uint16_t
Read16(const uint8_t* from)
{
    return static_cast<uint16_t>(from[0] << 8 | from[1]);
}

void
WriteParams(uint8_t* tlv, uint8_t type, const LacpPortParams& params)
{
    tlv[0] = type;
    tlv[1] = PARAMS_TLV_SIZE;
    Write16(tlv + SYSTEM_PRIORITY, params.systemPriority);
    params.system.CopyTo(tlv + SYSTEM);
    Write16(tlv + KEY, params.key);
    Write16(tlv + PORT_PRIORITY, params.portPriority);
    Write16(tlv + PORT_NUMBER, params.portNumber);
    tlv[STATE] = params.state;
}

LacpPortParams
ReadParams(const uint8_t* tlv)
{
    LacpPortParams params;
    params.systemPriority = Read16(tlv + SYSTEM_PRIORITY);
    params.system.CopyFrom(tlv + SYSTEM);
    params.key = Read16(tlv + KEY);
    params.portPriority = Read16(tlv + PORT_PRIORITY);
    params.portNumber = Read16(tlv + PORT_NUMBER);
    params.state = tlv[STATE];
    return params;
}

} // namespace

bool
LacpPortParams::IsSamePort(const LacpPortParams& other) const
{
    return portNumber == other.portNumber && portPriority == other.portPriority &&
           system == other.system && systemPriority == other.systemPriority && key == other.key &&
           Has(LacpState::AGGREGATION) == other.Has(LacpState::AGGREGATION);
}

bool
LacpPortParams::HasSystem() const
{
    return system != Mac48Address();
}

Lacpdu::Bytes
Lacpdu::Serialize() const
{
    Bytes bytes{};
    bytes[0] = SUBTYPE;
    bytes[1] = VERSION;
    WriteParams(bytes.data() + ACTOR_OFFSET, TLV_ACTOR, actor);
    WriteParams(bytes.data() + PARTNER_OFFSET, TLV_PARTNER, partner);
    // The collector's maximum delay stays 0; the terminator is type 0, length 0.
    bytes[COLLECTOR_OFFSET] = TLV_COLLECTOR;
    bytes[COLLECTOR_OFFSET + 1] = COLLECTOR_TLV_SIZE;
    return bytes;
}

std::optional<Lacpdu>
Lacpdu::Parse(const uint8_t* bytes, std::size_t size)
{
    if (size < SIZE || bytes[0] != SUBTYPE)
    {
        return std::nullopt;
    }
    return Lacpdu{ReadParams(bytes + ACTOR_OFFSET), ReadParams(bytes + PARTNER_OFFSET)};
}

} // namespace ns3
