/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/carried-send.h"

#include "ns3/parked-datagrams.h"
#include "ns3/xmit-layer.h"

namespace ns3
{

CarriedSend::CarriedSend(XmitLayer& layer, const SkbPtr& skb, std::optional<GsoType> train)
    : XmitSend(layer, skb ? skb : layer.AllocateSkb(), train)
{
}

void
CarriedSend::Park()
{
    GetLayer().GetParkedDatagrams().AddWhole(GetTag(), {GetOrigin(), GetTrainType()});
}

SkbPtr
CarriedSend::Adopt(const DatagramCharge::Packet& /* packet */,
                   uint32_t /* mtu */,
                   uint32_t /* linkHeaderRoom */)
{
    return GetOrigin();
}

SkbPtr
CarriedSend::AdoptTrain(const XmitTrain& /* train */, uint32_t /* linkHeaderRoom */)
{
    return GetOrigin();
}

} // namespace ns3
