/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TRAIN_HOSTS_H
#define LINUX_TX_TRAIN_HOSTS_H

#include "expected-datagrams.h"
#include "two-hosts.h"

#include "ns3/linux-udp-socket.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/queue-disc.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief TwoHosts whose sender's socket sends trains, with a record of all that becomes of them:
 *        every value of wmem_alloc, cuts, drops, and what arrives, byte for byte.
 */
class TrainHosts
{
  public:
    /// A train that was cut or dropped.
    struct TrainEvent
    {
        ns3::Ptr<ns3::NetDevice> device; //!< for which, or whose
        uint32_t nSegments;              //!< of the train
        std::string reason;              //!< of a drop
    };

    /**
     * @brief Build the hosts, without queue discs; all neighbours are known.
     * @param kind kind of device
     * @param ipv6 does the socket use IPv6?
     * @param rate data rate of the devices
     * @param mtu MTU of the devices, in bytes
     */
    explicit TrainHosts(TwoHosts::Kind kind = TwoHosts::NIC,
                        bool ipv6 = false,
                        const std::string& rate = "100Mbps",
                        uint16_t mtu = 1500);
    TrainHosts(const TrainHosts&) = delete;
    TrainHosts& operator=(const TrainHosts&) = delete;

    /**
     * @brief What is below.
     * @return the hosts
     */
    TwoHosts& GetHosts()
    {
        return m_hosts;
    }

    /**
     * @brief The socket, connected to the receiver; its sndbuf is large.
     * @return the socket
     */
    const ns3::Ptr<ns3::LinuxUdpSocket>& GetSocket() const
    {
        return m_socket;
    }

    /**
     * @brief Set the sender's kernel.
     * @param release the release
     */
    void SetKernel(const std::string& release);

    /**
     * @brief Turn a feature of a device on or off.
     * @param device the device
     * @param name the feature
     * @param on true for on
     */
    static void SetFeature(const ns3::Ptr<ns3::NetDevice>& device,
                           const std::string& name,
                           bool on);

    /**
     * @brief Set who owns the segments that are cut for a device of any kind.
     * @param device the device
     * @param ownership Kernel, None, Last or Every
     */
    static void SetOwnership(const ns3::Ptr<ns3::NetDevice>& device, const std::string& ownership);

    /**
     * @brief Remove the queue disc of the sender's queueing device, if it has one.
     */
    void RemoveQueueDisc();

    /**
     * @brief Put a TbfQueueDisc on the sender's queueing device.
     * @param rate its rate
     * @param burst its burst, in bytes
     * @param parent TypeId of a queue disc that it is to be the (first) child of; empty for none
     * @return the root
     */
    ns3::Ptr<ns3::QueueDisc> Shape(const std::string& rate,
                                   uint32_t burst,
                                   const std::string& parent = "");

    /**
     * @brief Let the sender's ARP and ND forget what they know.
     */
    void ForgetNeighbours();

    /**
     * @brief When tests begin to send: later than IPv6's duplicate address detection.
     * @return the time
     */
    static ns3::Time GetStart()
    {
        return ns3::Seconds(10);
    }

    /**
     * @brief Send a message, and expect what it becomes if the socket takes it.
     * @param bytes its size
     * @param gsoSize UDP_SEGMENT for this send, in bytes; 0 for none
     * @return 0, or the errno
     */
    int Send(uint32_t bytes, uint32_t gsoSize);

    /**
     * @brief Do something at GetStart(), and then go on until everything has settled.
     * @param action what to do
     */
    void Run(const std::function<void()>& action);

    /**
     * @brief Every value that wmem_alloc has had since GetStart(), each new one once.
     * @return bytes
     */
    const std::vector<uint64_t>& GetCharges() const
    {
        return m_charges;
    }

    /**
     * @brief When wmem_alloc changed last.
     * @return time since GetStart()
     */
    ns3::Time GetEndOfCharge() const
    {
        return m_endOfCharge;
    }

    /**
     * @brief The trains that were cut.
     * @return them in order
     */
    const std::vector<TrainEvent>& GetCuts() const
    {
        return m_cuts;
    }

    /**
     * @brief The trains that were dropped.
     * @return them in order
     */
    const std::vector<TrainEvent>& GetDrops() const
    {
        return m_drops;
    }

    /**
     * @brief What was sent and what has arrived.
     * @return the datagrams
     */
    ExpectedDatagrams& GetDatagrams()
    {
        return m_datagrams;
    }

    /**
     * @brief The ECN field of each IP packet with UDP payload that the receiver's IP delivered.
     * @return the fields in order
     */
    const std::vector<uint8_t>& GetEcnFields() const
    {
        return m_ecnFields;
    }

    /**
     * @brief What is wrong at the end?
     * @param nMissing datagrams that may be missing
     * @return a line; empty if all datagrams but those have arrived and nothing is charged or alive
     */
    std::string GetFault(uint32_t nMissing = 0) const;

  private:
    /**
     * @brief Note what has arrived.
     * @param socket the receiving socket
     */
    void Receive(ns3::Ptr<ns3::Socket> socket);

    TwoHosts m_hosts;                       //!< what is below
    ns3::Ptr<ns3::LinuxUdpSocket> m_socket; //!< sends
    ns3::Ptr<ns3::Socket> m_sink;           //!< receives
    ExpectedDatagrams m_datagrams;          //!< see GetDatagrams()
    std::vector<uint64_t> m_charges;        //!< see GetCharges()
    ns3::Time m_endOfCharge;                //!< see GetEndOfCharge()
    std::vector<TrainEvent> m_cuts;         //!< see GetCuts()
    std::vector<TrainEvent> m_drops;        //!< see GetDrops()
    std::vector<uint8_t> m_ecnFields;       //!< see GetEcnFields()
};

#endif /* LINUX_TX_TRAIN_HOSTS_H */
