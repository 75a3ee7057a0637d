/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-tcp-socket.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/output-route.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-send.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/tx-queue-picker.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpSocket");

NS_OBJECT_ENSURE_REGISTERED(LinuxTcpSocket);

TypeId
LinuxTcpSocket::GetTypeId()
{
    using S = Settings;
    static TypeId tid =
        TypeId("ns3::LinuxTcpSocket")
            .SetParent<TcpSocketBase>()
            .SetGroupName("LinuxTx")
            .AddConstructor<LinuxTcpSocket>()
            .AddAttribute("SmallQueue",
                          "How the socket limits what it has in the host's queues: Kernel (as the "
                          "host's kernel does), Off, Fixed (LimitOutputBytes, 3.6), Draft (max(2 x "
                          "MSS, rate >> 8)), Rate-3.12 (max(truesize, rate >> 10)) or Rate (max(2 "
                          "x truesize, rate >> shift), 6.1)",
                          compat::EnumValueOf<TcpSmallQueuePolicy>(TSQ_KERNEL),
                          compat::MakeEnumAccessor<TcpSmallQueuePolicy>(
                              &LinuxTcpSocket::Set<&S::smallQueue, TcpSmallQueuePolicy>,
                              &LinuxTcpSocket::Get<&S::smallQueue, TcpSmallQueuePolicy>),
                          MakeTcpSmallQueueChecker())
            .AddAttribute(
                "LimitOutputBytes",
                "net.ipv4.tcp_limit_output_bytes, in bytes: the limit of SmallQueue "
                "Fixed, and the most with Rate as long as nobody paces; 0 for what the "
                "kernels of that time had (131072, 1048576)",
                UintegerValue(0),
                MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::limitOutputBytes, uint32_t>,
                                     &LinuxTcpSocket::Get<&S::limitOutputBytes, uint32_t>),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("Cpu",
                          "The CPU that the socket's process runs on, 0 to 63: chooses among the "
                          "transmit queues of a NIC where these serve CPUs (XPS)",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxTcpSocket::SetCpu, &LinuxTcpSocket::GetCpu),
                          MakeUintegerChecker<uint32_t>(0, TxQueuePicker::MAX_CPUS - 1))
            .AddAttribute("SkbOverhead",
                          "What a packet is charged beside its payload, in bytes",
                          UintegerValue(TcpWriteQueue::OVERHEAD),
                          MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::overhead, uint32_t>,
                                               &LinuxTcpSocket::Get<&S::overhead, uint32_t>),
                          MakeUintegerChecker<uint32_t>(0, 1 << 20))
            .AddAttribute("Gso",
                          "Send trains of segments (TSO, GSO) where the device and the kernel "
                          "allow it",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxTcpSocket::Set<&S::gso, bool>,
                                              &LinuxTcpSocket::Get<&S::gso, bool>),
                          MakeBooleanChecker())
            .AddAttribute("GsoMaxSize",
                          "Most that a train may have, in bytes with headers; the device has a "
                          "limit of its own",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::gsoMaxSize, uint32_t>,
                                               &LinuxTcpSocket::Get<&S::gsoMaxSize, uint32_t>),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("GsoMaxSegs",
                          "Most segments that a train may have; the device has a limit of its own",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::gsoMaxSegs, uint32_t>,
                                               &LinuxTcpSocket::Get<&S::gsoMaxSegs, uint32_t>),
                          MakeUintegerChecker<uint32_t>(1, 65535))
            .AddAttribute("MinTsoSegs",
                          "net.ipv4.tcp_min_tso_segs: segments of a train however slow the flow is",
                          UintegerValue(2),
                          MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::minTsoSegs, uint32_t>,
                                               &LinuxTcpSocket::Get<&S::minTsoSegs, uint32_t>),
                          MakeUintegerChecker<uint32_t>(1, 65535))
            .AddAttribute(
                "TsoRttLog",
                "net.ipv4.tcp_tso_rtt_log: trains are larger the nearer the peer, by half "
                "for each 2^TsoRttLog us of the least RTT (since 5.18); 0 is off",
                UintegerValue(9),
                MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::tsoRttLog, uint32_t>,
                                     &LinuxTcpSocket::Get<&S::tsoRttLog, uint32_t>),
                MakeUintegerChecker<uint32_t>(0, 31))
            .AddAttribute("TsoWinDivisor",
                          "net.ipv4.tcp_tso_win_divisor: wait for a full train unless this part of "
                          "the window is open; 0 never to wait",
                          UintegerValue(3),
                          MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::tsoWinDivisor, uint32_t>,
                                               &LinuxTcpSocket::Get<&S::tsoWinDivisor, uint32_t>),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "Pacing",
                "The socket itself spaces its packets at its pacing rate, as Linux does "
                "with SO_MAX_PACING_RATE or BBR. Below the queue disc ns3::LinuxFqQueueDisc "
                "it is paced without that. TcpSocketState::EnablePacing is ns-3's own "
                "pacing, segment by segment, of a socket for which this is off",
                BooleanValue(false),
                MakeBooleanAccessor(&LinuxTcpSocket::Set<&S::pacing, bool>,
                                    &LinuxTcpSocket::Get<&S::pacing, bool>),
                MakeBooleanChecker())
            .AddAttribute("MaxPacingRate",
                          "SO_MAX_PACING_RATE: most that the pacing rate can be, payload only; "
                          "turns Pacing on; 0bps for no limit",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&LinuxTcpSocket::Set<&S::maxPacingRate, DataRate>,
                                               &LinuxTcpSocket::Get<&S::maxPacingRate, DataRate>),
                          MakeDataRateChecker())
            .AddAttribute(
                "Sndbuf",
                "SO_SNDBUF, in bytes: sndbuf becomes twice that, at least 4608; 0 for "
                "autotuning up to WmemMax, if TcpSocket::SndBufSize is not less than that; "
                "else SndBufSize decides, as in ns-3",
                UintegerValue(0),
                MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::sndbuf, uint32_t>,
                                     &LinuxTcpSocket::Get<&S::sndbuf, uint32_t>),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("CoreWmemMax",
                          "net.core.wmem_max, in bytes: the most that Sndbuf can be",
                          UintegerValue(SocketWriteMemory::WMEM_MAX),
                          MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::coreWmemMax, uint32_t>,
                                               &LinuxTcpSocket::Get<&S::coreWmemMax, uint32_t>),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("WmemMax",
                          "net.ipv4.tcp_wmem[2], in bytes: as far as autotuning of sndbuf goes",
                          UintegerValue(TcpWriteQueue::WMEM_MAX),
                          MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::wmemMax, uint32_t>,
                                               &LinuxTcpSocket::Get<&S::wmemMax, uint32_t>),
                          MakeUintegerChecker<uint32_t>(TcpWriteQueue::WMEM_DEFAULT))
            .AddAttribute("NotsentLowat",
                          "TCP_NOTSENT_LOWAT, in bytes: no more may be written while this much has "
                          "not been sent; 4294967295 for no limit",
                          UintegerValue(TcpWriteQueue::NO_LOWAT),
                          MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::notsentLowat, uint32_t>,
                                               &LinuxTcpSocket::Get<&S::notsentLowat, uint32_t>),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "SendmsgTime",
                "How long the application holds the socket in each sendmsg(): packets and "
                "completions that arrive meanwhile are dealt with at its end",
                TimeValue(Time(0)),
                MakeTimeAccessor(&LinuxTcpSocket::Set<&S::sendmsgTime, Time>,
                                 &LinuxTcpSocket::Get<&S::sendmsgTime, Time>),
                MakeTimeChecker(Time(0)))
            .AddAttribute(
                "QuickAcks",
                "How many segments a receiver acknowledges at once, each by itself, before "
                "it delays ACKs (TCP_MAX_QUICKACKS, 16 in Linux); 0 as ns-3 does it",
                UintegerValue(0),
                MakeUintegerAccessor(&LinuxTcpSocket::Set<&S::quickAcks, uint32_t>,
                                     &LinuxTcpSocket::Get<&S::quickAcks, uint32_t>),
                MakeUintegerChecker<uint32_t>())
            .AddTraceSource("WmemAlloc",
                            "Bytes charged to the socket (sk_wmem_alloc): old and new value",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_wmemTrace),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("Throttled",
                            "Does the small queue stop the socket (TSQ_THROTTLED)?",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_throttledTrace),
                            "ns3::TracedValueCallback::Bool")
            .AddTraceSource("ThrottledTime",
                            "The small queue lets the socket go on, after this time",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_throttledTimeTrace),
                            "ns3::LinuxTcpSocket::ThrottledTimeTracedCallback")
            .AddTraceSource("SocketPacingRate",
                            "sk_pacing_rate, in bytes/s, whether or not anybody paces",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_pacingRateTrace),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource(
                "Skb",
                "A packet, a segment or a train, is sent: its payload in bytes, and its "
                "segments",
                MakeTraceSourceAccessor(&LinuxTcpSocket::m_skbTrace),
                "ns3::LinuxTcpSocket::SkbTracedCallback")
            .AddTraceSource("LocalDrop",
                            "The host itself has dropped a packet of this payload, in bytes, below "
                            "IP; the socket reduces its congestion window",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_localDropTrace),
                            "ns3::LinuxTcpSocket::LocalDropTracedCallback");
    return tid;
}

LinuxTcpSocket::LinuxTcpSocket()
    : m_wmem(Create<SocketWriteMemory>()),
      m_output(m_wmem)
{
    NS_LOG_FUNCTION(this);
    m_txTrace.ConnectWithoutContext(MakeCallback(&LinuxTcpSocket::NotifyTx));
    WatchWriteMemory();
}

LinuxTcpSocket::LinuxTcpSocket(const LinuxTcpSocket& socket)
    : compat::WithInstanceTypeId<TcpSocketBase, LinuxTcpSocket>(socket),
      m_wmem(Create<SocketWriteMemory>()),
      m_output(m_wmem),
      m_settings(socket.m_settings),
      m_wmemTrace(socket.m_wmemTrace),
      m_throttledTrace(socket.m_throttledTrace),
      m_pacingRateTrace(socket.m_pacingRateTrace),
      m_skbTrace(socket.m_skbTrace),
      m_localDropTrace(socket.m_localDropTrace),
      m_throttledTimeTrace(socket.m_throttledTimeTrace)
{
    NS_LOG_FUNCTION(this);
    WatchWriteMemory();
    m_wmem->SetCpu(socket.GetCpu());
    SetTransmitPath(socket.m_path);
}

LinuxTcpSocket::~LinuxTcpSocket()
{
    NS_LOG_FUNCTION(this);
    // Packets in flight keep the write memory, but there is nobody to be told any more.
    m_wmem->SetWriteSpaceCallback(nullptr);
    m_wmem->SetChangeCallback(nullptr);
    CancelEvents();
}

void
LinuxTcpSocket::DoDispose()
{
    CancelEvents();
    m_backlog.clear();
    m_device = nullptr;
    TcpSocketBase::DoDispose();
}

void
LinuxTcpSocket::CancelEvents()
{
    m_resume.Cancel();
    m_pacedResume.Cancel();
    m_probe.Cancel();
    m_backlogRelease.Cancel();
}

void
LinuxTcpSocket::WatchWriteMemory()
{
    m_wmem->SetWriteSpaceCallback([this] { ScheduleResume(m_resume, Time(0)); });
    m_wmem->SetChangeCallback(
        [this](uint64_t before, uint64_t after) { m_wmemTrace(before, after); });
}

void
LinuxTcpSocket::SetCpu(uint32_t cpu)
{
    m_wmem->SetCpu(cpu);
}

uint32_t
LinuxTcpSocket::GetCpu() const
{
    return m_wmem->GetCpu();
}

void
LinuxTcpSocket::SetTransmitPath(const Ptr<LinuxTransmitPath>& path)
{
    m_path = path;
    m_wmem->SetTransmitHash(path->AllocateTransmitHash());
    Configure();
}

Ptr<TcpSocketBase>
LinuxTcpSocket::Fork()
{
    return CopyObject<LinuxTcpSocket>(this);
}

void
LinuxTcpSocket::Configure()
{
    const KernelRelease release =
        m_path ? m_path->GetXmitLayer()->GetKernelRelease() : KernelRelease();
    const TcpSmallQueuePolicy policy = m_settings.smallQueue == TSQ_KERNEL
                                           ? TcpSmallQueueLimit::OfKernel(release)
                                           : m_settings.smallQueue;
    m_output.smallQueue = TcpSmallQueueLimit(policy, m_settings.limitOutputBytes);
    m_output.overhead = m_settings.overhead;
    m_output.deferral.winDivisor = m_settings.tsoWinDivisor;
    m_output.sizing.kind = TsoSizing::OfKernel(release);
    m_output.sizing.minTsoSegs = m_settings.minTsoSegs;
    m_output.sizing.tsoRttLog = m_settings.tsoRttLog;
    m_output.sizing.gsoMaxSize = m_settings.gsoMaxSize;
    m_output.sizing.gsoMaxSegs = m_settings.gsoMaxSegs;
    m_writeQueue.SetOverhead(m_settings.overhead);
    m_writeQueue.SetWmemMax(m_settings.wmemMax);
    m_writeQueue.SetSndbuf(std::min(m_settings.sndbuf, m_settings.coreWmemMax));
    m_writeQueue.SetNotsentLowat(m_settings.notsentLowat);

    constexpr uint64_t BITS_PER_BYTE = 8;
    const uint64_t maxRate = m_settings.maxPacingRate.GetBitRate() / BITS_PER_BYTE;
    m_output.maxPacingRate = maxRate > 0 ? maxRate : SocketPacing::UNLIMITED;
    SocketPacing& pacing = m_wmem->GetPacing();
    if (pacing.GetStatus() != SocketPacing::FQ)
    {
        const bool needed = m_settings.pacing || maxRate > 0;
        pacing.SetStatus(needed ? SocketPacing::NEEDED : SocketPacing::NONE);
    }
    m_output.SetPacingRate(pacing.GetRate());

    if (m_device)
    {
        XmitLayer& layer = *m_path->GetXmitLayer();
        const DeviceFeatures features = layer.GetFeatures(m_device);
        const bool own = dynamic_cast<XmitDevice*>(PeekPointer(m_device)) != nullptr;
        const bool always = own && release.IsSince({4, 17, 0});
        const bool generic = own && features.Has(DeviceFeatures::GENERIC_SEGMENTATION);
        m_output.trains =
            m_settings.gso && (always || generic || features.Has(DeviceFeatures::TCP_SEGMENTATION));
        m_output.sizing.gsoMaxSize = std::min(m_settings.gsoMaxSize, features.GetGsoMaxSize());
        m_output.sizing.gsoMaxSegs = std::min(m_settings.gsoMaxSegs, features.GetGsoMaxSegs());
        m_output.pacingShift = layer.GetPacingShift(m_device);
    }
}

void
LinuxTcpSocket::SetUpDevice(const Ptr<NetDevice>& device)
{
    m_device = device;
    Configure();
}

Ptr<NetDevice>
LinuxTcpSocket::FindDevice() const
{
    Address peer;
    return GetPeerName(peer) == 0 ? OutputRoute::Find(m_node, peer, m_boundnetdevice).GetDevice()
                                  : nullptr;
}

Time
LinuxTcpSocket::GetSmoothedRtt() const
{
    return MicroSeconds(m_output.GetRttMeter().GetSrtt());
}

Time
LinuxTcpSocket::GetThrottledTime() const
{
    return m_throttled ? m_throttledTime + Simulator::Now() - m_throttledSince : m_throttledTime;
}

uint64_t
LinuxTcpSocket::GetWmemQueued() const
{
    return m_writeQueue.GetWmemQueued(GetFill());
}

TcpOutput::View
LinuxTcpSocket::GetView() const
{
    TcpOutput::View view;
    view.mss = m_tcb->m_segmentSize;
    view.cwnd = m_tcb->m_cWnd;
    view.rwnd = m_rWnd;
    view.inFlight = m_tcb->m_bytesInFlight;
    view.unacknowledged = m_txBuffer->HeadSequence();
    view.next = std::max(m_tcb->m_highTxMark.Get(), view.unacknowledged);
    const SequenceNumber32 tail = m_txBuffer->TailSequence();
    view.unsent = tail > view.next ? tail - view.next : 0;
    view.retransmission = m_txBuffer->GetLost() > m_txBuffer->GetRetransmitsCount();
    view.recovering = m_tcb->m_congState >= TcpSocketState::CA_RECOVERY;
    view.closing = m_closeOnEmpty || m_shutdownSend;
    return view;
}

TcpWriteQueue::Fill
LinuxTcpSocket::GetFill() const
{
    TcpWriteQueue::Fill fill;
    const TcpOutput::View view = GetView();
    fill.payload = m_txBuffer->Size();
    fill.unsent = view.unsent;
    fill.nSkbs = static_cast<uint32_t>(m_output.GetRetransmitQueue().GetNPackets()) +
                 m_output.GetNUnsentSkbs(view);
    return fill;
}

int
LinuxTcpSocket::Send(Ptr<Packet> p, uint32_t flags)
{
    NS_LOG_FUNCTION(this << p);
    if (m_connected)
    {
        if (!m_device)
        {
            SetUpDevice(FindDevice());
        }
        TuneWriteQueue();
        if (!m_writeQueue.Admit(GetFill()))
        {
            m_errno = ERROR_AGAIN;
            return -1;
        }
    }
    const int sent = TcpSocketBase::Send(p, flags);
    if (sent > 0 && m_settings.sendmsgTime.IsStrictlyPositive())
    {
        m_lock.Hold(Simulator::Now(), m_settings.sendmsgTime);
    }
    return sent;
}

uint32_t
LinuxTcpSocket::GetTxAvailable() const
{
    const uint32_t available = TcpSocketBase::GetTxAvailable();
    if (available == 0 || !m_connected)
    {
        return available;
    }
    TuneWriteQueue();
    return static_cast<uint32_t>(std::min<uint64_t>(available, m_writeQueue.AskForRoom(GetFill())));
}

void
LinuxTcpSocket::TuneWriteQueue() const
{
    m_writeQueue.SetPayloadLimit(m_txBuffer->MaxBufferSize());
    m_writeQueue.Expand(m_tcb->m_segmentSize, m_tcb->GetCwndInSegments());
}

void
LinuxTcpSocket::CheckSpace()
{
    if (m_writeQueue.HasWaitingWriter() && !m_shutdownSend)
    {
        if (const uint32_t available = GetTxAvailable())
        {
            NotifySend(available);
        }
    }
}

uint32_t
LinuxTcpSocket::AvailableWindow() const
{
    // All that TcpSocketBase asks before it sends is this const function, whose own result it
    // stores as well (m_bytesInFlight).
    return const_cast<LinuxTcpSocket*>(this)->LimitWindow(TcpSocketBase::AvailableWindow());
}

uint32_t
LinuxTcpSocket::LimitWindow(uint32_t window)
{
    if (m_lastDrop == Simulator::Now())
    {
        return 0;
    }
    const TcpOutput::View view = GetView();
    if (!HasEndPoint() || IsReceiveWindowFull(view))
    {
        return 0;
    }
    if (window < view.mss)
    {
        if (view.cwnd < view.rwnd)
        {
            m_output.NotifyCwndLimited(view);
        }
        return window;
    }
    if (m_mustSend)
    {
        return window;
    }
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const TcpOutput::Verdict verdict = m_output.Decide(view, now);
    SetThrottled(verdict == TcpOutput::THROTTLED);
    switch (verdict)
    {
    case TcpOutput::SEND:
        return window;
    case TcpOutput::PACED:
        ScheduleResume(m_pacedResume, NanoSeconds(m_output.GetPacer().GetNextTime() - now));
        break;
    case TcpOutput::THROTTLED:
        m_wmem->WaitForSpace(m_output.GetThrottleLimit() - 1);
        break;
    case TcpOutput::DEFERRED:
        break;
    }
    return 0;
}

bool
LinuxTcpSocket::IsReceiveWindowFull(const TcpOutput::View& view) const
{
    if (view.unsent == 0 || view.next != view.unacknowledged + view.rwnd)
    {
        return false;
    }
    SequenceNumber32 begin;
    SequenceNumber32 end;
    const bool recovery = m_sackEnabled && m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    return m_txBuffer->NextSeg(&begin, &end, recovery) && begin == end;
}

void
LinuxTcpSocket::SetThrottled(bool throttled)
{
    if (throttled == m_throttled)
    {
        return;
    }
    m_throttled = throttled;
    m_throttledTrace(!throttled, throttled);
    if (throttled)
    {
        m_throttledSince = Simulator::Now();
        ++m_throttledCount;
        return;
    }
    m_wmem->StopWaiting();
    const Time duration = Simulator::Now() - m_throttledSince;
    m_throttledTime += duration;
    m_throttledTimeTrace(duration);
}

void
LinuxTcpSocket::ScheduleResume(EventId& event, Time delay)
{
    if (!event.IsExpired())
    {
        return;
    }
    // Release what is charged at once, but send only when the driver is through (a tasklet), and
    // not while the application holds the socket (TCP_TSQ_DEFERRED).
    const Time held = m_lock.GetTimeLeft(Simulator::Now());
    event = Simulator::Schedule(std::max(delay, held), &LinuxTcpSocket::Resume, this);
}

void
LinuxTcpSocket::Resume()
{
    SetThrottled(false);
    SendPendingData(m_connected);
}

uint32_t
LinuxTcpSocket::PlanTrain(uint32_t firstSize)
{
    const uint32_t mss = m_tcb->m_segmentSize;
    const bool open = m_tcb->m_congState == TcpSocketState::CA_OPEN ||
                      m_tcb->m_congState == TcpSocketState::CA_CWR;
    // ns-3's own pacing spaces single segments.
    const bool singly = m_tcb->m_pacing && !m_output.IsPaced();
    if (!m_output.trains || !open || singly || firstSize < mss)
    {
        return 1;
    }
    const uint32_t most = m_output.GetMaxSegments(mss);
    TcpOutput::View view = GetView();
    view.inFlight = BytesInFlight();
    const uint32_t quota = TcpOutput::GetQuota(view);
    if (view.unsent < std::min(quota, most * mss))
    {
        NotifySend(GetTxAvailable());
        view = GetView();
    }
    const uint32_t sendable = std::min(quota, m_output.GetHead(view));
    uint32_t nSegments = sendable / mss;
    if (m_noDelay && sendable == view.unsent && sendable % mss > 0)
    {
        ++nSegments; // the short one at the end goes along
    }
    return std::clamp(nSegments, 1U, most);
}

uint32_t
LinuxTcpSocket::SendSegments(TcpSend& send,
                             SequenceNumber32 seq,
                             uint32_t maxSize,
                             bool withAck,
                             uint32_t nSegments)
{
    m_send = &send;
    uint32_t n = 0;
    do
    {
        maxSize = std::min(maxSize, m_txBuffer->SizeFromSequence(seq));
        seq += TcpSocketBase::SendDataPacket(seq, maxSize, withAck);
        ++n;
    } while (n < nSegments && m_txBuffer->SizeFromSequence(seq) > 0);
    m_send = nullptr;
    return n;
}

uint32_t
LinuxTcpSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    NS_LOG_FUNCTION(this << seq << maxSize << withAck);
    if (maxSize == 0)
    {
        // A retransmission for which NextSeg() has found nothing (IsReceiveWindowFull).
        seq = m_txBuffer->HeadSequence();
        maxSize = m_tcb->m_segmentSize;
    }
    m_path->Hook();
    if (!m_device)
    {
        SetUpDevice(FindDevice());
        UpdateSocketPacingRate();
    }
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const Unsent before{m_tcb->m_highTxMark, m_state, m_history.size()};
    const bool isNew = seq >= before.highTxMark;
    const uint32_t nPlanned = isNew ? PlanTrain(maxSize) : 1;
    if (!HasEndPoint())
    {
        return 0; // asked for more data, the application has closed
    }

    TcpSend send(*m_path->GetXmitLayer(), m_wmem, m_settings.overhead, nPlanned > 1);
    SetDepartureTime(send);
    const uint32_t nSegments = SendSegments(send, seq, maxSize, withAck, nPlanned);
    Finish(send);
    if (m_output.IsPaced())
    {
        m_pacingTimer.Cancel(); // ns-3's
    }
    if (send.GetDevice() && send.GetDevice() != m_device)
    {
        SetUpDevice(send.GetDevice());
    }
    m_skbTrace(send.GetPayload(), nSegments);
    if (send.WasDropped() && TakeBack(send, nSegments, isNew, before))
    {
        return 0; // still at the head of the write queue
    }
    if (isNew)
    {
        m_output.NotifySent(seq, send.GetPayload(), nSegments, now);
    }
    else
    {
        m_output.NotifySentAgain(seq, send.GetPayload());
        ++m_retransmits;
    }
    return send.GetPayload();
}

void
LinuxTcpSocket::SendEmptyPacket(uint8_t flags)
{
    NS_LOG_FUNCTION(this << static_cast<uint32_t>(flags));
    const Ptr<LinuxTcpSocket> self(this); // the base gives up if this was the last retry
    m_path->Hook();
    // Only what takes up sequence space, or a RST, costs what any skb does (skb_set_tcp_pure_ack).
    constexpr uint8_t NO_PURE_ACK = TcpHeader::SYN | TcpHeader::FIN | TcpHeader::RST;
    TcpSend send(*m_path->GetXmitLayer(),
                 m_wmem,
                 flags & NO_PURE_ACK ? m_settings.overhead : 0,
                 false);
    SetDepartureTime(send);
    m_send = &send;
    TcpSocketBase::SendEmptyPacket(flags);
    m_send = nullptr;
    Finish(send);
}

void
LinuxTcpSocket::SetDepartureTime(TcpSend& send)
{
    const int64_t departure = m_output.GetPacer().Depart(Simulator::Now().GetNanoSeconds());
    if (m_path->GetXmitLayer()->GetKernelRelease().IsSince({4, 20, 0}))
    {
        send.SetDepartureTime(departure);
    }
}

void
LinuxTcpSocket::Finish(TcpSend& send) const
{
    send.Finish();
    if (!send.WasAdopted())
    {
        ParkIfUnresolved(send);
    }
}

void
LinuxTcpSocket::ParkIfUnresolved(TcpSend& send) const
{
    Address peer;
    if (GetPeerName(peer) == 0 &&
        OutputRoute::Find(m_node, peer, m_boundnetdevice).IsWaitingForNeighbour())
    {
        send.Park();
    }
}

bool
LinuxTcpSocket::TakeBack(const TcpSend& send, uint32_t nSegments, bool isNew, const Unsent& before)
{
    ++m_localDrops;
    m_lastDrop = Simulator::Now();
    m_localDropTrace(send.GetPayload());
    // What carried the FIN, or filled up a recovery, has left its mark on the state: as if it had
    // been lost further down.
    const bool canTakeBack =
        isNew && m_state == before.state && m_tcb->m_congState < TcpSocketState::CA_RECOVERY;
    if (canTakeBack)
    {
        for (uint32_t i = 0; i < nSegments; ++i)
        {
            m_txBuffer->ResetLastSegmentSent();
        }
        m_history.erase(m_history.begin() + before.nRttHistories, m_history.end());
        m_tcb->m_highTxMark = before.highTxMark;
        if (m_tcb->m_highTxMark <= m_txBuffer->HeadSequence())
        {
            // No ACK will come: try again as if the window were closed (tcp_check_probe_timer).
            m_retxEvent.Cancel();
            ScheduleResume(m_probe, m_rto);
        }
    }
    EnterLocalCwr();
    return canTakeBack;
}

void
LinuxTcpSocket::EnterLocalCwr()
{
    if (m_tcb->m_congState < TcpSocketState::CA_CWR)
    {
        m_inLocalCwr = true;
        EnterCwr(0);
    }
}

void
LinuxTcpSocket::LeaveLocalCwrOnDupAck()
{
    if (!m_inLocalCwr)
    {
        return;
    }
    if (m_tcb->m_congState == TcpSocketState::CA_CWR && m_dupAckCount > 0)
    {
        m_congestionControl->CongestionStateSet(m_tcb, TcpSocketState::CA_DISORDER);
        m_tcb->m_congState = TcpSocketState::CA_DISORDER;
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        m_recoveryOps->ExitRecovery(m_tcb);
    }
    m_inLocalCwr = m_tcb->m_congState == TcpSocketState::CA_CWR;
}

void
LinuxTcpSocket::NotifyTx(Ptr<const Packet> packet,
                         const TcpHeader& /* header */,
                         Ptr<const TcpSocketBase> socket)
{
    const auto self = static_cast<const LinuxTcpSocket*>(PeekPointer(socket));
    if (self->m_send)
    {
        self->m_send->AddSegment(*packet);
    }
}

void
LinuxTcpSocket::ReTxTimeout()
{
    // tcp_retransmit_timer() asks no small queue, pacing or deferral.
    const Ptr<LinuxTcpSocket> self(this); // the base gives up after the last retry
    m_mustSend = true;
    TcpSocketBase::ReTxTimeout();
    m_mustSend = false;
}

void
LinuxTcpSocket::PersistTimeout()
{
    if (m_txBuffer->SizeFromSequence(m_tcb->m_nextTxSequence) > 0)
    {
        TcpSocketBase::PersistTimeout();
        return;
    }
    // The window is closed, but there is nothing to probe it with: TcpSocketBase would crash.
    m_persistEvent = Simulator::Schedule(m_persistTimeout, &LinuxTcpSocket::PersistTimeout, this);
}

void
LinuxTcpSocket::UpdateRttHistory(const SequenceNumber32& seq, uint32_t sz, bool isRetransmission)
{
    TcpSocketBase::UpdateRttHistory(seq, sz, isRetransmission);
    if (sz == 0) // a SYN; sent twice it tells no RTT
    {
        m_synTime = isRetransmission ? Time::Min() : Simulator::Now();
    }
}

void
LinuxTcpSocket::EstimateRtt(const TcpHeader& tcpHeader)
{
    TcpSocketBase::EstimateRtt(tcpHeader);
    const int64_t now = Simulator::Now().GetNanoSeconds();
    if (m_synTime != Time::Min())
    {
        const int64_t sent = m_synTime.GetNanoSeconds();
        m_output.GetRttMeter().Update(now, sent, sent);
        m_synTime = Time::Min();
    }
    m_output.NotifyAcknowledged(tcpHeader.GetAckNumber(), now);
}

void
LinuxTcpSocket::UpdateSocketPacingRate()
{
    if (m_congestionControl->HasCongControl())
    {
        constexpr uint64_t BITS_PER_BYTE = 8;
        m_output.SetPacingRate(m_tcb->m_pacingRate.Get().GetBitRate() / BITS_PER_BYTE);
    }
    else
    {
        m_output.UpdatePacingRate(GetView(),
                                  m_tcb->m_ssThresh,
                                  m_tcb->m_pacingSsRatio,
                                  m_tcb->m_pacingCaRatio);
    }
    const uint64_t before = std::exchange(m_tracedPacingRate, GetPacingRate());
    if (before != m_tracedPacingRate)
    {
        m_pacingRateTrace(before, m_tracedPacingRate);
    }
}

void
LinuxTcpSocket::NewAck(const SequenceNumber32& seq, bool resetRTO)
{
    UpdateSocketPacingRate();
    TcpSocketBase::NewAck(seq, resetRTO);
}

void
LinuxTcpSocket::DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to)
{
    const Time held = m_lock.GetTimeLeft(Simulator::Now());
    if (held.IsZero() && m_backlog.empty())
    {
        TcpSocketBase::DoForwardUp(packet, from, to);
        return;
    }
    m_backlog.push_back({packet, from, to});
    if (m_backlogRelease.IsExpired())
    {
        m_backlogRelease = Simulator::Schedule(held, &LinuxTcpSocket::ReleaseBacklog, this);
    }
}

void
LinuxTcpSocket::ReleaseBacklog()
{
    const Ptr<LinuxTcpSocket> self(this); // a packet may end the connection
    const std::vector<Received> backlog = std::move(m_backlog);
    m_backlog.clear();
    for (const Received& received : backlog)
    {
        TcpSocketBase::DoForwardUp(received.packet, received.from, received.to);
    }
}

void
LinuxTcpSocket::ReceivedData(Ptr<Packet> packet, const TcpHeader& tcpHeader)
{
    const uint32_t delAckMaxCount = m_delAckMaxCount;
    if (m_nQuickAcks < m_settings.quickAcks)
    {
        ++m_nQuickAcks;
        m_delAckMaxCount = 1;
    }
    TcpSocketBase::ReceivedData(packet, tcpHeader);
    m_delAckMaxCount = delAckMaxCount;
}

void
LinuxTcpSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader)
{
    const Ptr<LinuxTcpSocket> self(this); // the connection may end with this ACK
    const bool slowStart = m_tcb->m_cWnd < m_tcb->m_ssThresh;
    const Ptr<TcpCongestionOps> congestionControl = m_congestionControl;
    if (!m_output.MayGrow(GetView(), slowStart))
    {
        if (!m_gate)
        {
            m_gate = CreateObject<CwndGrowthGate>();
        }
        m_gate->SetCongestionControl(congestionControl);
        m_congestionControl = m_gate;
    }
    TcpSocketBase::ReceivedAck(packet, tcpHeader);
    m_congestionControl = congestionControl;
    LeaveLocalCwrOnDupAck();
    CheckSpace();
}

} // namespace ns3
