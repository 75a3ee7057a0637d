/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ALB_NETWORK_H
#define LINUX_TX_ALB_NETWORK_H

#include "alb-reference.h"
#include "learning-switch.h"

#include "ns3/bonding-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief The network of e8-*.tsv on real devices: a host with a bond of three NICs, a switch, and
 *        five stock ns-3 hosts as clients.
 *
 *     host bond 10.0.0.1 === s0, s1, s2 === switch --- c1..c5 10.0.0.11..15
 *
 * It repeats a run: link events, the host's datagrams to the clients, theirs every 100 ms to it,
 * and the unicast requests by which Linux's neighbour tables verify an address now and then (ns-3's
 * do not). Everything else happens by itself and is written down in the words of the file.
 */
class AlbNetwork
{
  public:
    /**
     * @brief Build the network.
     * @param mode mode of the bond
     * @param options options of the bond and their values, in the order in which they are set
     * @param file the run to repeat
     */
    AlbNetwork(const std::string& mode,
               const std::vector<std::pair<std::string, std::string>>& options,
               const std::string& file);
    ~AlbNetwork();
    AlbNetwork(const AlbNetwork&) = delete;
    AlbNetwork& operator=(const AlbNetwork&) = delete;

    /**
     * @brief Run to the end.
     */
    void Run();

    /**
     * @brief The run.
     * @return the file
     */
    const AlbReference& GetReference() const
    {
        return m_reference;
    }

    /**
     * @brief What happened.
     * @return the timelines
     */
    const AlbReference::Timelines& GetObserved() const
    {
        return m_observed;
    }

    /**
     * @brief Datagrams that sockets have received.
     * @return those of the clients, then those of the host
     */
    std::pair<uint64_t, uint64_t> GetReceived() const
    {
        return {m_receivedByClients, m_receivedByHost};
    }

    /**
     * @brief Datagrams that sockets have accepted.
     * @return those to the clients, then those to the host
     */
    std::pair<uint64_t, uint64_t> GetSent() const
    {
        return {m_sentToClients, m_sentToHost};
    }

  private:
    /**
     * @brief Make host, bond and slaves.
     * @param mode mode of the bond
     * @param options options and values
     */
    void BuildHost(const std::string& mode,
                   const std::vector<std::pair<std::string, std::string>>& options);

    /**
     * @brief Make the clients.
     */
    void BuildClients();

    /**
     * @brief Have everything happen that the file says.
     */
    void ScheduleRows();

    /**
     * @brief The host sends to its clients, and will again.
     * @param round which time it is
     */
    void SendToClients(uint32_t round);

    /**
     * @brief The host sends a datagram.
     * @param client number of the client, from 1
     * @param bytes size of the frame
     */
    void SendDatagram(uint32_t client, uint32_t bytes);

    /**
     * @brief A client sends to the host, and will again.
     * @param client its number, from 1
     */
    void SendToHost(uint32_t client);

    /**
     * @brief A neighbour table verifies an address.
     * @param row the row of its request
     */
    void SendRequest(const AlbReference::Row& row);

    /**
     * @brief A frame is at a port of the switch.
     * @param frame the frame
     */
    void NoteFrame(const LearningSwitch::Frame& frame);

    /**
     * @brief A datagram is at a slave.
     * @param frame the frame at the slave's port
     */
    void NoteDatagram(const LearningSwitch::Frame& frame);

    /**
     * @brief Look at addresses and the clients' ARP caches, and will again.
     */
    void Sample();

    /**
     * @brief Write down what happened now.
     * @param timeline what it belongs to
     * @param value what happened
     */
    void Note(const std::string& timeline, const std::string& value);

    /**
     * @brief Write down what happened if it differs from what happened last.
     * @param timeline what it belongs to
     * @param value what happened
     */
    void NoteChange(const std::string& timeline, const std::string& value);

    /**
     * @brief A socket has received.
     * @param socket the socket
     */
    void Receive(ns3::Ptr<ns3::Socket> socket);

    AlbReference m_reference;                     //!< the run
    ns3::NodeContainer m_nodes;                   //!< host, switch, clients
    ns3::Ptr<ns3::BondingNetDevice> m_bond;       //!< of the host
    ns3::NetDeviceContainer m_slaves;             //!< its slaves
    ns3::NetDeviceContainer m_clients;            //!< devices of the clients
    std::unique_ptr<LearningSwitch> m_switch;     //!< between them
    std::vector<ns3::Ptr<ns3::Socket>> m_sockets; //!< of the host, then of the clients
    AlbReference::Timelines m_observed;           //!< what happened
    std::map<std::string, uint32_t> m_datagramAt; //!< slave by direction and client
    uint64_t m_receivedByClients{0};              //!< datagrams
    uint64_t m_receivedByHost{0};                 //!< datagrams
    uint64_t m_sentToClients{0};                  //!< datagrams
    uint64_t m_sentToHost{0};                     //!< datagrams
};

#endif /* LINUX_TX_ALB_NETWORK_H */
