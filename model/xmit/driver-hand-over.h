/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_DRIVER_HAND_OVER_H
#define LINUX_TX_DRIVER_HAND_OVER_H

#include "ns3/nstime.h"
#include "ns3/send-outcome.h"
#include "ns3/simple-ref-count.h"
#include "ns3/skb-pool.h"
#include "ns3/wrap-item.h"
#include "ns3/xmit-device-table.h"
#include "ns3/xmit-device.h"
#include "ns3/xmit-events.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace ns3
{

class XmitSend;

/**
 * @ingroup linux-tx
 * @brief dev_hard_start_xmit() of one host (net/core/dev.c): from the queue disc to the driver.
 *
 * The orphan point, the point where a train is cut that the device cannot take whole
 * (validate_xmit_skb), and the hand-over to a linux-tx device (StartXmit) or a foreign one (Send).
 *
 * A device that stops its queue in the middle of a cut train gets the rest when it wakes the queue,
 * before anything that is in the queue disc, as Linux requeues what is left of an skb list.
 * Segments cut for a stacked device in a send call that takes time (SegmentTime) get there one
 * after the other. These are the only packets it keeps.
 *
 * XmitLayer owns it and is its only caller; events for later segments keep it alive.
 */
class DriverHandOver : public SimpleRefCount<DriverHandOver>
{
  public:
    /// Asked to run the queue disc that serves a TX queue of a device.
    using QueueDiscRunner = std::function<void(XmitDeviceState& state, std::size_t txQueue)>;

    /**
     * @brief Constructor.
     * @param devices the host's devices
     * @param pool the host's Skbs
     * @param events who is told of what
     * @param runQueueDisc asked when a TX queue that was stopped in a train may go on
     */
    DriverHandOver(XmitDeviceTable& devices,
                   const Ptr<SkbPool>& pool,
                   const XmitEvents& events,
                   QueueDiscRunner runQueueDisc);

    /**
     * @brief Set how long the CPU takes for each segment of a train that is cut in a send call.
     * @param time the time; 0 to hand over all at one instant
     */
    void SetSegmentTime(Time time);

    /**
     * @brief Set whether a packet that is orphaned keeps its socket's hash, for the choice of a
     *        transmit queue below.
     * @param keep true if so
     */
    void SetOrphansKeepHash(bool keep);

    /**
     * @brief The host is disposed: hand nothing over any more.
     */
    void Dispose();

    /**
     * @brief dev_hard_start_xmit(): the orphan point, the cut, the device.
     * @param state the device
     * @param wrapped the item
     * @param send the send call under way, or null
     * @param more does the queue disc say that more is to come at once?
     * @return DROP if the device dropped it; of a train that was cut, its last segment
     */
    XmitVerdict HandOver(XmitDeviceState& state,
                         const WrappedItem& wrapped,
                         XmitSend* send,
                         bool more);

    /**
     * @brief Cut a train (skb_gso_segment); from then on each segment is an item of its own.
     * @param state the device it is cut for
     * @param wrapped the train
     * @return the segments in order, with their shares of the charge
     */
    std::vector<WrappedItem> Cut(const XmitDeviceState& state, const WrappedItem& wrapped);

    /**
     * @brief Tell of a drop, if it is a train that is dropped.
     * @param item the item
     * @param reason why
     */
    void ReportTrainDrop(const Ptr<const QueueDiscItem>& item, const char* reason) const;

  private:
    /**
     * @brief The orphan point.
     * @param state the device
     * @param wrapped the item
     */
    void Orphan(const XmitDeviceState& state, const WrappedItem& wrapped);

    /**
     * @brief Hand over the segments of a train that the device does not take whole.
     * @param state the device
     * @param wrapped the train
     * @param send the send call under way, or null
     * @return DROP if the device dropped the last one
     */
    XmitVerdict HandOverSegments(XmitDeviceState& state,
                                 const WrappedItem& wrapped,
                                 XmitSend* send);

    /**
     * @brief Hand over segments to a stacked device, each when the CPU gets to it.
     * @param state the device
     * @param segments the segments
     * @param send the send call under way, or null
     * @return the verdict on the last, if that is known
     */
    XmitVerdict HandOverInTime(XmitDeviceState& state,
                               const std::vector<WrappedItem>& segments,
                               XmitSend* send);

    /**
     * @brief The CPU gets to a segment.
     * @param device the device
     * @param item the segment
     * @param outcome told about it if it is the last one; else null
     */
    void HandOverLater(Ptr<NetDevice> device, Ptr<QueueDiscItem> item, Ptr<SendOutcome> outcome);

    /**
     * @brief Hand over what is left of trains, until the device stops its queue again.
     * @param state the device
     * @param txQueue the TX queue
     * @param verdict set to the verdict on the last one handed over, if there is any
     * @return true if nothing is left
     */
    bool HandOverRest(XmitDeviceState& state, std::size_t txQueue, XmitVerdict& verdict);

    /**
     * @brief Be told, instead of the queue disc, when the device wakes a TX queue.
     * @param state the device
     * @param txQueue the TX queue
     */
    void AwaitWake(XmitDeviceState& state, std::size_t txQueue);

    /**
     * @brief A TX queue that was stopped in the middle of a train is woken.
     * @param state the device
     * @param txQueue the TX queue
     */
    void ResumeQueue(XmitDeviceState& state, std::size_t txQueue);

    /**
     * @brief The device's part of the hand-over.
     * @param state the device
     * @param wrapped the item
     * @return DROP if the device dropped it
     */
    static XmitVerdict GiveToDevice(XmitDeviceState& state, const WrappedItem& wrapped);

    /**
     * @brief Hand an item over to a device of ns-3's own.
     * @param state the device
     * @param wrapped the item
     * @return DROP if the device refused it
     */
    static XmitVerdict GiveToForeignDevice(XmitDeviceState& state, const WrappedItem& wrapped);

    XmitDeviceTable& m_devices;     //!< the host's devices
    Ptr<SkbPool> m_pool;            //!< the host's Skbs
    const XmitEvents& m_events;     //!< who is told of what
    QueueDiscRunner m_runQueueDisc; //!< runs a queue disc
    Time m_segmentTime;             //!< for each segment cut in a send call
    bool m_orphansKeepHash{true};   //!< an orphaned packet keeps its socket's hash
    bool m_disposed{false};         //!< nothing is handed over any more
};

} // namespace ns3

#endif /* LINUX_TX_DRIVER_HAND_OVER_H */
