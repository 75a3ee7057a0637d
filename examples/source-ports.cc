/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "source-ports.h"

#include "ns3/random-variable-stream.h"

#include <set>

namespace ns3
{

namespace
{

constexpr int64_t STREAM = 1; //!< random stream: the same ports for every mode of a run

} // namespace

const std::vector<std::string> SourcePorts::KINDS{"even", "consecutive", "random"};

std::vector<uint16_t>
SourcePorts::Choose(const std::string& kind, uint32_t n)
{
    std::vector<uint16_t> ports;
    if (kind != "random")
    {
        const uint32_t step = kind == "even" ? 2 : 1;
        for (uint32_t i = 0; i < n; ++i)
        {
            ports.push_back(static_cast<uint16_t>(FIRST + step * i));
        }
        return ports;
    }
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(STREAM);
    std::set<uint16_t> taken;
    while (ports.size() < n)
    {
        const auto port = static_cast<uint16_t>(random->GetInteger(FIRST, LAST));
        if (taken.insert(port).second)
        {
            ports.push_back(port);
        }
    }
    return ports;
}

} // namespace ns3
