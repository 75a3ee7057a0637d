/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_TCP_SOCKET_H
#define LINUX_TX_LINUX_TCP_SOCKET_H

#include "ns3/cwnd-growth-gate.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/ns3-compat.h"
#include "ns3/nstime.h"
#include "ns3/socket-lock.h"
#include "ns3/socket-write-memory.h"
#include "ns3/tcp-output.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-write-queue.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class TcpSend;

/**
 * @ingroup linux-tx
 * @brief ns-3's TCP socket with Linux's transmit path under it (net/ipv4/tcp_output.c).
 *
 * Everything of TcpSocketBase stays as it is: congestion controls, recovery, SACK, ECN, its
 * attributes and trace sources. What is added is what happens between the congestion window and IP:
 * each packet is charged to the socket until the NIC has sent it; the small queue stops the socket
 * while enough is charged; segments go down in trains as large as the pacing rate and the RTT make
 * them; packets are spaced at the pacing rate, by the socket or by the queue disc fq; a packet that
 * the host itself drops is known at once and reduces the congestion window; and an application may
 * write what sk_sndbuf allows.
 *
 * Small queue never reached and no trains, it sends what a TcpSocketBase sends, when that sends it.
 *
 * How it does that: SendDataPacket() sends a train for one segment that is asked for, and
 * AvailableWindow() is 0 while a packet may not go; whatever ends that calls SendPendingData().
 * Trains are sent to linux-tx devices (TCP uses GSO whatever the device can, since 4.17; before
 * that if the device has it) and to foreign devices with tcp-segmentation-offload.
 */
class LinuxTcpSocket : public compat::WithInstanceTypeId<TcpSocketBase, LinuxTcpSocket>
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxTcpSocket();

    /**
     * @brief A socket for an accepted connection (Fork).
     * @param socket the listening socket
     */
    LinuxTcpSocket(const LinuxTcpSocket& socket);
    ~LinuxTcpSocket() override;

    /**
     * @brief Set the host's transmit path; for LinuxTcpSocketFactory.
     * @param path the path
     */
    void SetTransmitPath(const Ptr<LinuxTransmitPath>& path);

    /**
     * @brief What the socket's packets hold now, from the call that sends them to completion.
     * @return sk_wmem_alloc, in bytes
     */
    uint64_t GetWmemAlloc() const
    {
        return m_wmem->GetWmemAlloc();
    }

    /**
     * @brief Attribute Cpu: sched_setaffinity() of the socket's process.
     * @param cpu the CPU
     */
    void SetCpu(uint32_t cpu);

    /**
     * @brief Attribute Cpu.
     * @return the CPU
     */
    uint32_t GetCpu() const;

    /**
     * @brief The most that the socket's packets ever held.
     * @return peak of sk_wmem_alloc, in bytes
     */
    uint64_t GetPeakWmemAlloc() const
    {
        return m_wmem->GetPeakWmemAlloc();
    }

    /**
     * @brief What all data in the socket costs, sent or not.
     * @return sk_wmem_queued, in bytes
     */
    uint64_t GetWmemQueued() const;

    /**
     * @brief getsockopt(SO_SNDBUF): what sk_wmem_queued is held against.
     * @return sk_sndbuf, in bytes
     */
    uint32_t GetSndbuf() const
    {
        return m_writeQueue.GetSndbuf();
    }

    /**
     * @brief sk_pacing_rate.
     * @return bytes/s; SocketPacing::UNLIMITED before the first RTT
     */
    uint64_t GetPacingRate() const
    {
        return m_wmem->GetPacing().GetRate();
    }

    /**
     * @brief Who paces the socket.
     * @return sk_pacing_status
     */
    SocketPacing::Status GetPacingStatus() const
    {
        return m_wmem->GetPacing().GetStatus();
    }

    /**
     * @brief The smoothed RTT that pacing rate and packet sizes depend on.
     * @return the RTT; 0 before the first sample
     */
    Time GetSmoothedRtt() const;

    /**
     * @brief How often the small queue has stopped the socket.
     * @return number of times
     */
    uint64_t GetThrottledCount() const
    {
        return m_throttledCount;
    }

    /**
     * @brief How long the small queue has stopped the socket, all in all.
     * @return the time
     */
    Time GetThrottledTime() const;

    /**
     * @brief Segments that were sent again (TCPRetransSegs).
     * @return number of segments
     */
    uint64_t GetRetransmits() const
    {
        return m_retransmits;
    }

    /**
     * @brief Packets that the host dropped below IP.
     * @return number of skbs
     */
    uint64_t GetLocalDrops() const
    {
        return m_localDrops;
    }

    // Inherited from Socket.
    int Send(Ptr<Packet> p, uint32_t flags) override;
    uint32_t GetTxAvailable() const override;
    using Socket::Send;

    /**
     * @brief A packet was sent.
     * @param payload its payload, in bytes
     * @param segments its segments
     */
    typedef void (*SkbTracedCallback)(uint32_t payload, uint32_t segments);

    /**
     * @brief The host dropped a packet.
     * @param payload its payload, in bytes
     */
    typedef void (*LocalDropTracedCallback)(uint32_t payload);

    /**
     * @brief The small queue lets the socket go on.
     * @param duration how long it was stopped
     */
    typedef void (*ThrottledTimeTracedCallback)(Time duration);

  protected:
    // Inherited from TcpSocketBase.
    void DoDispose() override;
    Ptr<TcpSocketBase> Fork() override;
    uint32_t AvailableWindow() const override;
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    void SendEmptyPacket(uint8_t flags) override;
    void DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader) override;
    void ReceivedData(Ptr<Packet> packet, const TcpHeader& tcpHeader) override;
    void NewAck(const SequenceNumber32& seq, bool resetRTO) override;
    void EstimateRtt(const TcpHeader& tcpHeader) override;
    void UpdateRttHistory(const SequenceNumber32& seq, uint32_t sz, bool isRetransmission) override;
    void ReTxTimeout() override;
    void PersistTimeout() override;

  private:
    /// What has to be as before when a packet turns out not to have been sent.
    struct Unsent
    {
        SequenceNumber32 highTxMark; //!< the next sequence number never sent
        TcpStates_t state;           //!< state of the connection
        std::size_t nRttHistories;   //!< packets in the base's RTT history
    };

    /// A packet that waits for the application to let go of the socket.
    struct Received
    {
        Ptr<Packet> packet; //!< with its TCP header
        Address from;       //!< who sent it
        Address to;         //!< whom it was sent to
    };

    /// The attributes, as they were set; Configure() has them take effect.
    struct Settings
    {
        TcpSmallQueuePolicy smallQueue{TSQ_KERNEL};        //!< SmallQueue
        uint32_t limitOutputBytes{0};                      //!< LimitOutputBytes
        uint32_t overhead{TcpWriteQueue::OVERHEAD};        //!< SkbOverhead
        bool gso{true};                                    //!< Gso
        uint32_t gsoMaxSize{0};                            //!< GsoMaxSize
        uint32_t gsoMaxSegs{0};                            //!< GsoMaxSegs
        uint32_t minTsoSegs{0};                            //!< MinTsoSegs
        uint32_t tsoRttLog{0};                             //!< TsoRttLog
        uint32_t tsoWinDivisor{0};                         //!< TsoWinDivisor
        bool pacing{false};                                //!< Pacing
        DataRate maxPacingRate;                            //!< MaxPacingRate
        uint32_t coreWmemMax{SocketWriteMemory::WMEM_MAX}; //!< CoreWmemMax
        uint32_t sndbuf{0};                                //!< Sndbuf
        uint32_t wmemMax{TcpWriteQueue::WMEM_MAX};         //!< WmemMax
        uint32_t notsentLowat{0};                          //!< NotsentLowat
        Time sendmsgTime;                                  //!< SendmsgTime
        uint32_t quickAcks{0};                             //!< QuickAcks
    };

    /**
     * @brief The setter of an attribute: store the value and have it take effect.
     * @tparam Field where it goes
     * @param value the value
     */
    template <auto Field, typename T>
    void Set(T value)
    {
        m_settings.*Field = value;
        Configure();
    }

    /**
     * @brief The getter of an attribute.
     * @tparam Field where it is
     * @return the value
     */
    template <auto Field, typename T>
    T Get() const
    {
        return m_settings.*Field;
    }

    /**
     * @brief Have the settings take effect on this host and device.
     */
    void Configure();

    /**
     * @brief The Tx trace of TcpSocketBase: a packet is about to be given to IP.
     *
     * Static, as an accepted socket copies the listening socket's trace.
     * @param packet the packet, without TCP header
     * @param header its TCP header
     * @param socket who sends
     */
    static void NotifyTx(Ptr<const Packet> packet,
                         const TcpHeader& header,
                         Ptr<const TcpSocketBase> socket);

    /**
     * @brief Be told of what becomes of the write memory; what both constructors do.
     */
    void WatchWriteMemory();

    /**
     * @brief Nobody is left for whom anything scheduled would be done.
     */
    void CancelEvents();

    /**
     * @brief Tell the write queue what ns-3's buffer and the congestion window are, before it is
     *        asked.
     */
    void TuneWriteQueue() const;

    /**
     * @brief AvailableWindow(), with what the answer changes in the socket.
     * @param window what the windows allow, in bytes
     * @return the same, or 0 if nothing may be sent now
     */
    uint32_t LimitWindow(uint32_t window);

    /**
     * @brief Does the connection still exist? It may end in the middle of sending, when the
     *        application is asked for more data.
     * @return true if so
     */
    bool HasEndPoint() const
    {
        return m_endPoint || m_endPoint6;
    }

    /**
     * @brief Is the receiver's window full, to the byte? TcpTxBuffer::NextSeg() then has a segment
     *        without bytes to send, which TcpSocketBase takes if some of what is in the window was
     *        acknowledged selectively, and crashes.
     * @param view the socket
     * @return true if so
     */
    bool IsReceiveWindowFull(const TcpOutput::View& view) const;

    /**
     * @brief What small queue and sizing are asked with.
     * @return the socket as it is
     */
    TcpOutput::View GetView() const;

    /**
     * @brief What write memory is asked with.
     * @return the socket's data as it is
     */
    TcpWriteQueue::Fill GetFill() const;

    /**
     * @brief sk_setup_caps(): the packets go to a device for the first time.
     * @param device the device
     */
    void SetUpDevice(const Ptr<NetDevice>& device);

    /**
     * @brief The device that the next packet will go to.
     * @return the device; null if there is no route
     */
    Ptr<NetDevice> FindDevice() const;

    /**
     * @brief How many segments go now in one train.
     * @param firstSize payload of the first one, in bytes
     * @return segments, at least 1
     */
    uint32_t PlanTrain(uint32_t firstSize);

    /**
     * @brief Give a packet's segments to IP, one after the other.
     * @param send the call
     * @param seq first sequence number
     * @param maxSize most payload of the first segment, in bytes
     * @param withAck acknowledge what was received?
     * @param nSegments most segments
     * @return the segments that were sent
     */
    uint32_t SendSegments(TcpSend& send,
                          SequenceNumber32 seq,
                          uint32_t maxSize,
                          bool withAck,
                          uint32_t nSegments);

    /**
     * @brief The host has dropped a packet: TCP still has it to send (tcp_write_xmit leaves it at
     *        the head), and reduces its congestion window (tcp_enter_cwr).
     * @param send the call
     * @param nSegments segments of the packet
     * @param isNew was it new data?
     * @param before what was before
     * @return is the packet still to be sent?
     */
    bool TakeBack(const TcpSend& send, uint32_t nSegments, bool isNew, const Unsent& before);

    /**
     * @brief skb_set_delivery_time(): a packet leaves when the pacing rate allows it, or now.
     * @param send the call that sends it
     */
    void SetDepartureTime(TcpSend& send);

    /**
     * @brief A packet's segments have been given to IP.
     * @param send the call
     */
    void Finish(TcpSend& send) const;

    /**
     * @brief A packet has not come out of IP: charge it if it waits for its neighbour.
     * @param send the call
     */
    void ParkIfUnresolved(TcpSend& send) const;

    /**
     * @brief tcp_enter_cwr(): reduce the congestion window once in a round trip.
     */
    void EnterLocalCwr();

    /**
     * @brief Losses in local CWR: let ns-3's state machine see them, which ignores them in CWR.
     */
    void LeaveLocalCwrOnDupAck();

    /**
     * @brief tcp_update_pacing_rate(), or the rate of a congestion control that has one.
     */
    void UpdateSocketPacingRate();

    /**
     * @brief Store whether the small queue stops the socket, and trace it.
     * @param throttled true if so
     */
    void SetThrottled(bool throttled);

    /**
     * @brief Send when the time has come, or when the application lets go of the socket if that is
     *        later.
     * @param event the event; nothing is done if it is pending
     * @param delay how long until then
     */
    void ScheduleResume(EventId& event, Time delay);

    /**
     * @brief tcp_tsq_handler(), or tcp_pace_kick(): what kept the socket from sending is over.
     */
    void Resume();

    /**
     * @brief __release_sock(): what has arrived while the application held the socket.
     */
    void ReleaseBacklog();

    /**
     * @brief tcp_check_space(): let a waiting application write if there is room.
     */
    void CheckSpace();

    Ptr<LinuxTransmitPath> m_path; //!< the host's transmit path
    Ptr<SocketWriteMemory> m_wmem; //!< what its packets are charged to
    Ptr<CwndGrowthGate> m_gate;    //!< stands in for the congestion control, from first use on
    Ptr<NetDevice> m_device;       //!< where the last packet went

    TcpOutput m_output; //!< whether to send
    /// Whether to let the application write. What it remembers of a question is no change to the
    /// socket that a caller could see.
    mutable TcpWriteQueue m_writeQueue;
    bool m_throttled{false};      //!< does the small queue stop the socket?
    Time m_throttledSince;        //!< when that began
    Time m_throttledTime;         //!< how long it did, before now
    uint64_t m_throttledCount{0}; //!< how often
    EventId m_resume;             //!< Resume() after a completion
    EventId m_pacedResume;        //!< Resume() at the next departure time
    EventId m_probe;              //!< Resume() when a drop has left nothing in flight

    TcpSend* m_send{nullptr};     //!< the packet that is being sent, or null
    bool m_mustSend{false};       //!< RTO: send whatever is charged
    bool m_inLocalCwr{false};     //!< CWR was entered for a local drop
    Time m_lastDrop{Time::Min()}; //!< when the host dropped a packet last
    Time m_synTime{Time::Min()};  //!< when the SYN was sent, until it is acknowledged
    uint32_t m_nQuickAcks{0};     //!< segments that were acknowledged at once
    uint64_t m_tracedPacingRate{SocketPacing::UNLIMITED}; //!< as SocketPacingRate told it last
    uint64_t m_retransmits{0};                            //!< segments sent again
    uint64_t m_localDrops{0};                             //!< packets the host dropped

    SocketLock m_lock;               //!< does the application hold the socket?
    std::vector<Received> m_backlog; //!< sk_backlog: what has arrived while it does
    EventId m_backlogRelease;        //!< when that is dealt with

    Settings m_settings; //!< the attributes

    TracedCallback<uint64_t, uint64_t> m_wmemTrace;       //!< WmemAlloc
    TracedCallback<bool, bool> m_throttledTrace;          //!< Throttled
    TracedCallback<uint64_t, uint64_t> m_pacingRateTrace; //!< SocketPacingRate
    TracedCallback<uint32_t, uint32_t> m_skbTrace;        //!< Skb
    TracedCallback<uint32_t> m_localDropTrace;            //!< LocalDrop
    TracedCallback<Time> m_throttledTimeTrace;            //!< ThrottledTime
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_TCP_SOCKET_H */
