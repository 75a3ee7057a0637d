/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_WIFI_HOSTS_H
#define LINUX_TX_WIFI_HOSTS_H

#include "ns3/linux-tcp-socket.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-tx-vector.h"
#include "ns3/xmit-layer.h"

#include <cstdint>
#include <map>
#include <string>

/**
 * @ingroup linux-tx-tests
 * @brief Two Linux hosts with Wi-Fi, and what MAC and PHY of the sender say of its packets.
 *
 *     sender 10.1.1.1    )))  (((    receiver 10.1.1.2
 */
class WifiHosts
{
  public:
    /// What the sender is; the receiver is its peer.
    enum Kind
    {
        AD_HOC,       //!< one of two equal stations
        STATION,      //!< a station
        ACCESS_POINT, //!< the access point
    };

    /// What the Wi-Fi is like.
    struct Settings
    {
        Kind kind{AD_HOC};             //!< what the sender is
        bool qos{true};                //!< 802.11n, or 802.11a without QoS
        uint32_t amsdu{0};             //!< most of an A-MSDU of the sender, in bytes
        uint32_t fragmentation{65535}; //!< frames above this are cut, in bytes
        bool flowControl{true};        //!< has the device a NetDeviceQueueInterface?
        bool associates{true};         //!< is the access point the station's?
        std::string queueDisc{};       //!< the sender's root, or mq's children with "mq/"
    };

    /// How many packets something happened to, by time.
    using Counts = std::map<ns3::Time, uint32_t>;

    /**
     * @brief Build the hosts.
     * @param settings what the Wi-Fi is like
     */
    explicit WifiHosts(const Settings& settings);
    ~WifiHosts();
    WifiHosts(const WifiHosts&) = delete;
    WifiHosts& operator=(const WifiHosts&) = delete;

    /**
     * @brief Let a socket of the sender send datagrams of 1000 bytes, 2304 charged for each.
     * @param number how many, all at once
     * @param start when
     * @param address to whom
     */
    void SendBurst(uint32_t number, ns3::Time start, const std::string& address = "10.1.1.2");

    /**
     * @brief Let everything happen up to a time; look at the account each 50 us.
     * @param end the time
     */
    void Run(ns3::Time end);

    /**
     * @brief Put the receiver somewhere else.
     * @param distance from the sender, in metres
     */
    void MoveReceiver(double distance);

    /**
     * @brief The sender's device.
     * @return the device
     */
    ns3::Ptr<ns3::WifiNetDevice> GetDevice() const
    {
        return m_device;
    }

    /**
     * @brief The queue of the sender's MAC that the packets go through.
     * @return the queue
     */
    ns3::Ptr<ns3::WifiMacQueue> GetMacQueue() const;

    /**
     * @brief The sender's transmit path.
     * @return the layer
     */
    ns3::Ptr<ns3::XmitLayer> GetLayer() const;

    /**
     * @brief The hosts.
     * @return sender and receiver
     */
    const ns3::NodeContainer& GetNodes() const
    {
        return m_nodes;
    }

    Counts released;                      //!< datagrams whose charge ended
    Counts acknowledged;                  //!< datagrams whose last MPDU was acknowledged
    Counts dropped;                       //!< datagrams that the MAC gave up
    Counts removed;                       //!< datagrams that the queue of the MAC lost
    Counts onAir;                         //!< ends of transmissions of frames to groups
    uint32_t nSubframes{0};               //!< datagrams in A-MSDUs that were acknowledged
    uint32_t nFragments{0};               //!< acknowledged MPDUs with more fragments behind them
    uint32_t nAggregates{0};              //!< PPDUs with several MPDUs
    uint32_t nReceived{0};                //!< datagrams that have arrived
    uint32_t nWrong{0};                   //!< looks at which charge and Skbs alive did not agree
    uint64_t peak{0};                     //!< most that was charged, in bytes
    ns3::Ptr<ns3::LinuxUdpSocket> socket; //!< the sending socket

    static constexpr uint32_t CHARGE = 2304; //!< of a datagram, in bytes

  private:
    /**
     * @brief Listen to MAC and PHY of the sender.
     */
    void Watch();

    /**
     * @brief The sender's MAC is done with an MPDU.
     * @param mpdu the MPDU
     * @param counts where to count its datagrams
     */
    void Count(const ns3::Ptr<const ns3::WifiMpdu>& mpdu, Counts& counts);

    /**
     * @brief Compare what is charged with what is alive.
     */
    void Look();

    ns3::NodeContainer m_nodes;            //!< sender and receiver
    ns3::Ptr<ns3::WifiNetDevice> m_device; //!< the sender's
    ns3::Ptr<ns3::Socket> m_receiver;      //!< the receiving socket
};

#endif /* LINUX_TX_WIFI_HOSTS_H */
