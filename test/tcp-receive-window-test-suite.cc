/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-hosts.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/pointer.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

using namespace ns3;

namespace
{

constexpr uint32_t N_RUNS = 8; ///< of each setting

/**
 * @brief Holds what a socket sends against what its receiver has allowed.
 *
 * All it knows are headers: each ACK allows everything up to its number and its window.
 */
class WindowWatch
{
  public:
    /**
     * @brief Begin.
     * @param socket the sender, before anything has come back
     */
    explicit WindowWatch(const Ptr<Socket>& socket)
    {
        socket->TraceConnectWithoutContext("Rx", MakeCallback(&WindowWatch::Receive, this));
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&WindowWatch::Send, this));
    }

    /**
     * @brief How far data went beyond the window.
     * @return the most, in bytes
     */
    uint32_t GetExcess() const
    {
        return m_excess;
    }

    /**
     * @brief How often a segment ended where the window does, or less than a segment before that.
     * @return number of segments
     */
    uint32_t GetNAtEdge() const
    {
        return m_nAtEdge;
    }

  private:
    /**
     * @brief A segment arrives.
     * @param header its header
     */
    void Receive(Ptr<const Packet> /* packet */,
                 const TcpHeader& header,
                 Ptr<const TcpSocketBase> /* socket */)
    {
        const bool isSyn = header.GetFlags() & TcpHeader::SYN;
        if (isSyn && header.HasOption(TcpOption::WINSCALE))
        {
            m_scale = DynamicCast<const TcpOptionWinScale>(header.GetOption(TcpOption::WINSCALE))
                          ->GetScale();
        }
        const uint32_t window = header.GetWindowSize() << (isSyn ? 0 : m_scale);
        m_edge = std::max(m_edge, header.GetAckNumber() + window);
    }

    /**
     * @brief A segment is sent.
     * @param packet its payload
     * @param header its header
     */
    void Send(Ptr<const Packet> packet,
              const TcpHeader& header,
              Ptr<const TcpSocketBase> /* socket */)
    {
        const SequenceNumber32 end = header.GetSequenceNumber() + packet->GetSize();
        if (packet->GetSize() == 0)
        {
            return;
        }
        if (end > m_edge)
        {
            m_excess = std::max<uint32_t>(m_excess, end - m_edge);
        }
        else if (end + packet->GetSize() > m_edge)
        {
            ++m_nAtEdge;
        }
    }

    uint8_t m_scale{0};      ///< window scale of the receiver
    SequenceNumber32 m_edge; ///< the first sequence number that it has not allowed
    uint32_t m_excess{0};    ///< see GetExcess()
    uint32_t m_nAtEdge{0};   ///< see GetNAtEdge()
};

/// Data never goes beyond the receiver's window, also not in trains and not while some is missing.
class ReceiveWindowCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param trains send trains
     * @param sack with SACK
     * @param buffer the receiver's, in bytes
     */
    ReceiveWindowCase(bool trains, bool sack, uint32_t buffer)
        : TestCase(std::string(trains ? "trains" : "single segments") +
                   (sack ? ", SACK" : ", no SACK") + ", receive buffer of " +
                   std::to_string(buffer) + " bytes"),
          m_trains(trains),
          m_sack(sack),
          m_buffer(buffer)
    {
    }

  private:
    void DoRun() override
    {
        uint32_t nAtEdge = 0;
        for (uint32_t run = 1; run <= N_RUNS; ++run)
        {
            for (const uint32_t segmentSize : {536, 1000, 1440})
            {
                nAtEdge += Transfer(run, segmentSize);
            }
        }
        NS_TEST_EXPECT_MSG_GT(nAtEdge, 100, "the window was full");
    }

    /**
     * @brief Transfer something.
     * @param run of the random numbers
     * @param segmentSize payload of a segment, in bytes
     * @return how often the window was full
     */
    uint32_t Transfer(uint32_t run, uint32_t segmentSize)
    {
        RngSeedManager::SetRun(run);
        Config::SetDefault("ns3::NicChannel::Delay", StringValue("1ms"));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(segmentSize));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_buffer));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(m_sack));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", StringValue("300ms"));
        Config::SetDefault("ns3::LinuxTcpSocket::SmallQueue", StringValue("Off"));
        Config::SetDefault("ns3::LinuxTcpSocket::Gso", BooleanValue(m_trains));
        Config::SetDefault("ns3::LinuxTcpSocket::TsoWinDivisor", UintegerValue(0));
        TwoHosts hosts(TwoHosts::NIC);
        hosts.ResolveNeighbours();
        const auto losses = CreateObject<RateErrorModel>();
        losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        losses->SetRate(0.05);
        losses->AssignStreams(1);
        hosts.GetNodes().Get(1)->GetDevice(0)->SetAttribute("ReceiveErrorModel",
                                                            PointerValue(losses));
        const std::string factory = "ns3::LinuxTcpSocketFactory";
        PacketSinkHelper(factory, hosts.GetReceiver()).Install(hosts.GetNodes().Get(1));
        BulkSendHelper bulk(factory, hosts.GetReceiver());
        bulk.SetAttribute("MaxBytes", UintegerValue(400'000));
        const auto sender =
            DynamicCast<BulkSendApplication>(bulk.Install(hosts.GetNodes().Get(0)).Get(0));
        std::unique_ptr<WindowWatch> watch;
        Simulator::Schedule(NanoSeconds(1),
                            [&] { watch = std::make_unique<WindowWatch>(sender->GetSocket()); });
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(watch->GetExcess(),
                              0,
                              "bytes beyond the window: segments of " << segmentSize << ", run "
                                                                      << run);
        Config::Reset();
        return watch->GetNAtEdge();
    }

    bool m_trains;     ///< send trains
    bool m_sack;       ///< with SACK
    uint32_t m_buffer; ///< the receiver's, in bytes
};

/// TCP minds its receiver's window.
class TcpReceiveWindowTestSuite : public TestSuite
{
  public:
    TcpReceiveWindowTestSuite()
        : TestSuite("linux-tx-tcp-receive-window", TestSuite::Type::SYSTEM)
    {
        for (const bool trains : {false, true})
        {
            for (const bool sack : {false, true})
            {
                for (const uint32_t buffer : {5000, 20'000})
                {
                    AddTestCase(new ReceiveWindowCase(trains, sack, buffer));
                }
            }
        }
    }
};

TcpReceiveWindowTestSuite g_tcpReceiveWindowTestSuite; ///< registers it

} // namespace
