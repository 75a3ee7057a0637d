/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ROOT_QUEUE_DISC_H
#define LINUX_TX_ROOT_QUEUE_DISC_H

#include "ns3/net-device.h"
#include "ns3/ptr.h"
#include "ns3/queue-disc.h"
#include "ns3/traffic-control-helper.h"

/**
 * @ingroup linux-tx-tests
 * @brief Take a device's queue disc away, if it has one.
 * @param device a device of a node with a TrafficControlLayer
 */
void RemoveRootQueueDisc(const ns3::Ptr<ns3::NetDevice>& device);

/**
 * @ingroup linux-tx-tests
 * @brief Put what a helper makes on a device, in place of what is there.
 * @param device a device of a node with a TrafficControlLayer
 * @param helper the helper
 * @return the root queue disc
 */
ns3::Ptr<ns3::QueueDisc> ReplaceRootQueueDisc(const ns3::Ptr<ns3::NetDevice>& device,
                                              ns3::TrafficControlHelper& helper);

#endif /* LINUX_TX_ROOT_QUEUE_DISC_H */
