/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_WIFI_HOLD_H
#define LINUX_TX_WIFI_HOLD_H

#include "ns3/device-hold.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Holds the Skbs of packets that are in a WifiNetDevice, until they are acknowledged or
 *        dropped, as mac80211 does until ieee80211_tx_status().
 *
 * ns-3's MAC keeps an MPDU in its queue until the peer has acknowledged it, or until it gives it
 * up: too many retries, lifetime, an old sequence number, a queue that is full or flushed. All of
 * that is seen from the MAC's queues, so a packet is held as long as one of them has an MPDU that
 * carries it:
 *
 * - An A-MSDU carries several packets. Making it takes its MPDUs out of the queue and puts another
 *   in, within one event; that is why what has left is looked at in an event of its own.
 * - A fragment carries the packet of the MPDU that it takes the place of: that goes on until the
 *   last one is acknowledged, or one is dropped.
 * - What nobody acknowledges (group addresses) leaves the queue when its transmission begins, and
 *   is held until that ends.
 *
 * A packet that Send() did not put into a queue (no association, no such peer) is let go at once.
 */
class WifiHold : public DeviceHold
{
  public:
    /**
     * @brief Constructor: follow a device.
     * @param device the device; it has its MAC and PHY
     */
    explicit WifiHold(const Ptr<WifiNetDevice>& device);
    ~WifiHold() override;

    bool CanFollow() const override
    {
        return !m_queues.empty();
    }

    void Hold(const Ptr<const Packet>& packet, SkbPtr skb) override;
    void NotifySent(const Ptr<const Packet>& packet, bool accepted) override;

  private:
    /// A packet in the device.
    struct Entry
    {
        Ptr<const Packet> packet;   //!< kept, so that its address is not used again
        SkbPtr skb;                 //!< its control block
        uint32_t nMpdus{0};         //!< MPDUs in the queues that carry it
        bool seen{false};           //!< was there ever one?
        bool unacknowledged{false}; //!< it has left the queue to be sent without acknowledgment
        EventId sent;               //!< the end of that transmission
    };

    /// Packets that an MPDU carries.
    using Packets = std::vector<const Packet*>;

    /**
     * @brief Connect this object to a queue of the MAC, or disconnect it.
     * @param queue the queue
     * @param connect true to connect
     */
    void Connect(const Ptr<Object>& queue, bool connect);

    /**
     * @brief An MPDU has come into a queue.
     * @param mpdu the MPDU
     */
    void NotifyEnqueue(Ptr<const WifiMpdu> mpdu);

    /**
     * @brief An MPDU has left its queue.
     * @param mpdu the MPDU
     */
    void NotifyDequeue(Ptr<const WifiMpdu> mpdu);

    /**
     * @brief The MPDU that has just left its queue is dropped.
     * @param mpdu the MPDU
     */
    void NotifyDrop(Ptr<const WifiMpdu> mpdu);

    /**
     * @brief The lifetime of an MPDU is over. It may stay in the queue for some time.
     * @param mpdu the MPDU
     */
    void NotifyExpired(Ptr<const WifiMpdu> mpdu);

    /**
     * @brief Forget an MPDU, and have what it carried looked at when this event is over.
     * @param mpdu the MPDU
     * @return what it carried
     */
    Packets Forget(const Ptr<const WifiMpdu>& mpdu);

    /**
     * @brief Let go what has left the queues and has not come back.
     */
    void ReleaseWhatLeft();

    /**
     * @brief Let a packet go.
     * @param packet the packet
     */
    void Release(const Packet* packet);

    /**
     * @brief How long the transmission under way still takes.
     * @return the time; 0 if there is none
     */
    Time GetTransmissionLeft() const;

    Ptr<WifiNetDevice> m_device;       //!< the device
    std::vector<Ptr<Object>> m_queues; //!< its MAC's queues
    /// By packet; iterated only at the end, so the order of addresses changes nothing.
    std::unordered_map<const Packet*, Entry> m_entries;
    std::unordered_map<const WifiMpdu*, Packets> m_mpdus; //!< what is carried by which MPDU
    Packets m_lastLeft; //!< what the MPDU carried that left its queue last
    Packets m_left;     //!< what has left a queue in this event
    EventId m_whenLeft; //!< calls ReleaseWhatLeft()
};

} // namespace ns3

#endif /* LINUX_TX_WIFI_HOLD_H */
