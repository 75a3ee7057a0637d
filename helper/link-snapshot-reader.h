/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINK_SNAPSHOT_READER_H
#define LINUX_TX_LINK_SNAPSHOT_READER_H

#include "ns3/link-snapshot.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Take down what `ip -d -s link show` shows of a device now (rtnl_fill_ifinfo).
 * @param device the device; must not be null
 * @return the snapshot
 */
LinkSnapshot ReadLinkSnapshot(const Ptr<NetDevice>& device);

} // namespace ns3

#endif /* LINUX_TX_LINK_SNAPSHOT_READER_H */
