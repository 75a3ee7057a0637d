/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/alb-learning-packet.h"

namespace ns3
{

void
AlbLearningPacket::Send(BondContext& bond, BondSlave& slave, const Mac48Address& address)
{
    if (slave.HasCarrier())
    {
        bond.SendOnSlave(slave, Create<Packet>(PAYLOAD), address, address, ETHER_TYPE);
    }
}

} // namespace ns3
