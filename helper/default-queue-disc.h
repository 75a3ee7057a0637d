/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_DEFAULT_QUEUE_DISC_H
#define LINUX_TX_DEFAULT_QUEUE_DISC_H

#include "ns3/net-device.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Give a device without queue disc what the kernel gives it (attach_default_qdiscs):
 *        pfifo_fast of 1000 packets, one per TX queue under mq if there are several.
 *
 * ns-3's address helpers do that for devices that get an address. The helpers of stacked devices
 * call this for the devices below, which get none.
 *
 * A device without NetDeviceQueueInterface is never full; it gets none, as a virtual device in
 * Linux (noqueue).
 * @param device a device of a node with a TrafficControlLayer
 */
void InstallDefaultQueueDisc(const Ptr<NetDevice>& device);

} // namespace ns3

#endif /* LINUX_TX_DEFAULT_QUEUE_DISC_H */
