/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TCP_OUTPUT_H
#define LINUX_TX_TCP_OUTPUT_H

#include "ns3/cwnd-usage.h"
#include "ns3/socket-write-memory.h"
#include "ns3/tcp-pacer.h"
#include "ns3/tcp-retransmit-queue.h"
#include "ns3/tcp-rtt-meter.h"
#include "ns3/tcp-small-queue-limit.h"
#include "ns3/tso-deferral.h"
#include "ns3/tso-sizing.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief May a TCP socket whose windows are open send now, and how much at once? The questions that
 *        tcp_write_xmit (net/ipv4/tcp_output.c) asks in this order: pacing, TSO deferral, small
 *        queue.
 *
 * It keeps what the answers depend on and what ns-3's socket does not have: the pacing rate, RTT in
 * microseconds, and the packets sent. It knows no simulator and no socket; LinuxTcpSocket owns it
 * and tells it what happens.
 */
class TcpOutput
{
  public:
    /// An answer.
    enum Verdict
    {
        SEND,      //!< go on
        PACED,     //!< wait until GetPacer().GetNextTime()
        DEFERRED,  //!< wait for a larger window: an ACK will come
        THROTTLED, //!< wait until less than GetThrottleLimit() is charged
    };

    /// What the socket has to send, and what it may. In bytes, but for the sequence numbers.
    struct View
    {
        uint32_t mss;                    //!< payload of a full segment
        uint32_t cwnd;                   //!< congestion window
        uint32_t rwnd;                   //!< what the receiver allows
        uint32_t inFlight;               //!< sent and neither acknowledged nor lost
        uint32_t unsent;                 //!< written and never sent
        bool retransmission;             //!< is the next segment one that was sent before?
        bool recovering;                 //!< is TCP in recovery or loss?
        bool closing;                    //!< will nothing be written any more?
        SequenceNumber32 unacknowledged; //!< the oldest not acknowledged
        SequenceNumber32 next;           //!< the next never sent
    };

    /**
     * @brief Constructor.
     * @param wmem what the socket's packets are charged to
     */
    explicit TcpOutput(const Ptr<SocketWriteMemory>& wmem);

    // Settings; they can change at any time.
    TcpSmallQueueLimit smallQueue{TSQ_RATE, 0}; //!< how much may be in the host's queues
    TsoSizing sizing;                           //!< how large a super-packet is
    TsoDeferral deferral;                       //!< whether to wait for a larger one
    bool trains{false};                         //!< may segments go in super-packets?
    uint32_t overhead{1280};                    //!< what an skb costs beside its payload, in bytes
    uint32_t pacingShift{10};                   //!< sk_pacing_shift
    uint64_t maxPacingRate{SocketPacing::UNLIMITED}; //!< SO_MAX_PACING_RATE, in bytes/s

    /**
     * @brief May the next segment go?
     * @param view the socket, with windows that allow it
     * @param now the time, in ns
     * @return SEND, or what to wait for
     */
    Verdict Decide(const View& view, int64_t now);

    /**
     * @brief How many segments the next super-packet may have.
     * @param mss payload of a full segment, in bytes
     * @return segments; 1 without trains
     */
    uint32_t GetMaxSegments(uint32_t mss) const;

    /**
     * @brief What the next super-packet may have, by the windows (tcp_cwnd_test): no more than half
     *        of the congestion window, so that there are two.
     * @param view the socket
     * @return bytes of payload; whole segments, at least one
     */
    static uint32_t GetQuota(const View& view);

    /**
     * @brief What the next unsent skb holds (tcp_send_head): what applications write is gathered up
     *        to the size goal, and the parts of one that was cut stay skbs of their own.
     * @param view the socket
     * @return bytes of payload
     */
    uint32_t GetHead(const View& view) const;

    /**
     * @brief How many skbs hold what is not sent.
     * @param view the socket
     * @return number of skbs
     */
    uint32_t GetNUnsentSkbs(const View& view) const;

    /**
     * @brief What an unsent skb is filled to.
     * @param mss payload of a full segment, in bytes
     * @return bytes of payload
     */
    uint32_t GetSizeGoal(uint32_t mss) const
    {
        return trains ? sizing.GetSizeGoal(mss, m_maxWindow) : mss;
    }

    /**
     * @brief After THROTTLED: the charge at which the socket may go on.
     * @return bytes; it may when less is charged
     */
    uint64_t GetThrottleLimit() const
    {
        return m_throttleLimit;
    }

    /**
     * @brief tcp_update_pacing_rate(): set the rate to some windows in an RTT: two in slow start,
     *        1.2 later.
     * @param view the socket
     * @param ssthresh slow start threshold, in bytes
     * @param slowStartRatio net.ipv4.tcp_pacing_ss_ratio, in percent
     * @param avoidanceRatio net.ipv4.tcp_pacing_ca_ratio, in percent
     */
    void UpdatePacingRate(const View& view,
                          uint32_t ssthresh,
                          uint32_t slowStartRatio,
                          uint32_t avoidanceRatio);

    /**
     * @brief Set the rate, as a congestion control does that computes its own (BBR).
     * @param bytesPerSecond bytes/s; SO_MAX_PACING_RATE is the most
     */
    void SetPacingRate(uint64_t bytesPerSecond);

    /**
     * @brief Does anybody pace the socket, itself or fq?
     * @return true if so
     */
    bool IsPaced() const
    {
        return m_wmem->GetPacing().GetStatus() != SocketPacing::NONE;
    }

    /**
     * @brief New data was sent.
     * @param begin its first sequence number
     * @param payload how much, in bytes
     * @param segments its segments
     * @param now the time, in ns
     */
    void NotifySent(SequenceNumber32 begin, uint32_t payload, uint32_t segments, int64_t now);

    /**
     * @brief Data was sent again: it counts for the pacing, and tells no RTT any more.
     * @param sequence its first sequence number
     * @param payload how much, in bytes
     */
    void NotifySentAgain(SequenceNumber32 sequence, uint32_t payload);

    /**
     * @brief Data was acknowledged.
     * @param acknowledged the first sequence number that is not
     * @param now the time, in ns
     */
    void NotifyAcknowledged(SequenceNumber32 acknowledged, int64_t now);

    /**
     * @brief The congestion window is used up.
     * @param view the socket
     */
    void NotifyCwndLimited(const View& view)
    {
        m_usage.Validate(view.unacknowledged, view.next, true);
    }

    /**
     * @brief May the congestion window grow? Not for a flow that the small queue or its pacing
     *        limits.
     * @param view the socket
     * @param slowStart is TCP in slow start?
     * @return true if so
     */
    bool MayGrow(const View& view, bool slowStart) const
    {
        const bool asks = IsPaced() || m_usage.IsThrottled(view.unacknowledged);
        return !asks || m_usage.MayGrow(view.cwnd, slowStart);
    }

    /**
     * @brief When packets may leave.
     * @return the clock
     */
    TcpPacer& GetPacer()
    {
        return m_pacer;
    }

    /**
     * @brief The RTT.
     * @return the meter
     */
    TcpRttMeter& GetRttMeter()
    {
        return m_rtt;
    }

    /**
     * @brief The RTT.
     * @return the meter
     */
    const TcpRttMeter& GetRttMeter() const
    {
        return m_rtt;
    }

    /**
     * @brief What was sent and is not acknowledged.
     * @return the packets
     */
    TcpRetransmitQueue& GetRetransmitQueue()
    {
        return m_retransmitQueue;
    }

    /**
     * @brief What was sent and is not acknowledged.
     * @return the packets
     */
    const TcpRetransmitQueue& GetRetransmitQueue() const
    {
        return m_retransmitQueue;
    }

  private:
    /**
     * @brief tcp_update_skb_after_send(): a packet has been sent.
     * @param payload its payload, in bytes
     * @param segments its segments
     */
    void Pace(uint32_t payload, uint32_t segments);

    /**
     * @brief What the congestion window still allows.
     * @param view the socket
     * @return bytes of payload
     */
    static uint32_t GetCongestionWindow(const View& view);

    /**
     * @brief What the receiver still allows. What is lost or SACKed is not in flight, but its
     * window ends where it did (tcp_wnd_end).
     * @param view the socket
     * @return bytes of payload
     */
    static uint32_t GetSendWindow(const View& view);

    /**
     * @brief Decide(), but for what the answer means for the congestion window.
     * @param view the socket, with windows that allow it
     * @param now the time, in ns
     * @return SEND, or what to wait for
     */
    Verdict Ask(const View& view, int64_t now);

    /**
     * @brief Should new data wait for a larger window?
     * @param view the socket
     * @param now the time, in ns
     * @return true if so
     */
    bool ShouldDefer(const View& view, int64_t now);

    /**
     * @brief tso_fragment(): cut the next unsent skb to what the windows and the size allow.
     *
     * That is done before the small queue is asked, and is not undone if the socket then has to
     * wait: it will go on with that part, however small it is.
     * @param view the socket
     */
    void CutHead(const View& view);

    /**
     * @brief tcp_small_queue_check(): has the socket enough in the host's queues?
     * @param view the socket
     * @return true if so
     */
    bool IsThrottled(const View& view);

    Ptr<SocketWriteMemory> m_wmem;        //!< what is charged
    TcpPacer m_pacer;                     //!< when packets may leave
    TcpRttMeter m_rtt;                    //!< round-trip time
    TcpRetransmitQueue m_retransmitQueue; //!< what was sent
    CwndUsage m_usage;                    //!< what limits the socket
    std::deque<uint32_t> m_parts;         //!< parts of cut skbs at the head, in bytes
    int64_t m_lastSent{-1};               //!< when new data was sent last, in ns
    uint64_t m_throttleLimit{0};          //!< of the last THROTTLED, in bytes
    uint32_t m_maxWindow{0};              //!< tp->max_window: the most the receiver allowed
};

} // namespace ns3

#endif /* LINUX_TX_TCP_OUTPUT_H */
