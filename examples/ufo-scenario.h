/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_UFO_SCENARIO_H
#define LINUX_TX_UFO_SCENARIO_H

#include "ufo-network.h"

#include "ns3/linux-udp-socket.h"
#include "ns3/nstime.h"
#include "ns3/udp-stream-application.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A blocking UDP sender (netperf's UDP_STREAM, IP_RECVERR) whose messages are cut into
 *        fragments above the queue disc.
 *
 * The field report of 2014 (macvlan on VLAN, GRE on bridge): the segments carried no charge, so
 * nothing throttled the sender and the queue disc dropped most of every message.
 */
class UfoScenario
{
  public:
    /**
     * @brief Build hosts, sender and receiver.
     * @param settings all settings
     */
    explicit UfoScenario(const UfoSettings& settings);

    UfoScenario(const UfoScenario&) = delete;
    UfoScenario& operator=(const UfoScenario&) = delete;

    /**
     * @brief Let the sender send for the duration, and the queues drain.
     */
    void Run();

    /**
     * @brief Check that every send call and every packet has ended in one counted place, and that
     *        the socket is charged for nothing any more.
     * @return what is wrong, as one line; empty if nothing is
     */
    std::string CheckConservation() const;

    /**
     * @brief The settings.
     * @return all of them
     */
    const UfoSettings& GetSettings() const
    {
        return m_settings;
    }

    /**
     * @brief The hosts.
     * @return the network
     */
    const UfoNetwork& GetNetwork() const
    {
        return m_network;
    }

    /**
     * @brief The sender.
     * @return the application
     */
    const Ptr<UdpStreamApplication>& GetSender() const
    {
        return m_sender;
    }

    /**
     * @brief The sender's socket.
     * @return the socket
     */
    Ptr<LinuxUdpSocket> GetSocket() const;

    /**
     * @brief Messages that arrived whole.
     * @return number of messages
     */
    uint64_t GetReceived() const
    {
        return m_received;
    }

    /**
     * @brief Packets that the queue disc dropped; a train that it sees as one packet is one.
     * @return number of packets
     */
    uint64_t GetQdiscDropped() const;

    /**
     * @brief Packets that the NIC has sent.
     * @return number of frames
     */
    uint64_t GetSegmentsSent() const;

    /**
     * @brief The time that both rates are taken over: from the first send call until the duration
     *        is over, and until the last message has arrived.
     * @return the longer of both
     */
    Time GetElapsed() const;

    /**
     * @brief Payload of the sends that returned no error.
     * @return 10^6 bit/s
     */
    double GetSenderMbps() const;

    /**
     * @brief Payload of the messages that arrived.
     * @return 10^6 bit/s
     */
    double GetReceiverMbps() const;

    /**
     * @brief The most payload that fits through the wire, with all headers, preambles and gaps.
     * @return 10^6 bit/s
     */
    double GetCeilingMbps() const;

    /**
     * @brief CPU time of each segment: the send call's, divided by the segments of a message.
     * @return attribute SegmentTime of LinuxTransmitPath
     */
    Time GetSegmentTime() const;

    /**
     * @brief After what time the receiver forgets an incomplete message.
     *
     * IP identifications come again after 65,536 messages, and ns-3 would put fragments of two
     * messages together, without a checksum to tell; hence half of the time that so many messages
     * take. Linux waits 30 s, but gives up at once when 64 further datagrams of the same peer have
     * begun (ipfrag_max_dist). A time much shorter than this would cost ns-3 a timer a message.
     * @return the time
     */
    Time GetReassemblyTimeout() const;

    /**
     * @brief The longest time between first and last fragment of a message at the receiver, but for
     *        what a queue adds: the send call's and the wire's.
     * @return the time
     */
    Time GetMessageTime() const;

  private:
    /**
     * @brief Put the sender on its host.
     */
    void InstallSender();

    /**
     * @brief Put the receiver on its host.
     */
    void InstallReceiver();

    /**
     * @brief Rate of a number of messages.
     * @param messages how many
     * @return 10^6 bit/s of payload over GetElapsed()
     */
    double GetMbps(uint64_t messages) const;

    UfoSettings m_settings;             //!< all settings
    UfoNetwork m_network;               //!< the hosts
    Ptr<UdpStreamApplication> m_sender; //!< the sender
    uint64_t m_received{0};             //!< messages that arrived
    Time m_lastReception;               //!< when the last one did, since the first send call
};

} // namespace ns3

#endif /* LINUX_TX_UFO_SCENARIO_H */
