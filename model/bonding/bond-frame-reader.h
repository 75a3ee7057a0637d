/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_FRAME_READER_H
#define LINUX_TX_BOND_FRAME_READER_H

#include "ns3/address.h"
#include "ns3/bond-frame.h"
#include "ns3/ptr.h"
#include "ns3/queue-item.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Collect what a bonding mode looks at from an item on the transmit path.
 * @param item the packet, with a 48-bit destination
 * @param source the frame's source, a 48-bit address
 * @return the frame as modes see it
 */
BondFrame ReadBondFrame(const Ptr<QueueDiscItem>& item, const Address& source);

} // namespace ns3

#endif /* LINUX_TX_BOND_FRAME_READER_H */
