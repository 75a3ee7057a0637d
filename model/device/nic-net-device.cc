/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-net-device.h"

#include "ns3/configuration-error.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-item.h"

#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NicNetDevice");

NS_OBJECT_ENSURE_REGISTERED(NicNetDevice);

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
                          MakeUintegerAccessor(&NicNetDevice::SetMtu, &NicNetDevice::GetMtu),
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
                "TxRingSize",
                "Transmit descriptors; one frame takes one.",
                UintegerValue(NicTxRing::DEFAULT_SIZE),
                MakeUintegerAccessor(&NicNetDevice::SetTxRingSize, &NicNetDevice::GetTxRingSize),
                MakeUintegerChecker<uint32_t>(1, NicTxRing::MAX_SIZE))
            .AddAttribute("ReceiveErrorModel",
                          "Corrupts received frames; none by default.",
                          PointerValue(),
                          MakePointerAccessor(&NicNetDevice::SetReceiveErrorModel,
                                              &NicNetDevice::GetReceiveErrorModel),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("MacTx",
                            "A frame was put on the transmit ring.",
                            MakeTraceSourceAccessor(&NicNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A frame was dropped before its transmission: refused (tx_dropped), or "
                            "on the ring when the link went down (tx_carrier_errors).",
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
    m_completion.Cancel();
    m_queueDiscRun.Cancel();
    while (!m_ring.IsEmpty())
    {
        m_ring.Flush();
    }
    m_receiveErrorModel = nullptr;
    m_txQueue = nullptr;
    m_channel = nullptr;
    EthernetNetDevice::DoDispose();
}

void
NicNetDevice::NotifyNewAggregate()
{
    if (auto queueInterface = GetObject<NetDeviceQueueInterface>(); queueInterface && !m_txQueue)
    {
        m_txQueue = queueInterface->GetTxQueue(0);
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

XmitVerdict
NicNetDevice::StartXmit(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    XmitItem* xmitItem = XmitItem::From(item);
    xmitItem->WriteHeader();
    const auto& frame = item->GetPacket();
    const auto& source = xmitItem->GetSource();
    AddEthernetHeader(frame,
                      source.IsInvalid() ? GetAddress() : source,
                      item->GetAddress(),
                      item->GetProtocol());
    if (!Admit(frame))
    {
        return XmitVerdict::DROP;
    }
    Post(frame, xmitItem->TakeSkb());
    return XmitVerdict::SUCCESS;
}

bool
NicNetDevice::SendFrom(Ptr<Packet> packet,
                       const Address& source,
                       const Address& dest,
                       uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    AddEthernetHeader(packet, source, dest, protocolNumber);
    if (!Admit(packet))
    {
        return false;
    }
    Post(packet, nullptr);
    return true;
}

bool
NicNetDevice::Admit(const Ptr<Packet>& frame)
{
    const bool linkUp = IsLinkUp();
    if (linkUp && !m_ring.MustStop() && frame->GetSize() <= m_mtu + ETHERNET_HEADER_SIZE)
    {
        return true;
    }
    NS_LOG_LOGIC("drop " << frame << (linkUp ? "" : ", the link is down"));
    ++m_stats.txDropped;
    m_macTxDropTrace(frame);
    if (!linkUp)
    {
        // There will be no completion that lets the queue disc go on, should it end its turn here.
        ScheduleQueueDisc();
    }
    return false;
}

void
NicNetDevice::Post(const Ptr<Packet>& frame, SkbPtr skb)
{
    const uint32_t bytes = frame->GetSize();
    m_ring.Push({frame, std::move(skb), bytes});
    m_heldSeveral = m_heldSeveral || m_ring.GetNUsed() > 1;
    m_macTxTrace(frame);
    if (m_txQueue)
    {
        m_txQueue->NotifyQueuedBytes(bytes);
        if (m_ring.MustStop())
        {
            m_txQueue->Stop();
        }
    }
    if (!m_transmitting)
    {
        StartTransmission();
    }
}

void
NicNetDevice::StartTransmission()
{
    const auto& descriptor = m_ring.StartNext();
    NS_LOG_LOGIC("send " << descriptor.frame);
    m_transmitting = true;
    const Time now = Simulator::Now();
    const auto slot = m_wire.Occupy(now, m_dataRate, descriptor.bytes);
    m_lastBit = slot.lastBit;
    m_completion = Simulator::Schedule(slot.next - now, &NicNetDevice::CompleteTransmission, this);
    m_snifferTrace(descriptor.frame);
    m_promiscSnifferTrace(descriptor.frame);
    m_phyTxBeginTrace(descriptor.frame);
    m_channel->TransmitStart(descriptor.frame, this, slot.lastBit - now);
}

void
NicNetDevice::CompleteTransmission()
{
    NS_LOG_FUNCTION(this);
    m_transmitting = false;
    auto descriptor = m_ring.Complete();
    CountSent(descriptor);
    if (m_ring.HasPending())
    {
        StartTransmission();
    }
    // Everything is in its new state: releasing the Skb may wake a writer, and crediting the queue
    // runs the queue disc, in ns-3 before 3.38 from a new event, later right here.
    descriptor.skb = nullptr;
    CreditTxQueue(descriptor.bytes);
}

void
NicNetDevice::CountSent(const NicTxRing::Descriptor& descriptor)
{
    ++m_stats.txPackets;
    m_stats.txBytes += descriptor.bytes;
    m_phyTxEndTrace(descriptor.frame);
}

void
NicNetDevice::CreditTxQueue(uint32_t bytes)
{
    if (!m_txQueue)
    {
        return;
    }
    m_txQueue->NotifyTransmittedBytes(bytes);
    if (m_ring.MayWake())
    {
        m_txQueue->Wake();
    }
    if (m_ring.IsEmpty() && std::exchange(m_heldSeveral, false))
    {
        // QueueDisc::Run() ends its turn after a quota of packets without asking for another (Linux
        // would call netif_schedule). If it did, nobody but this driver can set it going again.
        RunQueueDisc();
    }
}

bool
NicNetDevice::AbortTransmission()
{
    NS_LOG_FUNCTION(this);
    m_completion.Cancel();
    m_transmitting = false;
    m_wire = EthernetWireClock();
    m_heldSeveral = false;
    const bool lastBitHasLeft = Simulator::Now() >= m_lastBit;
    bool cutOff = false;
    uint32_t bytes = 0;
    while (!m_ring.IsEmpty())
    {
        const bool started = m_ring.GetNStarted() > 0;
        const auto descriptor = m_ring.Flush();
        bytes += descriptor.bytes;
        if (started && lastBitHasLeft)
        {
            CountSent(descriptor);
            continue;
        }
        ++m_stats.txCarrierErrors;
        if (started)
        {
            cutOff = true;
            m_phyTxDropTrace(descriptor.frame);
        }
        else
        {
            m_macTxDropTrace(descriptor.frame);
        }
    }
    if (m_txQueue)
    {
        m_txQueue->NotifyTransmittedBytes(bytes);
    }
    ScheduleQueueDisc();
    return cutOff;
}

void
NicNetDevice::ScheduleQueueDisc()
{
    if (m_txQueue && m_queueDiscRun.IsExpired())
    {
        m_queueDiscRun = Simulator::ScheduleNow(&NicNetDevice::RunQueueDisc, this);
    }
}

void
NicNetDevice::RunQueueDisc()
{
    if (!m_ring.MustStop())
    {
        m_txQueue->Stop();
        m_txQueue->Wake();
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
NicNetDevice::SetTxRingSize(uint32_t descriptors)
{
    return m_ring.SetSize(descriptors);
}

uint32_t
NicNetDevice::GetTxRingSize() const
{
    return static_cast<uint32_t>(m_ring.GetSize());
}

uint32_t
NicNetDevice::GetTxRingUsed() const
{
    return static_cast<uint32_t>(m_ring.GetNUsed());
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
NicNetDevice::GetMtu() const
{
    return m_mtu;
}

} // namespace ns3
