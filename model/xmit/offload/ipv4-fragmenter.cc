/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ipv4-fragmenter.h"

#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/packet.h"
#include "ns3/skb-truesize.h"

#include <algorithm>

namespace ns3
{

XmitTrain
FragmentIpv4(const Ptr<QueueDiscItem>& datagram, uint32_t mtu)
{
    const auto& whole = static_cast<const Ipv4QueueDiscItem&>(*datagram);
    const Ptr<Packet> packet = whole.GetPacket();
    const uint32_t size = packet->GetSize();
    const uint32_t step = SkbTruesize::Fragments::FragmentData(SkbTruesize::IPV4, mtu);
    const uint32_t first = whole.GetHeader().GetFragmentOffset();
    XmitTrain train(GsoType::UDP_FRAGMENTS);
    for (uint32_t offset = 0; offset < size; offset += step)
    {
        const uint32_t bytes = std::min(step, size - offset);
        Ipv4Header header = whole.GetHeader();
        header.SetPayloadSize(bytes);
        header.SetFragmentOffset(first + offset);
        if (offset + bytes < size)
        {
            header.SetMoreFragments();
        }
        train.Append(Create<Ipv4QueueDiscItem>(packet->CreateFragment(offset, bytes),
                                               whole.GetAddress(),
                                               whole.GetProtocol(),
                                               header));
    }
    return train;
}

} // namespace ns3
