/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/transmit-hash.h"

namespace ns3
{

uint32_t
TransmitHash::Layer2(const BondFrame& frame)
{
    return frame.destination[5] ^ frame.source[5] ^ frame.etherType;
}

} // namespace ns3
