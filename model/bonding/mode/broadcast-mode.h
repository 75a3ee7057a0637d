/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BROADCAST_MODE_H
#define LINUX_TX_BROADCAST_MODE_H

#include "ns3/bond-mode.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief broadcast: every usable slave sends every frame (bond_xmit_broadcast of 6.1).
 *
 * The slave that was enslaved last gets the frame itself, all others a clone without owner, so the
 * sender pays for one transmission only. If just that last slave is down, nobody gets the original
 * and the sender's charge ends at once: back-pressure is lost although copies go out.
 */
class BroadcastMode : public BondMode
{
  public:
    using BondMode::BondMode;

    void Select(const BondFrame& frame, BondTransmitPlan& plan) override;
    bool CountsRefusedFrames() const override;
};

} // namespace ns3

#endif /* LINUX_TX_BROADCAST_MODE_H */
