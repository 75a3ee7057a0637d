/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BURST_SCENARIO_H
#define LINUX_TX_BURST_SCENARIO_H

#include "message-ledger.h"

#include "ns3/bonding-net-device.h"
#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/nic-net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc.h"
#include "ns3/udp-stream-application.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// Everything that moves a figure of the scenario.
struct BurstSettings
{
    static constexpr uint32_t SHAPER_BURST = 65536; //!< bucket of the shaper, in bytes

    std::string mode{"balance-rr"};     //!< mode of the bond
    std::string orphan{"none"};         //!< none, bond or driver: where the charge ends early
    uint32_t slaves{1};                 //!< NICs
    uint32_t senders{3};                //!< sockets, each with a thread on a CPU of its own
    uint32_t messages{784};             //!< messages of a burst
    uint32_t messageSize{4000};         //!< payload, in bytes
    uint32_t cycles{30};                //!< bursts
    Time period{NanoSeconds(33333333)}; //!< from burst to burst: 1/30 s
    Time spread{0};                     //!< the senders' first bursts start within this
    Time sendTime{NanoSeconds(1500)};   //!< what a send call takes
    uint32_t sndbuf{0};                 //!< SO_SNDBUF as given to setsockopt, in bytes; or 0
    uint32_t wmemMax{20000000};         //!< net.core.wmem_max, in bytes
    uint32_t mtu{4096};                 //!< bytes
    DataRate rate{"10Gbps"};            //!< of each NIC
    std::string qdisc{"pfifo_fast"};    //!< of each slave
    uint32_t limit{1000};               //!< packets
    std::string shaper{"none"};         //!< rate of a tbf with a pfifo, instead of the qdisc
    Time linkDelay{MicroSeconds(1)};    //!< propagation delay of the cables
};

/**
 * @ingroup linux-tx
 * @brief UDP senders that burst into a bond: the host, its network, and what became of it all.
 *
 * The field report of 2012 (kernel 3.2): blocking senders of multicast video frames, whose packets
 * the slave's queue disc drops once their charge ends at the hand-over to the bond.
 */
class BurstScenario
{
  public:
    /// Where the ledger has packets for which the bond had no slave.
    static constexpr const char* NO_SLAVE = "bond: no usable slave";

    /**
     * @brief Build the hosts and the network.
     * @param settings all settings
     */
    explicit BurstScenario(const BurstSettings& settings);

    BurstScenario(const BurstScenario&) = delete;
    BurstScenario& operator=(const BurstScenario&) = delete;

    /**
     * @brief Let the senders send, and the queues drain.
     */
    void Run();

    /**
     * @brief Check that every message and packet has ended in one counted place, and that no
     *        socket is charged for anything any more.
     * @return what is wrong, as one line; empty if nothing is
     */
    std::string CheckConservation() const;

    /**
     * @brief The settings.
     * @return all of them
     */
    const BurstSettings& GetSettings() const
    {
        return m_settings;
    }

    /**
     * @brief The senders.
     * @return one application each
     */
    const std::vector<Ptr<UdpStreamApplication>>& GetSenders() const
    {
        return m_senders;
    }

    /**
     * @brief The bond.
     * @return the device
     */
    const Ptr<BondingNetDevice>& GetBond() const
    {
        return m_bond;
    }

    /**
     * @brief The root queue disc of a slave.
     * @param slave number of the slave, from 0
     * @return the queue disc
     */
    Ptr<QueueDisc> GetQdisc(uint32_t slave) const;

    /**
     * @brief A slave.
     * @param slave number of the slave, from 0
     * @return the device
     */
    Ptr<NicNetDevice> GetSlave(uint32_t slave) const;

    /**
     * @brief Where messages ended.
     * @return the ledger
     */
    const MessageLedger& GetLedger() const
    {
        return m_ledger;
    }

    /**
     * @brief The most packets that ever waited in one slave's queue disc.
     * @return number of packets
     */
    uint32_t GetPeakQlen() const
    {
        return m_peakQlen;
    }

    /**
     * @brief Packets whose charge ended at a hand-over, before they were sent.
     * @return number of packets
     */
    uint64_t GetOrphaned() const
    {
        return m_orphaned;
    }

    /**
     * @brief When the last message was received, counted from the first burst.
     * @return the time
     */
    Time GetLastReception() const
    {
        return m_lastReception;
    }

    /**
     * @brief Messages that would have been sent if nobody had been late.
     * @return senders x messages x cycles
     */
    uint64_t GetOffered() const;

    /**
     * @brief Send calls that succeeded, of all senders.
     * @return number of messages
     */
    uint64_t GetAccepted() const;

    /**
     * @brief Send calls that failed, of all senders.
     * @return number of messages
     */
    uint64_t GetSendErrors() const;

    /**
     * @brief Messages whose time was up before their send call was over, or had begun.
     * @return number of messages
     */
    uint64_t GetUnsent() const;

    /**
     * @brief How long senders waited for room, all of them together.
     * @return the time
     */
    Time GetBlockedTime() const;

    /**
     * @brief Time from the first burst to the end of the last period.
     * @return cycles x period
     */
    Time GetDuration() const;

    /**
     * @brief The longest time that a full queue and ring take to drain.
     * @param settings all settings
     * @return seconds
     */
    static double GetDrainSeconds(const BurstSettings& settings);

    /**
     * @brief Bytes of the largest frame, as a queue disc counts it.
     * @param settings all settings
     * @return bytes, with Ethernet header
     */
    static uint32_t GetLargestFrame(const BurstSettings& settings);

  private:
    static const Time START; //!< when the first burst starts

    /**
     * @brief Make the sending host's side: NICs, queue discs, bond, addresses.
     * @param receiver the host at the other end
     */
    void BuildNetwork(const Ptr<Node>& receiver);

    /**
     * @brief Give a slave its queue disc.
     * @param slave the slave
     */
    void InstallQdisc(const Ptr<NetDevice>& slave);

    /**
     * @brief Put the senders on the host.
     */
    void InstallSenders();

    /**
     * @brief Put a receiver on the other host.
     * @param receiver the host
     */
    void InstallReceiver(const Ptr<Node>& receiver);

    /**
     * @brief Count what is dropped on the way.
     * @param receiver the host at the other end
     */
    void ConnectTraces(const Ptr<Node>& receiver);

    BurstSettings m_settings;                         //!< all settings
    Ptr<Node> m_host;                                 //!< the sending host
    Ptr<BondingNetDevice> m_bond;                     //!< its bond
    NetDeviceContainer m_slaves;                      //!< its NICs
    NetDeviceContainer m_peers;                       //!< the receiver's NICs
    std::vector<Ptr<UdpStreamApplication>> m_senders; //!< one a socket
    MessageLedger m_ledger;                           //!< where messages end
    uint32_t m_peakQlen{0};                           //!< packets
    uint64_t m_orphaned{0};                           //!< packets whose charge ended early
    uint64_t m_sentByIp{0};                           //!< IP packets on their way to the bond
    uint64_t m_toSlaves{0};                           //!< packets that the bond gave to slaves
    uint64_t m_arrived{0};                            //!< IP packets at the receiver
    Time m_lastReception;                             //!< of a message
};

} // namespace ns3

#endif /* LINUX_TX_BURST_SCENARIO_H */
