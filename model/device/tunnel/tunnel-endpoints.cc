/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tunnel-endpoints.h"

namespace ns3
{

TunnelEndpoints::Match
TunnelEndpoints::Fit(const TunnelEndpoints& packet, bool hasKeys) const
{
    if (key == packet.key)
    {
        if (remote == packet.remote && local == packet.local)
        {
            return BOTH;
        }
        if (remote == packet.remote && local.IsAny())
        {
            return REMOTE;
        }
        const bool isGroup = remote == packet.local && packet.local.IsMulticast();
        if ((local == packet.local && remote.IsAny()) || isGroup)
        {
            return LOCAL;
        }
    }
    // Linux compares keys alone here: none is 0.
    const bool sameKey = key.value_or(0) == packet.key.value_or(0);
    return hasKeys && sameKey && local.IsAny() && remote.IsAny() ? KEY : NONE;
}

bool
operator==(const TunnelEndpoints& a, const TunnelEndpoints& b)
{
    return a.local == b.local && a.remote == b.remote && a.key == b.key;
}

} // namespace ns3
