/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_XMIT_EVENTS_H
#define LINUX_TX_XMIT_EVENTS_H

#include "ns3/callback.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What the transmit path tells of packets: who is told, LinuxTransmitPath sets.
 *
 * A train is named by its first packet.
 */
struct XmitEvents
{
    /// Told of an orphaned packet: the packet, the device, and the bytes given back.
    Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t> orphaned;
    /// Told of a fragment freed unsent, and of the device it was for.
    Callback<void, Ptr<const Packet>, Ptr<NetDevice>> discarded;
    /// Told of a train that is cut: the device it is cut for, and the number of segments.
    Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t> cut;
    /// Told of a train that is dropped: the device, the number of segments, and the reason.
    Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t, const char*> trainDropped;
};

} // namespace ns3

#endif /* LINUX_TX_XMIT_EVENTS_H */
