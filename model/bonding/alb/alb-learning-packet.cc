/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/alb-learning-packet.h"

namespace ns3
{

void
AlbLearningPacket::Send(BondContext& bond, BondSlave& slave, const Mac48Address& address, bool all)
{
    if (!slave.HasCarrier())
    {
        return;
    }
    bond.SendOnSlave(slave, Create<Packet>(PAYLOAD), address, address, ETHER_TYPE);
    for (const auto& upper : bond.GetUppers())
    {
        if (upper.isVlan ? upper.isOnBond : all)
        {
            const Mac48Address learnt =
                upper.isVlan && !upper.hasOwnAddress ? address : upper.address;
            VlanTags tags;
            if (upper.tags.GetBeside())
            {
                tags.Put(*upper.tags.GetBeside()); // the outermost only
            }
            bond.SendTaggedOnSlave(slave,
                                   Create<Packet>(PAYLOAD),
                                   learnt,
                                   learnt,
                                   ETHER_TYPE,
                                   tags);
        }
    }
}

} // namespace ns3
