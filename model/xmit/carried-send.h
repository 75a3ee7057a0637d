/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_CARRIED_SEND_H
#define LINUX_TX_CARRIED_SEND_H

#include "ns3/xmit-send.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A tunnel's call: an Skb that goes through IP once more (iptunnel_xmit).
 *
 * The packets that the tunnel gives to IP keep the Skb of what the tunnel was given, whoever pays
 * for it; a train comes out as one train again. If IP keeps them for address resolution, Park()
 * keeps the Skb meanwhile.
 */
class CarriedSend : public XmitSend
{
  public:
    /**
     * @brief Begin a call.
     * @param layer the host's transmit path
     * @param skb the Skb of what the tunnel was given, or null
     * @param train the kind of train it is; nothing for a single packet
     */
    CarriedSend(XmitLayer& layer, const SkbPtr& skb, std::optional<GsoType> train);

    /**
     * @brief IP keeps the packets until the neighbour is resolved: keep the Skb as long.
     */
    void Park();

  protected:
    SkbPtr Adopt(const DatagramCharge::Packet& packet,
                 uint32_t mtu,
                 uint32_t linkHeaderRoom) override;
    SkbPtr AdoptTrain(const XmitTrain& train, uint32_t linkHeaderRoom) override;
};

} // namespace ns3

#endif /* LINUX_TX_CARRIED_SEND_H */
