/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/link-snapshot.h"

namespace ns3
{

std::string
LinkSnapshot::GetOperationalState() const
{
    if (!up)
    {
        return "DOWN";
    }
    if (!carrier)
    {
        // a device that stands on another one blames that
        return peerIndex ? "LOWERLAYERDOWN" : "DOWN";
    }
    // lo never enters the state machine
    return loopback ? "UNKNOWN" : "UP";
}

} // namespace ns3
