/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-net-device.h"

#include "ns3/configuration-error.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/tx-queue-pick.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-tags.h"
#include "ns3/xmit-item.h"
#include "ns3/xmit-train.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NicNetDevice");

NS_OBJECT_ENSURE_REGISTERED(NicNetDevice);

namespace
{

/**
 * @brief How much longer than the MTU a frame may be for its VLAN tags.
 * @param frame the frame
 * @return bytes of its tags
 */
uint32_t
GetTagBytes(const Packet& frame)
{
    constexpr uint32_t ETHER_TYPE = 12; // offset
    constexpr uint32_t MOST_TAGS = 8;   // devices on top of each other
    std::array<uint8_t, ETHER_TYPE + 2 + MOST_TAGS * VlanTag::TAG_SIZE> data{};
    frame.CopyData(data.data(), data.size());
    uint32_t bytes = 0;
    for (; bytes < MOST_TAGS * VlanTag::TAG_SIZE; bytes += VlanTag::TAG_SIZE)
    {
        const uint8_t* type = &data[ETHER_TYPE + bytes];
        const auto etherType = static_cast<uint16_t>(type[0] << 8 | type[1]);
        if (etherType != VlanTag::DOT1Q && etherType != VlanTag::DOT1AD)
        {
            break;
        }
    }
    return bytes;
}

} // namespace

TypeId
NicNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NicNetDevice")
            .SetParent<EthernetNetDevice>()
            .SetGroupName("LinuxTx")
            .AddConstructor<NicNetDevice>()
            .AddAttribute("Mtu",
                          "Largest packet without the Ethernet header, in bytes.",
                          UintegerValue(DEFAULT_MTU),
                          MakeUintegerAccessor(&NicNetDevice::SetMtu, &NicNetDevice::DoGetMtu),
                          MakeUintegerChecker<uint16_t>(MIN_MTU, MAX_MTU))
            .AddAttribute(
                "Address",
                "The MAC address.",
                Mac48AddressValue(Mac48Address("ff:ff:ff:ff:ff:ff")),
                MakeMac48AddressAccessor(&NicNetDevice::SetAddress, &NicNetDevice::GetMac48Address),
                MakeMac48AddressChecker())
            .AddAttribute("DataRate",
                          "Data rate of the link; above 0, at most 8 Tb/s.",
                          DataRateValue(DataRate("10Gbps")),
                          MakeDataRateAccessor(&NicNetDevice::SetDataRateAttribute,
                                               &NicNetDevice::GetDataRate),
                          MakeDataRateChecker())
            .AddAttribute(
                "NTxQueues",
                "Transmit queues, 1 to 64; a NetDeviceQueueInterface overrides it.",
                UintegerValue(1),
                MakeUintegerAccessor(&NicNetDevice::SetNTxQueues, &NicNetDevice::GetNTxQueues),
                MakeUintegerChecker<uint32_t>(1, MAX_TX_QUEUES))
            .AddAttribute(
                "TxRingSize",
                "Transmit descriptors of each queue; one frame or train takes one.",
                UintegerValue(NicTxRing::DEFAULT_SIZE),
                MakeUintegerAccessor(&NicNetDevice::SetTxRingSize, &NicNetDevice::GetTxRingSize),
                MakeUintegerChecker<uint32_t>(1, NicTxRing::MAX_SIZE))
            .AddAttribute(
                "TxUsecs",
                "How long after the first completion that is not reported an interrupt "
                "reports all, in us (ethtool -C tx-usecs); 0 for one each.",
                UintegerValue(0),
                MakeUintegerAccessor(&NicNetDevice::SetTxUsecs, &NicNetDevice::GetTxUsecs),
                MakeUintegerChecker<uint32_t>(0, TxCoalescing::MAX_USECS))
            .AddAttribute(
                "TxFrames",
                "How many completions an interrupt reports at the latest (ethtool -C "
                "tx-frames); 0 for no such limit. Nothing without TxUsecs.",
                UintegerValue(0),
                MakeUintegerAccessor(&NicNetDevice::SetTxFrames, &NicNetDevice::GetTxFrames),
                MakeUintegerChecker<uint32_t>(0, TxCoalescing::MAX_FRAMES))
            .AddAttribute("ReceiveErrorModel",
                          "Corrupts received frames; none by default.",
                          PointerValue(),
                          MakePointerAccessor(&NicNetDevice::SetReceiveErrorModel,
                                              &NicNetDevice::GetReceiveErrorModel),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("MacTx",
                            "A frame was put on a transmit ring, alone or in a train.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A frame was dropped before its transmission: refused (tx_dropped), or "
                            "on a ring when the link went down (tx_carrier_errors).",
                            MakeTraceSourceAccessor(&NicNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A frame, for whomever, is passed to the promiscuous callback.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A frame for this host is passed up.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "The transmission of a frame begins.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_phyTxBeginTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxEnd",
                            "The transmission of a frame has completed.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_phyTxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxDrop",
                            "A frame was half sent when the link went down (tx_carrier_errors).",
                            MakeTraceSourceAccessor(&NicNetDevice::m_phyTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("TxInterrupt",
                            "An interrupt is about to report what a transmit queue has sent: its "
                            "index, frames and trains.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_txInterruptTrace),
                            "ns3::NicNetDevice::TxInterruptTracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "A frame has been received intact.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_phyRxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A received frame was corrupt.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "A frame is sent, or received for this host.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "A frame is sent, or received for whomever.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

NicNetDevice::NicNetDevice()
    : EthernetNetDevice(DeviceFeatures::OfNic()),
      m_transmitter(*this, *this)
{
    NS_LOG_FUNCTION(this);
}

NicNetDevice::~NicNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
NicNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_transmitter.Dispose();
    for (std::size_t i = 0; i < m_txQueues.GetN(); ++i)
    {
        m_txQueues.Get(i).Dispose();
    }
    m_receiveErrorModel = nullptr;
    m_channel = nullptr;
    EthernetNetDevice::DoDispose();
}

void
NicNetDevice::NotifyNewAggregate()
{
    const auto queueInterface = GetObject<NetDeviceQueueInterface>();
    if (queueInterface && !m_hasFlowControl)
    {
        const std::size_t n = queueInterface->GetNTxQueues();
        if (!SetNTxQueues(static_cast<uint32_t>(n)))
        {
            ExitOnConfigurationError(
                "ns3::NicNetDevice does not take a NetDeviceQueueInterface of " +
                std::to_string(n) + " queues (1 to " + std::to_string(MAX_TX_QUEUES) + ")");
        }
        for (std::size_t i = 0; i < n; ++i)
        {
            m_txQueues.Get(i).SetDeviceQueue(queueInterface->GetTxQueue(i));
        }
        queueInterface->SetSelectQueueCallback(
            [n](Ptr<QueueItem> item) { return PickTxQueue(item, n); });
        m_hasFlowControl = true;
    }
    EthernetNetDevice::NotifyNewAggregate();
}

bool
NicNetDevice::Attach(Ptr<NicChannel> channel)
{
    NS_LOG_FUNCTION(this << channel);
    if (m_channel || !channel->Attach(this))
    {
        return false;
    }
    m_channel = channel;
    m_channel->UpdateLink();
    return true;
}

void
NicNetDevice::SetUp()
{
    NS_LOG_FUNCTION(this);
    m_up = true;
    if (m_channel)
    {
        m_channel->UpdateLink();
    }
}

void
NicNetDevice::SetDown()
{
    NS_LOG_FUNCTION(this);
    m_up = false;
    if (m_channel)
    {
        m_channel->UpdateLink();
    }
}

bool
NicNetDevice::IsUp() const
{
    return m_up;
}

bool
NicNetDevice::IsLinkUp() const
{
    return m_channel && m_channel->IsLinkUp();
}

void
NicNetDevice::NotifyLinkChange()
{
    const bool up = IsLinkUp();
    if (up == std::exchange(m_linkWasUp, up))
    {
        return;
    }
    ++m_stats.carrierChanges;
    CallLinkChangeCallbacks();
}

NicTxQueue&
NicNetDevice::FindTxQueue(const Ptr<QueueDiscItem>& item)
{
    const std::size_t n = m_txQueues.GetN();
    if (n == 1)
    {
        return m_txQueues.Get(0);
    }
    // Without an interface nobody above knows that there are several.
    return m_txQueues.Get(m_hasFlowControl ? item->GetTxQueueIndex() : PickTxQueue(item, n));
}

XmitVerdict
NicNetDevice::StartXmit(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    XmitItem* xmitItem = XmitItem::From(item);
    NicTxQueue& queue = FindTxQueue(item);
    xmitItem->WriteHeader();
    const Address source = xmitItem->GetSource().IsInvalid() ? GetAddress() : xmitItem->GetSource();
    NicTxRing::Descriptor entry;
    const auto& tags = xmitItem->GetVlanTags();
    const uint16_t protocol = item->GetProtocol();
    const bool isTagged = tags.GetCount() > 0;
    const auto addFrameHeaders = [&](const Ptr<Packet>& frame) {
        const uint16_t etherType = isTagged ? tags.Write(frame, protocol) : protocol;
        AddEthernetHeader(frame, source, item->GetAddress(), etherType);
        entry.bytes += frame->GetSize();
    };
    if (const XmitTrain* train = xmitItem->GetTrain())
    {
        const auto& segments = train->GetSegments();
        entry.frame = segments.front()->GetPacket();
        addFrameHeaders(entry.frame);
        entry.rest.reserve(segments.size() - 1);
        for (std::size_t i = 1; i < segments.size(); ++i)
        {
            entry.rest.push_back(segments[i]->GetPacket());
            addFrameHeaders(entry.rest.back());
        }
    }
    else
    {
        entry.frame = item->GetPacket();
        addFrameHeaders(entry.frame);
    }
    entry.skb = xmitItem->TakeSkb();
    return Post(queue, std::move(entry)) ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
}

bool
NicNetDevice::SendFrom(Ptr<Packet> packet,
                       const Address& source,
                       const Address& dest,
                       uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    const std::size_t n = m_txQueues.GetN();
    NicTxQueue& queue = m_txQueues.Get(n == 1 ? 0 : PickTxQueue(*packet, protocolNumber, n));
    AddEthernetHeader(packet, source, dest, protocolNumber);
    return Post(queue, {packet, nullptr, packet->GetSize()});
}

bool
NicNetDevice::Fits(const Packet& frame) const
{
    const uint32_t untagged = m_mtu + ETHERNET_HEADER_SIZE;
    return frame.GetSize() <= untagged || frame.GetSize() <= untagged + GetTagBytes(frame);
}

bool
NicNetDevice::Post(NicTxQueue& queue, NicTxRing::Descriptor&& entry)
{
    const bool fits = Fits(*entry.frame) &&
                      std::all_of(entry.rest.begin(), entry.rest.end(), [this](const auto& frame) {
                          return Fits(*frame);
                      });
    if (!fits || !IsLinkUp() || queue.GetRing().MustStop())
    {
        Refuse(queue, entry);
        return false;
    }
    if (m_macTxTrace.IsEmpty())
    {
        queue.Post(std::move(entry), m_transmitter.IsBusy());
    }
    else
    {
        // Who sees it may change anything: the frames are held here, not on the ring.
        const auto frame = entry.frame;
        const auto rest = entry.rest;
        queue.Post(std::move(entry), m_transmitter.IsBusy());
        m_macTxTrace(frame);
        for (const auto& next : rest)
        {
            m_macTxTrace(next);
        }
    }
    StartTransmission();
    return true;
}

void
NicNetDevice::Refuse(NicTxQueue& queue, const NicTxRing::Descriptor& entry)
{
    const bool linkUp = IsLinkUp();
    NS_LOG_LOGIC("drop " << entry.frame << (linkUp ? "" : ", the link is down"));
    m_stats.txDropped += entry.GetNFrames();
    for (uint32_t i = 0; i < entry.GetNFrames(); ++i)
    {
        m_macTxDropTrace(entry.GetFrame(i));
    }
    if (!linkUp)
    {
        // There will be no completion that lets the queue disc go on, should it end its turn here.
        queue.ScheduleQueueDisc();
    }
}

void
NicNetDevice::StartTransmission()
{
    NicTxQueue* queue = m_transmitter.IsBusy() ? nullptr : m_txQueues.TakeTurn();
    if (queue)
    {
        m_transmitter.Send(*queue, m_channel, m_dataRate);
    }
}

bool
NicNetDevice::IsWatchingWire() const
{
    return !(m_snifferTrace.IsEmpty() && m_promiscSnifferTrace.IsEmpty() &&
             m_phyTxBeginTrace.IsEmpty() && m_phyTxEndTrace.IsEmpty());
}

void
NicNetDevice::WireBegin(const Ptr<const Packet>& frame)
{
    m_snifferTrace(frame);
    m_promiscSnifferTrace(frame);
    m_phyTxBeginTrace(frame);
}

void
NicNetDevice::WireEnd(const Ptr<const Packet>& frame)
{
    m_phyTxEndTrace(frame);
}

void
NicNetDevice::EntrySent(NicTxQueue& queue)
{
    NS_LOG_FUNCTION(this);
    const auto& entry = queue.GetRing().MarkSent();
    CountSent(queue, entry.GetNFrames(), entry.bytes);
    if (!m_phyTxEndTrace.IsEmpty())
    {
        // Who sees it may cut the cable, and that empties the ring.
        const Ptr<const Packet> last = entry.GetFrame(entry.GetNFrames() - 1);
        m_phyTxEndTrace(last);
    }
    StartTransmission();
    const std::size_t nUnreported = queue.GetRing().GetNSent();
    if (nUnreported == 0)
    {
        return;
    }
    if (m_coalescing.IsOff())
    {
        CleanTx(queue);
        return;
    }
    queue.GetCoalescer().NotifySent(m_coalescing, nUnreported, [this, &queue] { CleanTx(queue); });
    queue.ContinueQueueDisc();
}

void
NicNetDevice::CleanTx(NicTxQueue& queue)
{
    auto& ring = queue.GetRing();
    if (!m_txInterruptTrace.IsEmpty())
    {
        m_txInterruptTrace(static_cast<uint32_t>(m_txQueues.GetIndex(queue)),
                           static_cast<uint32_t>(ring.GetNSent()));
    }
    // Releasing an Skb may wake a writer, and crediting the queue runs the queue disc, in ns-3
    // before 3.38 from a new event, later right here.
    uint32_t bytes = 0;
    while (ring.GetNSent() > 0)
    {
        bytes += ring.Complete().bytes;
    }
    queue.Credit(bytes);
}

void
NicNetDevice::CountSent(NicTxQueue& queue, uint32_t packets, uint32_t bytes)
{
    m_stats.txPackets += packets;
    m_stats.txBytes += bytes;
    queue.CountSent(packets, bytes);
}

uint32_t
NicNetDevice::AbortTransmission()
{
    NS_LOG_FUNCTION(this);
    const auto progress = m_transmitter.Abort();
    for (std::size_t i = 0; i < m_txQueues.GetN(); ++i)
    {
        NicTxQueue& queue = m_txQueues.Get(i);
        auto& ring = queue.GetRing();
        queue.GetCoalescer().Cancel();
        uint32_t bytes = 0;
        while (!ring.IsEmpty())
        {
            const bool sent = ring.GetNSent() > 0;
            const bool started = ring.GetNStarted() > 0;
            const auto entry = ring.Flush();
            bytes += entry.bytes;
            if (!sent)
            {
                LoseEntry(queue, entry, started ? progress : NicTransmitter::Progress());
            }
        }
        queue.CreditLost(bytes);
    }
    return progress.nNotSent;
}

void
NicNetDevice::LoseEntry(NicTxQueue& queue,
                        const NicTxRing::Descriptor& entry,
                        const NicTransmitter::Progress& progress)
{
    uint32_t sentBytes = 0;
    for (uint32_t i = 0; i < progress.nSent; ++i)
    {
        sentBytes += entry.GetFrame(i)->GetSize();
    }
    CountSent(queue, progress.nSent, sentBytes);
    m_stats.txCarrierErrors += entry.GetNFrames() - progress.nSent;
    for (uint32_t i = progress.nEnded; i < entry.GetNFrames(); ++i)
    {
        if (i < progress.nSent)
        {
            m_phyTxEndTrace(entry.GetFrame(i));
        }
        else if (i == progress.nSent && progress.halfSent)
        {
            m_phyTxDropTrace(entry.GetFrame(i));
        }
        else
        {
            m_macTxDropTrace(entry.GetFrame(i));
        }
    }
}

void
NicNetDevice::Receive(Ptr<Packet> frame)
{
    NS_LOG_FUNCTION(this << frame);
    if (m_receiveErrorModel && m_receiveErrorModel->IsCorrupt(frame))
    {
        ++m_stats.rxErrors;
        m_phyRxDropTrace(frame);
        return;
    }
    m_phyRxEndTrace(frame);

    EthernetHeader header(false);
    frame->PeekHeader(header);
    const PacketType type = Classify(header.GetDestination());
    const bool forThisHost = type != PACKET_OTHERHOST;
    const bool promiscuous = IsPromiscuous();
    m_promiscSnifferTrace(frame);
    if (!forThisHost && !promiscuous)
    {
        ++m_stats.rxDropped;
        return;
    }
    ++m_stats.rxPackets;
    m_stats.rxBytes += frame->GetSize();

    // All traces before the header goes: their sinks expect complete frames.
    if (promiscuous)
    {
        m_macPromiscRxTrace(frame);
    }
    if (forThisHost)
    {
        m_snifferTrace(frame);
        m_macRxTrace(frame);
    }
    frame->RemoveAtStart(ETHERNET_HEADER_SIZE);
    const uint16_t protocol = header.GetLengthType();
    PassUp(frame, protocol, header.GetSource(), header.GetDestination(), type);
}

bool
NicNetDevice::SetDataRate(DataRate rate)
{
    if (rate.GetBitRate() == 0 || rate.GetBitRate() > MAX_DATA_RATE)
    {
        return false;
    }
    m_dataRate = rate;
    return true;
}

void
NicNetDevice::SetDataRateAttribute(DataRate rate)
{
    if (!SetDataRate(rate))
    {
        ExitOnConfigurationError("ns3::NicNetDevice does not take \"" +
                                 std::to_string(rate.GetBitRate()) +
                                 "bps\" for its attribute DataRate (above 0, at most 8 Tb/s)");
    }
}

DataRate
NicNetDevice::GetDataRate() const
{
    return m_dataRate;
}

bool
NicNetDevice::SetNTxQueues(uint32_t n)
{
    return n == m_txQueues.GetN() || (!m_hasFlowControl && m_txQueues.Resize(n));
}

uint32_t
NicNetDevice::GetNTxQueues() const
{
    return static_cast<uint32_t>(m_txQueues.GetN());
}

const NicTxQueue&
NicNetDevice::GetTxQueue(std::size_t i) const
{
    return m_txQueues.Get(i);
}

bool
NicNetDevice::SetTxRingSize(uint32_t descriptors)
{
    return m_txQueues.SetRingSize(descriptors);
}

uint32_t
NicNetDevice::GetTxRingSize() const
{
    return static_cast<uint32_t>(m_txQueues.Get(0).GetRing().GetSize());
}

void
NicNetDevice::SetTxUsecs(uint32_t usecs)
{
    m_coalescing.usecs = usecs;
    for (std::size_t i = 0; m_coalescing.IsOff() && i < m_txQueues.GetN(); ++i)
    {
        NicTxQueue& queue = m_txQueues.Get(i);
        if (queue.GetRing().GetNSent() > 0)
        {
            queue.GetCoalescer().Cancel();
            CleanTx(queue);
        }
    }
}

uint32_t
NicNetDevice::GetTxUsecs() const
{
    return m_coalescing.usecs;
}

void
NicNetDevice::SetTxFrames(uint32_t frames)
{
    m_coalescing.frames = frames;
}

uint32_t
NicNetDevice::GetTxFrames() const
{
    return m_coalescing.frames;
}

uint32_t
NicNetDevice::GetTxRingUsed() const
{
    return static_cast<uint32_t>(m_txQueues.GetNUsed());
}

const NicStats&
NicNetDevice::GetStats() const
{
    return m_stats;
}

void
NicNetDevice::SetReceiveErrorModel(Ptr<ErrorModel> errorModel)
{
    m_receiveErrorModel = errorModel;
}

Ptr<ErrorModel>
NicNetDevice::GetReceiveErrorModel() const
{
    return m_receiveErrorModel;
}

Ptr<Channel>
NicNetDevice::GetChannel() const
{
    return m_channel;
}

bool
NicNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < MIN_MTU)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
NicNetDevice::DoGetMtu() const
{
    return m_mtu;
}

} // namespace ns3
