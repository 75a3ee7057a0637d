/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BONDED_HOSTS_H
#define LINUX_TX_BONDED_HOSTS_H

#include "ns3/address.h"
#include "ns3/bonding-net-device.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief Two Linux hosts with a bond each, and as many links between them as the bonds have slaves.
 *
 *     sender bond 10.1.1.1 / 2001:1::1  ===== n links =====  10.1.1.2 / 2001:1::2 bond receiver
 *
 * It records on which slave each of the sender's messages goes, and counts those that arrive.
 */
class BondedHosts
{
  public:
    /// The kind of device that the slaves are.
    enum Kind
    {
        NIC,    //!< NicNetDevice
        CSMA,   //!< CsmaNetDevice
        SIMPLE, //!< SimpleNetDevice
    };

    static constexpr uint32_t MESSAGE_SIZE = 1000; //!< bytes of user data in each message

    /**
     * @brief Build the hosts; slaves have the queue discs that BondingHelper gives them.
     * @param mode mode of the sender's bond
     * @param receiverMode mode of the receiver's bond
     * @param nSlaves slaves of each bond
     * @param kind what they are
     * @param rates data rates of the links, in order; the last one is that of all further links
     */
    BondedHosts(const std::string& mode,
                const std::string& receiverMode,
                uint32_t nSlaves,
                Kind kind,
                const std::vector<std::string>& rates = {"100Mbps"});
    ~BondedHosts();
    BondedHosts(const BondedHosts&) = delete;
    BondedHosts& operator=(const BondedHosts&) = delete;

    /**
     * @brief The sender's bond.
     * @return the device
     */
    ns3::Ptr<ns3::BondingNetDevice> GetBond() const
    {
        return m_bonds[0];
    }

    /**
     * @brief The receiver's bond.
     * @return the device
     */
    ns3::Ptr<ns3::BondingNetDevice> GetReceiverBond() const
    {
        return m_bonds[1];
    }

    /**
     * @brief A slave.
     * @param i position in enslave order
     * @param host 0 for the sender's, 1 for the receiver's
     * @return the device
     */
    ns3::Ptr<ns3::NetDevice> GetSlave(uint32_t i, uint32_t host = 0) const
    {
        return m_slaves[host].Get(i);
    }

    /**
     * @brief Set a link's carrier; NICs only.
     * @param i which link
     * @param up true for up
     */
    void SetCarrier(uint32_t i, bool up);

    /**
     * @brief The hosts.
     * @return sender and receiver
     */
    const ns3::NodeContainer& GetNodes() const
    {
        return m_nodes;
    }

    /**
     * @brief The socket that Send() uses.
     * @return the socket
     */
    const ns3::Ptr<ns3::LinuxUdpSocket>& GetSocket() const
    {
        return m_socket;
    }

    /**
     * @brief Send messages now, without blocking.
     * @param n how many
     * @param ipv6 over IPv6
     * @return how many the socket accepted
     */
    uint32_t Send(uint32_t n, bool ipv6 = false);

    /**
     * @brief The slaves that messages went to, one digit a message or copy, since the last call.
     * @return digits in the order of transmission
     */
    std::string TakeOrder();

    /**
     * @brief Messages that have reached the receiver's sockets.
     * @return number of messages, copies included
     */
    uint32_t GetNReceived() const
    {
        return m_nReceived;
    }

    /**
     * @brief Is everything the sender ever charged given back?
     * @return true if no Skb is alive and wmem_alloc is 0
     */
    bool IsConserved() const;

  private:
    /**
     * @brief TxSlave of the sender's bond.
     * @param packet the packet
     * @param slave where it goes
     */
    void NoteSlave(ns3::Ptr<const ns3::Packet> packet, ns3::Ptr<ns3::NetDevice> slave);

    /**
     * @brief Count what has arrived.
     * @param socket the receiving socket
     */
    void Receive(ns3::Ptr<ns3::Socket> socket);

    ns3::NodeContainer m_nodes;                 //!< sender and receiver
    ns3::NetDeviceContainer m_slaves[2];        //!< slaves of each
    ns3::Ptr<ns3::BondingNetDevice> m_bonds[2]; //!< bond of each
    ns3::Ptr<ns3::LinuxUdpSocket> m_socket;     //!< sends
    std::vector<ns3::Ptr<ns3::Socket>> m_sinks; //!< receive
    std::string m_order;                        //!< slaves of messages
    uint32_t m_nReceived{0};                    //!< messages arrived
};

/**
 * @ingroup linux-tx-tests
 * @brief Run a function at a time, and the simulation to its end, 30 s later.
 * @param time when
 * @param what the function
 */
void RunAt(const ns3::Time& time, const std::function<void()>& what);

#endif /* LINUX_TX_BONDED_HOSTS_H */
