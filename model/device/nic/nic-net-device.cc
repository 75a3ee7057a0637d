/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-net-device.h"

#include "ns3/boolean.h"
#include "ns3/configuration-error.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
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
    static TypeId tid = AddTraceSources(
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
                "FullDuplex",
                "Can send and receive at the same time (ethtool -s duplex); an end "
                "without makes the link half duplex.",
                BooleanValue(true),
                MakeBooleanAccessor(&NicNetDevice::SetFullDuplex, &NicNetDevice::IsFullDuplex),
                MakeBooleanChecker())
            .AddAttribute(
                "TxRingSize",
                "Transmit descriptors of each queue; a frame takes one, a train one more for each "
                "fragment of memory.",
                UintegerValue(NicTxRing::DEFAULT_SIZE),
                MakeUintegerAccessor(&NicNetDevice::SetTxRingSize, &NicNetDevice::GetTxRingSize),
                MakeUintegerChecker<uint32_t>(1, NicTxRing::MAX_SIZE))
            .AddAttribute("TxFragmentSize",
                          "What one descriptor of a train covers, in bytes of payload: a fragment "
                          "of a socket's memory (SKB_FRAG_PAGE_ORDER), or less if the hardware "
                          "cannot take that much.",
                          UintegerValue(32768),
                          MakeUintegerAccessor(&NicNetDevice::m_txFragmentSize),
                          MakeUintegerChecker<uint32_t>(1024, 65536))
            .AddAttribute("TxStopThreshold",
                          "The driver stops a transmit queue while fewer descriptors are free; "
                          "the size of the ring at most counts. (21 in ixgbe.)",
                          UintegerValue(1),
                          MakeUintegerAccessor(&NicNetDevice::SetTxStopThreshold,
                                               &NicNetDevice::GetTxStopThreshold),
                          MakeUintegerChecker<uint32_t>(1, NicTxRing::MAX_SIZE))
            .AddAttribute("TxWakeThreshold",
                          "The driver wakes a stopped transmit queue when so many descriptors are "
                          "free; below TxStopThreshold it means that. (42 in ixgbe.)",
                          UintegerValue(1),
                          MakeUintegerAccessor(&NicNetDevice::SetTxWakeThreshold,
                                               &NicNetDevice::GetTxWakeThreshold),
                          MakeUintegerChecker<uint32_t>(1, NicTxRing::MAX_SIZE))
            .AddAttribute(
                "TxUsecs",
                "How long after the first completion that is not reported an interrupt "
                "reports all, in us (ethtool -C tx-usecs); 0 for one each. Of all queues.",
                UintegerValue(0),
                MakeUintegerAccessor(&NicNetDevice::SetTxUsecs, &NicNetDevice::GetTxUsecs),
                MakeUintegerChecker<uint32_t>(0, TxCoalescing::MAX_USECS))
            .AddAttribute(
                "TxFrames",
                "How many completions an interrupt reports at the latest (ethtool -C "
                "tx-frames); 0 for no such limit. Nothing without TxUsecs. Of all queues.",
                UintegerValue(0),
                MakeUintegerAccessor(&NicNetDevice::SetTxFrames, &NicNetDevice::GetTxFrames),
                MakeUintegerChecker<uint32_t>(0, TxCoalescing::MAX_FRAMES))
            .AddAttribute("TxInterruptLatency",
                          "From a completion interrupt being raised to its handler. What is sent "
                          "meanwhile is reported with it. Of all queues.",
                          TimeValue(Time()),
                          MakeTimeAccessor(&NicNetDevice::SetTxInterruptLatency,
                                           &NicNetDevice::GetTxInterruptLatency),
                          MakeTimeChecker(Time()))
            .AddAttribute(
                "TxHashSeed",
                "Seed of the hash that spreads packets over the transmit queues "
                "(hashrnd); 0 for one of the node's own.",
                UintegerValue(0),
                MakeUintegerAccessor(&NicNetDevice::SetTxHashSeed, &NicNetDevice::GetTxHashSeed),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("ReceiveErrorModel",
                          "Corrupts received frames; none by default.",
                          PointerValue(),
                          MakePointerAccessor(&NicNetDevice::SetReceiveErrorModel,
                                              &NicNetDevice::GetReceiveErrorModel),
                          MakePointerChecker<ErrorModel>()));
    return tid;
}

NicNetDevice::NicNetDevice()
    : EthernetNetDevice(DeviceFeatures::OfNic()),
      m_driver(*this, *this, m_stats)
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
    m_driver.Dispose();
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
            m_driver.GetQueues().Get(i).SetDeviceQueue(queueInterface->GetTxQueue(i));
        }
        queueInterface->SetSelectQueueCallback(
            [this, n](Ptr<QueueItem> item) { return m_picker.Pick(item, n); });
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
    auto& queues = m_driver.GetQueues();
    const std::size_t n = queues.GetN();
    if (n == 1)
    {
        return queues.Get(0);
    }
    // Without an interface nobody above knows that there are several.
    return queues.Get(m_hasFlowControl ? item->GetTxQueueIndex() : m_picker.Pick(item, n));
}

uint32_t
NicNetDevice::CountDescriptors(XmitItem& item) const
{
    const XmitTrain* train = item.GetTrain();
    if (!train || train->GetNSegments() == 1)
    {
        return 1;
    }
    constexpr uint32_t MAX_SKB_FRAGS = 17;
    const uint32_t nFragments = (train->GetPayloadSize() + m_txFragmentSize - 1) / m_txFragmentSize;
    return std::min({1 + nFragments, 1 + MAX_SKB_FRAGS, GetTxRingSize()});
}

XmitVerdict
NicNetDevice::StartXmit(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    XmitItem* xmitItem = XmitItem::From(item);
    NicTxQueue& queue = FindTxQueue(item);
    NicTxRing::Entry entry;
    entry.nDescriptors = CountDescriptors(*xmitItem);
    if (!queue.GetRing().HasRoom(entry.nDescriptors) && queue.CanStop() && IsLinkUp())
    {
        queue.RefuseBusy();
        return XmitVerdict::BUSY;
    }
    xmitItem->WriteHeader();
    const Address source = xmitItem->GetSource().IsInvalid() ? GetAddress() : xmitItem->GetSource();
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
    const bool more = xmitItem->HasMore();
    return Post(queue, std::move(entry), more) ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
}

bool
NicNetDevice::SendFrom(Ptr<Packet> packet,
                       const Address& source,
                       const Address& dest,
                       uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    auto& queues = m_driver.GetQueues();
    const std::size_t n = queues.GetN();
    NicTxQueue& queue = queues.Get(n == 1 ? 0 : m_picker.Pick(*packet, protocolNumber, n));
    AddEthernetHeader(packet, source, dest, protocolNumber);
    return Post(queue, {packet, nullptr, packet->GetSize()}, false);
}

bool
NicNetDevice::Post(NicTxQueue& queue, NicTxRing::Entry&& entry, bool more)
{
    const bool fits = Fits(*entry.frame) &&
                      std::all_of(entry.rest.begin(), entry.rest.end(), [this](const auto& frame) {
                          return Fits(*frame);
                      });
    if (!fits || !IsLinkUp() || !queue.GetRing().HasRoom(entry.nDescriptors))
    {
        m_driver.Refuse(queue, entry);
        return false;
    }
    m_driver.Post(queue, std::move(entry), more);
    return true;
}

uint32_t
NicNetDevice::AbortTransmission()
{
    return m_driver.Abort();
}

bool
NicNetDevice::Fits(const Packet& frame) const
{
    const uint32_t untagged = m_mtu + ETHERNET_HEADER_SIZE;
    return frame.GetSize() <= untagged || frame.GetSize() <= untagged + GetTagBytes(frame);
}

void
NicNetDevice::Receive(Ptr<Packet> frame)
{
    NS_LOG_FUNCTION(this << frame);
    if (m_receiveErrorModel && m_receiveErrorModel->IsCorrupt(frame))
    {
        ++m_stats.rxErrors;
        m_phyRxDrop(frame);
        return;
    }
    m_phyRxEnd(frame);

    EthernetHeader header(false);
    frame->PeekHeader(header);
    const PacketType type = Classify(header.GetDestination());
    const bool forThisHost = type != PACKET_OTHERHOST;
    const bool promiscuous = IsPromiscuous();
    m_promiscSniffer(frame);
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
        m_macPromiscRx(frame);
    }
    if (forThisHost)
    {
        m_sniffer(frame);
        m_macRx(frame);
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

void
NicNetDevice::SetFullDuplex(bool full)
{
    m_fullDuplex = full;
    if (m_channel)
    {
        m_channel->UpdateDuplex();
    }
}

bool
NicNetDevice::IsFullDuplex() const
{
    return m_fullDuplex;
}

bool
NicNetDevice::SetNTxQueues(uint32_t n)
{
    auto& queues = m_driver.GetQueues();
    return n == queues.GetN() || (!m_hasFlowControl && queues.Resize(n));
}

uint32_t
NicNetDevice::GetNTxQueues() const
{
    return static_cast<uint32_t>(m_driver.GetQueues().GetN());
}

const NicTxQueue&
NicNetDevice::GetTxQueue(std::size_t i) const
{
    return m_driver.GetQueues().Get(i);
}

bool
NicNetDevice::SetTxRingSize(uint32_t descriptors)
{
    return m_driver.GetQueues().SetRingSize(descriptors);
}

uint32_t
NicNetDevice::GetTxRingSize() const
{
    return static_cast<uint32_t>(GetTxQueue(0).GetRing().GetSize());
}

uint32_t
NicNetDevice::GetTxRingUsed() const
{
    return static_cast<uint32_t>(m_driver.GetQueues().GetNUsed());
}

void
NicNetDevice::SetTxStopThreshold(uint32_t descriptors)
{
    auto thresholds = m_driver.GetQueues().GetThresholds();
    thresholds.stop = descriptors;
    m_driver.GetQueues().SetThresholds(thresholds);
}

uint32_t
NicNetDevice::GetTxStopThreshold() const
{
    return static_cast<uint32_t>(m_driver.GetQueues().GetThresholds().stop);
}

void
NicNetDevice::SetTxWakeThreshold(uint32_t descriptors)
{
    auto thresholds = m_driver.GetQueues().GetThresholds();
    thresholds.wake = descriptors;
    m_driver.GetQueues().SetThresholds(thresholds);
}

uint32_t
NicNetDevice::GetTxWakeThreshold() const
{
    return static_cast<uint32_t>(m_driver.GetQueues().GetThresholds().wake);
}

void
NicNetDevice::SetTxCoalescing(const TxCoalescing& coalescing)
{
    m_driver.SetCoalescing(coalescing);
}

bool
NicNetDevice::SetTxCoalescing(std::size_t queue, const TxCoalescing& coalescing)
{
    if (queue >= GetNTxQueues())
    {
        return false;
    }
    m_driver.SetCoalescing(m_driver.GetQueues().Get(queue), coalescing);
    return true;
}

const TxCoalescing&
NicNetDevice::GetTxCoalescing() const
{
    return m_driver.GetQueues().GetCoalescing();
}

void
NicNetDevice::SetTxUsecs(uint32_t usecs)
{
    auto coalescing = GetTxCoalescing();
    coalescing.usecs = usecs;
    SetTxCoalescing(coalescing);
}

uint32_t
NicNetDevice::GetTxUsecs() const
{
    return GetTxCoalescing().usecs;
}

void
NicNetDevice::SetTxFrames(uint32_t frames)
{
    auto coalescing = GetTxCoalescing();
    coalescing.frames = frames;
    SetTxCoalescing(coalescing);
}

uint32_t
NicNetDevice::GetTxFrames() const
{
    return GetTxCoalescing().frames;
}

void
NicNetDevice::SetTxInterruptLatency(Time latency)
{
    auto coalescing = GetTxCoalescing();
    coalescing.latency = latency;
    SetTxCoalescing(coalescing);
}

Time
NicNetDevice::GetTxInterruptLatency() const
{
    return GetTxCoalescing().latency;
}

bool
NicNetDevice::SetXpsCpus(std::size_t queue, uint64_t cpus)
{
    if (queue >= GetNTxQueues())
    {
        return false;
    }
    m_picker.SetXpsCpus(queue, cpus);
    return true;
}

void
NicNetDevice::SetTxHashSeed(uint32_t seed)
{
    m_picker.SetSeed(seed);
}

uint32_t
NicNetDevice::GetTxHashSeed() const
{
    return m_picker.GetSeed();
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

void
NicNetDevice::SetNode(Ptr<Node> node)
{
    EthernetNetDevice::SetNode(node);
    m_picker.SetHost(node->GetId());
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
