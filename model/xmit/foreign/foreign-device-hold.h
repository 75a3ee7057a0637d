/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FOREIGN_DEVICE_HOLD_H
#define LINUX_TX_FOREIGN_DEVICE_HOLD_H

#include "ns3/device-hold.h"
#include "ns3/object.h"

#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Holds the Skbs of packets that a device of ns-3's own is sending.
 *
 * Such a device knows nothing of Skbs, so the reference is kept here until its trace sources say
 * that the packet has left (PhyTxEnd) or was dropped on the way (PhyTxDrop, MacTxDrop, or
 * DropAfterDequeue of its queue). A device without PhyTxEnd cannot be followed: its packets are
 * let go at hand-over.
 *
 * Releasing runs the destructor at once, in the middle of the device's own state change; that is
 * why a socket never sends from its write-space callback.
 */
class ForeignDeviceHold : public DeviceHold
{
  public:
    /**
     * @brief Constructor: follow a device.
     * @param device the device
     */
    explicit ForeignDeviceHold(const Ptr<NetDevice>& device);
    ~ForeignDeviceHold() override;

    bool CanFollow() const override
    {
        return m_canFollow;
    }

    void Hold(const Ptr<const Packet>& packet, SkbPtr skb) override;
    void NotifySent(const Ptr<const Packet>& packet, bool accepted) override;

  private:
    /**
     * @brief Let a packet's Skb go, if it is held.
     * @param packet the packet
     */
    void Release(Ptr<const Packet> packet);

    /**
     * @brief Connect Release() to a trace source.
     * @param object the object with the trace source
     * @param source the name of the trace source
     * @return false if there is no such trace source
     */
    bool Connect(const Ptr<Object>& object, const char* source);

    /// A packet in the device.
    struct Entry
    {
        Ptr<const Packet> packet; //!< kept, so that its address is not used again
        SkbPtr skb;               //!< its control block
    };

    /// A trace source that calls Release().
    struct Connection
    {
        Ptr<Object> object; //!< who has it
        const char* source; //!< its name
    };

    std::vector<Connection> m_connections; //!< to be ended with this object
    bool m_canFollow;                      //!< the device has PhyTxEnd
    /// By packet; never iterated, so the order of addresses changes nothing.
    std::unordered_map<const Packet*, Entry> m_entries;
};

} // namespace ns3

#endif /* LINUX_TX_FOREIGN_DEVICE_HOLD_H */
