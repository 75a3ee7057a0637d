/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_GUEST_FLOOD_SCENARIO_H
#define LINUX_TX_GUEST_FLOOD_SCENARIO_H

#include "guest-flood-network.h"

#include "ns3/linux-udp-socket.h"
#include "ns3/nstime.h"
#include "ns3/udp-stream-application.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A blocking UDP sender (netperf's UDP_STREAM) in a guest, behind a bridge and a bond.
 *
 * The discussion of 2010 about a switch for early orphaning, for each interface: what the guest
 * sends is charged twice, to its own socket until the host takes it and to the tap's socket until
 * the NIC has sent it, and that chain throttles the guest to what the wire can carry.
 */
class GuestFloodScenario
{
  public:
    /// Packets that were dropped, by place.
    struct Drops
    {
        uint64_t guestQdisc{0}; //!< in the guest's queue disc
        uint64_t guestNic{0};   //!< by the guest's NIC
        uint64_t tap{0};        //!< by the tap
        uint64_t bridge{0};     //!< by the bridge, but for what a port below it refused
        uint64_t bond{0};       //!< by the bond, but for what its slave refused
        uint64_t slaveQdisc{0}; //!< in the queue disc of the host's NIC
        uint64_t nic{0};        //!< by the host's NIC

        /**
         * @brief All of them.
         * @return number of packets
         */
        uint64_t GetSum() const
        {
            return guestQdisc + guestNic + tap + bridge + bond + slaveQdisc + nic;
        }
    };

    /**
     * @brief Build guest, host, sender and receiver.
     * @param settings all settings
     */
    explicit GuestFloodScenario(const GuestFloodSettings& settings);

    GuestFloodScenario(const GuestFloodScenario&) = delete;
    GuestFloodScenario& operator=(const GuestFloodScenario&) = delete;

    /**
     * @brief Let the sender send for the duration, and the queues drain.
     */
    void Run();

    /**
     * @brief Check that every send call and every packet has ended in one counted place, and that
     *        neither socket is charged for anything any more.
     * @return what is wrong, as one line; empty if nothing is
     */
    std::string CheckConservation() const;

    /**
     * @brief The settings.
     * @return all of them
     */
    const GuestFloodSettings& GetSettings() const
    {
        return m_settings;
    }

    /**
     * @brief The nodes and devices.
     * @return the network
     */
    const GuestFloodNetwork& GetNetwork() const
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
     * @brief Messages that arrived, until the queues had drained.
     * @return number of messages
     */
    uint64_t GetReceived() const
    {
        return m_received;
    }

    /**
     * @brief Messages that were on their way when the sender stopped, to arrive later.
     * @return number of messages
     */
    uint64_t GetReceivedLate() const
    {
        return m_receivedLate;
    }

    /**
     * @brief Where packets were dropped.
     * @return number of packets, by place
     */
    Drops GetDrops() const;

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

  private:
    /**
     * @brief Put the sender on the guest.
     */
    void InstallSender();

    /**
     * @brief Put the receiver on its host.
     */
    void InstallReceiver();

    /**
     * @brief Count the drops that are traced only.
     */
    void ConnectDropTraces();

    /**
     * @brief Rate of a number of messages.
     * @param messages how many
     * @return 10^6 bit/s of payload over GetElapsed()
     */
    double GetMbps(uint64_t messages) const;

    GuestFloodSettings m_settings;      //!< all settings
    GuestFloodNetwork m_network;        //!< the nodes and devices
    Ptr<UdpStreamApplication> m_sender; //!< the sender
    uint64_t m_received{0};             //!< messages that arrived
    uint64_t m_receivedLate{0};         //!< of these, those after the duration
    Time m_lastReception;               //!< when the last one did, since the first send call
    uint64_t m_droppedByTap{0};         //!< see Drops::tap
    uint64_t m_droppedByBridge{0};      //!< see Drops::bridge
    uint64_t m_droppedByBond{0};        //!< see Drops::bond
};

} // namespace ns3

#endif /* LINUX_TX_GUEST_FLOOD_SCENARIO_H */
