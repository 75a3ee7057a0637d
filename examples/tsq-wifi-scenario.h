/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TSQ_WIFI_SCENARIO_H
#define LINUX_TX_TSQ_WIFI_SCENARIO_H

#include "ns3/host-delay-probe.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-tx-vector.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a TsqWifiScenario is run with.
 */
struct TsqWifiSettings
{
    std::optional<uint32_t> shift; //!< sk_pacing_shift; without it, the kernel's for Wi-Fi
    std::string standard{"11n"};   //!< 11n or 11ac, at 5 GHz
    uint32_t width{40};            //!< of the channel, in MHz
    uint32_t streams{2};           //!< antennas and spatial streams of both
    uint32_t distance{5};          //!< between station and access point, in metres
    uint32_t ampdu{65535};         //!< most of an A-MPDU, in bytes; 0 for none
    uint32_t amsdu{0};             //!< most of an A-MSDU, in bytes; 0 for none
    uint32_t macQueue{500};        //!< limit of the MAC's queue, in MPDUs
    Time delay{MilliSeconds(5)};   //!< of the cable between access point and server
    uint32_t lossPpm{0};           //!< packets of a million that the cable loses on its way there
    uint32_t flows{1};             //!< TCP flows
    std::string qdisc{"fq_codel"}; //!< child of mq: fq_codel, pfifo_fast; or none
    std::string tso{"off"};        //!< trains, cut in front of the device: on or off
    std::string pacing{"off"};     //!< does TCP pace itself?
    std::string congestion{"bbr"}; //!< congestion control
    std::string hystart{"on"};     //!< HyStart of cubic
    uint32_t rcvbuf{6291456};      //!< the receiver's buffer, in bytes
    uint32_t overhead{1280};       //!< charge of an skb beside its payload, in bytes
    std::string kernel{"6.1"};     //!< release of the hosts' kernels
    Time duration{Seconds(3)};     //!< how long the flows send
    Time warmup{Seconds(1)};       //!< not measured of it at the begin
    uint32_t seed{1};              //!< of the random numbers
};

/**
 * @ingroup linux-tx
 * @brief What a TsqWifiScenario measured after the warm-up.
 */
struct TsqWifiResult
{
    uint32_t shift{0};             //!< sk_pacing_shift of the flows
    double goodputMbps{0};         //!< payload that arrived, in Mbit/s
    double phyMbps{0};             //!< mean data rate of the station's PPDUs, in Mbit/s
    uint64_t nPpdus{0};            //!< PPDUs with data that the station sent
    double mpdusPerPpdu{0};        //!< MPDUs in one of these
    double airtimeShare{0};        //!< share of the time that these took
    uint64_t wmemMax{0};           //!< most that was charged to a socket, in bytes
    Time hostDelayMedian;          //!< from charge to acknowledgment by the MAC
    Time hostDelayMax;             //!< the longest
    Time smoothedRtt;              //!< of the first flow, at the end
    double pacingRateMbps{0};      //!< of the first flow, at the end, in Mbit/s
    uint64_t throttledCount{0};    //!< how often the small queue stopped a socket
    uint64_t retransmits{0};       //!< segments that TCP sent again
    std::string conservationError; //!< what does not add up, as one line; empty if all does
};

/**
 * @ingroup linux-tx
 * @brief TCP flows from a Linux station to a server behind its access point, over Wi-Fi that
 *        aggregates MPDUs: how much they get for what their small queues let into the MAC.
 *
 * One object is one simulation.
 */
class TsqWifiScenario
{
  public:
    /**
     * @brief Build station, access point, server and flows.
     * @param settings all settings
     */
    explicit TsqWifiScenario(const TsqWifiSettings& settings);

    TsqWifiScenario(const TsqWifiScenario&) = delete;
    TsqWifiScenario& operator=(const TsqWifiScenario&) = delete;

    /**
     * @brief Run the simulation.
     * @return what was measured
     */
    TsqWifiResult Run();

  private:
    /**
     * @brief Set what sockets are made with.
     */
    void SetSocketDefaults() const;

    /**
     * @brief Make the Wi-Fi devices.
     */
    void BuildWifi();

    /**
     * @brief Join access point and server by a cable.
     */
    void BuildCable();

    /**
     * @brief Give the station its queue disc, the others the default.
     */
    void InstallQueueDiscs();

    /**
     * @brief Install senders and receivers.
     */
    void InstallApplications();

    /**
     * @brief The flows have begun: find their sockets.
     */
    void FindSockets();

    /**
     * @brief The warm-up is over.
     */
    void BeginMeasurement();

    /**
     * @brief The station begins to send a PPDU.
     * @param psdus what it carries
     * @param txVector how it is sent
     * @param power transmit power, in W
     */
    void NotifyPpdu(WifiConstPsduMap psdus, WifiTxVector txVector, double power);

    /**
     * @brief Bytes that have arrived.
     * @return bytes
     */
    uint64_t GetNReceived() const;

    /**
     * @brief Is as much charged as is in the host?
     * @return what is wrong, as one line; empty if nothing is
     */
    std::string CheckConservation() const;

    TsqWifiSettings m_settings;                 //!< all settings
    NodeContainer m_hosts;                      //!< station, access point, server
    NetDeviceContainer m_devices;               //!< Wi-Fi, of station and access point
    NetDeviceContainer m_nics;                  //!< of access point and server
    std::vector<Ptr<PacketSink>> m_sinks;       //!< the receivers
    std::vector<Ptr<LinuxTcpSocket>> m_sockets; //!< the sending sockets
    std::deque<HostDelayProbe> m_probes;        //!< of the sending sockets
    std::vector<std::size_t> m_delaysBefore;    //!< packets completed in the warm-up, by socket
    uint64_t m_receivedBefore{0};               //!< bytes received in the warm-up
    bool m_measures{false};                     //!< is the warm-up over?
    uint64_t m_nPpdus{0};                       //!< PPDUs with data
    uint64_t m_nMpdus{0};                       //!< MPDUs in them
    double m_sumOfRates{0};                     //!< their data rates, in Mbit/s
    Time m_airtime;                             //!< what they took
};

} // namespace ns3

#endif /* LINUX_TX_TSQ_WIFI_SCENARIO_H */
