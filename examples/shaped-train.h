/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SHAPED_TRAIN_H
#define LINUX_TX_SHAPED_TRAIN_H

#include "sndbuf-network.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A send with UDP_SEGMENT into a token bucket whose burst is used up: what it charges, and
 *        how that is given back.
 *
 * The bucket is emptied as the reference measurement did it: burst / 1250 + 5 messages of 1472 B,
 * one every 43 us, a pause of 3 ms, and one plain message of the segments' size just before. The
 * three figures are fitted to that measurement, of which only the result is on record (20 packets
 * queued with a burst of 100 kB, 7 with one of 4 kB, and when the first of ours leaves).
 */
class ShapedTrain
{
  public:
    /// Everything that moves a figure.
    struct Settings
    {
        SndbufNetwork::Settings network; //!< the hosts
        uint32_t gsoSize{0};             //!< UDP_SEGMENT, in bytes
        uint32_t segments{1};            //!< datagrams of a send
        uint32_t sends{1};               //!< sends at the one instant
        uint32_t sndbuf{0};              //!< SO_SNDBUF as given to setsockopt, in bytes
        std::string segmentAt;           //!< nowhere, dequeue, enqueue, bond or vlan
    };

    /// What the sends did.
    struct Result
    {
        uint32_t sent{0};               //!< sends that were not refused
        int error{0};                   //!< errno of the one that was; 0 if none
        uint32_t sndbuf{0};             //!< getsockopt(SO_SNDBUF), in bytes
        uint32_t qdiscQlenAfterSend{0}; //!< packets in the queue disc, a train is one
        uint64_t outqAfterSend{0};      //!< wmem_alloc, in bytes
        std::vector<std::pair<Time, uint64_t>> outqOverTime; //!< after the sends, and wmem_alloc
    };

    /**
     * @brief Build the hosts.
     * @param settings all settings
     */
    explicit ShapedTrain(const Settings& settings);

    /**
     * @brief Send, and let everything drain.
     * @return what the sends did
     */
    Result Run();

    /**
     * @brief How many messages use a burst up.
     * @param burst the burst, in bytes
     * @return the number; not counting the plain message just before the train
     */
    static uint32_t CountFillers(uint32_t burst);

    /**
     * @brief The largest frame that the token bucket will meet; ns-3's holds a larger one than its
     *        burst for ever.
     * @param network the hosts
     * @param gsoSize UDP_SEGMENT, in bytes
     * @return bytes, with Ethernet header
     */
    static uint32_t GetLargestFrame(const SndbufNetwork::Settings& network, uint32_t gsoSize);

    /**
     * @brief Check that every datagram arrived, and that nothing is charged any more.
     * @return what is wrong, as one line; empty if nothing is
     */
    std::string CheckConservation() const;

  private:
    /**
     * @brief Turn the feature off on the device at which the train has to be cut.
     */
    void LimitFeatures() const;

    /**
     * @brief Send one of the messages that use the burst up.
     * @param left how many are left, this one included
     */
    void SendFiller(uint32_t left);

    /**
     * @brief Send the plain message, and then the train.
     */
    void Send();

    /**
     * @brief The charge changes after the sends: look at it a little later.
     * @param before wmem_alloc before, in bytes
     * @param after wmem_alloc now, in bytes
     */
    void NoteCharge(uint64_t before, uint64_t after);

    /**
     * @brief Look whether the charge has changed.
     * @param changedAt when it began to, after the sends
     */
    void PollCharge(Time changedAt);

    Settings m_settings;          //!< all settings
    SndbufNetwork m_network;      //!< the hosts
    Ptr<LinuxUdpSocket> m_filler; //!< uses the burst up
    Ptr<LinuxUdpSocket> m_socket; //!< sends the train
    Time m_sentAt;                //!< when
    EventId m_poll;               //!< looks at the charge
    uint64_t m_datagrams{0};      //!< sent by all sockets
    Result m_result;              //!< what the sends did
};

} // namespace ns3

#endif /* LINUX_TX_SHAPED_TRAIN_H */
