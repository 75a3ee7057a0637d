/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/gre-net-device.h"

#include "ns3/configuration-error.h"
#include "ns3/gre-header.h"
#include "ns3/gre-l4-protocol.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <charconv>
#include <optional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GreNetDevice");

NS_OBJECT_ENSURE_REGISTERED(GreNetDevice);

namespace
{

/**
 * @brief Read a number that is all of a text.
 * @param text the text
 * @param max the largest number
 * @return the number, or nothing
 */
std::optional<uint32_t>
ReadNumber(const std::string& text, uint32_t max)
{
    uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end && number <= max
               ? std::optional<uint32_t>(number)
               : std::nullopt;
}

/**
 * @brief Read a key as `ip tunnel` does (get_tunnel_key).
 * @param text a number or dotted quad
 * @return the key, or nothing
 */
std::optional<uint32_t>
ReadKey(const std::string& text)
{
    if (text.find('.') == std::string::npos)
    {
        return ReadNumber(text, UINT32_MAX);
    }
    uint32_t key = 0;
    std::string::size_type begin = 0;
    for (int part = 0; part < 4; ++part)
    {
        const auto dot = part < 3 ? text.find('.', begin) : text.size();
        const auto number = dot == std::string::npos
                                ? std::nullopt
                                : ReadNumber(text.substr(begin, dot - begin), UINT8_MAX);
        if (!number)
        {
            return {};
        }
        key = key << 8 | *number;
        begin = dot + 1;
    }
    return key;
}

} // namespace

TypeId
GreNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GreNetDevice")
            .SetParent<IpTunnelNetDevice>()
            .SetGroupName("LinuxTx")
            .AddConstructor<GreNetDevice>()
            .AddAttribute(
                "Key",
                "Key of packets in both directions, a number or dotted quad; empty for "
                "none.",
                StringValue(""),
                MakeStringAccessor(&GreNetDevice::SetKeyAttribute, &GreNetDevice::GetKeyAttribute),
                MakeStringChecker());
    return tid;
}

GreNetDevice::GreNetDevice()
{
    NS_LOG_FUNCTION(this);
}

GreNetDevice::~GreNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
GreNetDevice::SetKeyAttribute(std::string text)
{
    const auto key = ReadKey(text);
    if (!text.empty() && !key)
    {
        ExitOnConfigurationError("\"" + text +
                                 "\" is no key of a GRE tunnel; a number up to 4294967295 or a "
                                 "dotted quad is, or nothing for no key");
    }
    SetKey(key);
}

std::string
GreNetDevice::GetKeyAttribute() const
{
    const auto& key = GetEndpoints().key;
    return key ? std::to_string(*key) : "";
}

Ptr<TunnelL4Protocol>
GreNetDevice::GetTunnels(const Ptr<Node>& node) const
{
    return TunnelL4Protocol::Of<GreL4Protocol>(node);
}

uint32_t
GreNetDevice::GetTunnelHeaderSize() const
{
    return GreHeader::BASE_SIZE + (GetEndpoints().key ? GreHeader::FIELD_SIZE : 0);
}

bool
GreNetDevice::Carries(uint16_t /* protocol */) const
{
    return true;
}

void
GreNetDevice::AddTunnelHeader(const Ptr<Packet>& packet, uint16_t protocol) const
{
    packet->AddHeader(GreHeader(protocol, GetEndpoints().key));
}

} // namespace ns3
