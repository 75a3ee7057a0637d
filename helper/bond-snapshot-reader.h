/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SNAPSHOT_READER_H
#define LINUX_TX_BOND_SNAPSHOT_READER_H

#include "ns3/bond-snapshot.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Take down what reports show of a bond now.
 * @param device the bond; any other device ends the program with one line
 * @return the snapshot
 */
BondSnapshot ReadBondSnapshot(const Ptr<NetDevice>& device);

} // namespace ns3

#endif /* LINUX_TX_BOND_SNAPSHOT_READER_H */
