/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-transmit-path.h"

#include "ns3/arp-cache.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/boolean.h"
#include "ns3/configuration-error.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv6-interface.h"
#include "ns3/log.h"
#include "ns3/loopback-net-device.h"
#include "ns3/ndisc-cache.h"
#include "ns3/packet-hash.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTransmitPath");

NS_OBJECT_ENSURE_REGISTERED(LinuxTransmitPath);

namespace
{

/**
 * @brief Give a neighbour cache Linux's pending queue, unless the user chose one.
 * @param cache the ARP or ND cache
 * @param attribute the name of its attribute, in packets
 * @param packets the new length
 */
void
LengthenPendingQueue(const Ptr<Object>& cache, const char* attribute, uint32_t packets)
{
    TypeId::AttributeInformation info;
    cache->GetInstanceTypeId().LookupAttributeByName(attribute, &info);
    const auto stock = DynamicCast<const UintegerValue>(info.originalInitialValue);
    UintegerValue current;
    cache->GetAttribute(attribute, current);
    if (current.Get() == stock->Get())
    {
        cache->SetAttribute(attribute, UintegerValue(packets));
    }
}

} // namespace

TypeId
LinuxTransmitPath::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxTransmitPath")
            .SetParent<Object>()
            .SetGroupName("LinuxTx")
            .AddConstructor<LinuxTransmitPath>()
            .AddAttribute("UnresolvedPackets",
                          "Packets that may wait for one neighbour's link-layer address, for "
                          "caches whose own attribute is at ns-3's default of 3. Linux allows "
                          "212,992 bytes (unres_qlen_bytes), which it calls 101 packets "
                          "(unres_qlen).",
                          UintegerValue(101),
                          MakeUintegerAccessor(&LinuxTransmitPath::m_unresolvedPackets),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ParkedDeadline",
                          "Longest time for which a datagram that waits for address resolution "
                          "stays charged to its socket. ns-3's caches do not report every packet "
                          "that they forget.",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&LinuxTransmitPath::SetParkedDeadline),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute(
                "Kernel",
                "The kernel release whose policies the host has where releases differ "
                "and a device has no policy of its own: MAJOR.MINOR, or 2.6.PATCH from "
                "2.6.32 on.",
                StringValue("6.1"),
                MakeStringAccessor(&LinuxTransmitPath::SetKernel, &LinuxTransmitPath::GetKernel),
                MakeStringChecker())
            .AddAttribute("SegmentTime",
                          "CPU time of each segment of a train that a send call cuts above a "
                          "queue disc: they reach it spread over that time. 0 for all at one "
                          "instant.",
                          TimeValue(Time()),
                          MakeTimeAccessor(&LinuxTransmitPath::SetSegmentTime),
                          MakeTimeChecker(Time()))
            .AddAttribute("OrphansKeepHash",
                          "A packet that is orphaned keeps its socket's hash, by which a NIC below "
                          "chooses a transmit queue, as in skb_orphan_try() of every release; "
                          "without, the packet's own hash or its protocol decides.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxTransmitPath::SetOrphansKeepHash),
                          MakeBooleanChecker())
            .AddTraceSource("TrainCut",
                            "A train is cut for a device that cannot take it whole: its first "
                            "packet, the device, and the number of segments",
                            MakeTraceSourceAccessor(&LinuxTransmitPath::m_cutTrace),
                            "ns3::LinuxTransmitPath::CutTracedCallback")
            .AddTraceSource("TrainDrop",
                            "A train is dropped whole: its first packet, the device, the number of "
                            "segments, and the reason",
                            MakeTraceSourceAccessor(&LinuxTransmitPath::m_trainDropTrace),
                            "ns3::LinuxTransmitPath::TrainDropTracedCallback")
            .AddTraceSource("Orphan",
                            "A packet's charge ended at the hand-over to a device: the packet, the "
                            "device, and the bytes given back",
                            MakeTraceSourceAccessor(&LinuxTransmitPath::m_orphanTrace),
                            "ns3::LinuxTransmitPath::OrphanTracedCallback")
            .AddTraceSource("FragmentDiscard",
                            "A fragment was freed unsent because an earlier fragment of its "
                            "datagram was dropped (ip_do_fragment)",
                            MakeTraceSourceAccessor(&LinuxTransmitPath::m_discardTrace),
                            "ns3::LinuxTransmitPath::DiscardTracedCallback");
    return tid;
}

LinuxTransmitPath::LinuxTransmitPath()
    : m_xmitLayer(CreateObject<XmitLayer>())
{
    NS_LOG_FUNCTION(this);
    XmitEvents events;
    events.orphaned = MakeCallback(&LinuxTransmitPath::NotifyOrphan, this);
    events.discarded = MakeCallback(&LinuxTransmitPath::NotifyDiscard, this);
    events.cut = MakeCallback(&LinuxTransmitPath::NotifyCut, this);
    events.trainDropped = MakeCallback(&LinuxTransmitPath::NotifyTrainDrop, this);
    m_xmitLayer->SetEvents(events);
}

LinuxTransmitPath::~LinuxTransmitPath()
{
    NS_LOG_FUNCTION(this);
}

Ptr<LinuxTransmitPath>
LinuxTransmitPath::Of(const Ptr<Node>& node, const char* who)
{
    Ptr<LinuxTransmitPath> path = node->GetObject<LinuxTransmitPath>();
    if (!path)
    {
        ExitOnConfigurationError(std::string(who) + ": node " + std::to_string(node->GetId()) +
                                 " is no Linux host; LinuxTxHelper::Install() it first");
    }
    return path;
}

const Ptr<XmitLayer>&
LinuxTransmitPath::GetXmitLayer() const
{
    return m_xmitLayer;
}

uint32_t
LinuxTransmitPath::AllocateTransmitHash()
{
    return MakeTransmitHash(m_node->GetId(), m_nTransmitHashes++);
}

void
LinuxTransmitPath::NotifyNewAggregate()
{
    if (!m_node)
    {
        Ptr<Node> node = GetObject<Node>();
        Ptr<TrafficControlLayer> trafficControl = GetObject<TrafficControlLayer>();
        if (node && trafficControl)
        {
            m_node = node;
            m_xmitLayer->Install(node, trafficControl);
            m_node->RegisterDeviceAdditionListener(
                MakeCallback(&LinuxTransmitPath::NotifyDeviceAdded, this));
            Hook();
        }
    }
    Object::NotifyNewAggregate();
}

void
LinuxTransmitPath::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    m_xmitLayer->Initialize();
    Hook();
    Object::DoInitialize();
}

void
LinuxTransmitPath::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_xmitLayer->Dispose();
    m_node = nullptr;
    m_ipv4 = nullptr;
    m_ipv6 = nullptr;
    Object::DoDispose();
}

void
LinuxTransmitPath::SetParkedDeadline(Time deadline)
{
    m_xmitLayer->SetParkedDeadline(deadline);
}

void
LinuxTransmitPath::SetOrphansKeepHash(bool keep)
{
    m_xmitLayer->SetOrphansKeepHash(keep);
}

void
LinuxTransmitPath::SetSegmentTime(Time time)
{
    m_xmitLayer->SetSegmentTime(time);
}

void
LinuxTransmitPath::SetKernel(std::string text)
{
    const auto release = KernelRelease::FromText(text);
    if (!release)
    {
        ExitOnConfigurationError("ns3::LinuxTransmitPath does not take \"" + text +
                                 "\" for its attribute Kernel (MAJOR.MINOR as in 6.1, or "
                                 "2.6.PATCH from 2.6.32 on)");
    }
    m_xmitLayer->SetKernelRelease(*release);
}

std::string
LinuxTransmitPath::GetKernel() const
{
    return m_xmitLayer->GetKernelRelease().ToText();
}

void
LinuxTransmitPath::NotifyCut(Ptr<const Packet> packet, Ptr<NetDevice> device, uint32_t nSegments)
{
    m_cutTrace(packet, device, nSegments);
}

void
LinuxTransmitPath::NotifyTrainDrop(Ptr<const Packet> packet,
                                   Ptr<NetDevice> device,
                                   uint32_t nSegments,
                                   const char* reason)
{
    m_trainDropTrace(packet, device, nSegments, reason);
}

void
LinuxTransmitPath::NotifyOrphan(Ptr<const Packet> packet, Ptr<NetDevice> device, uint32_t truesize)
{
    m_orphanTrace(packet, device, truesize);
}

void
LinuxTransmitPath::NotifyDiscard(Ptr<const Packet> packet, Ptr<NetDevice> device)
{
    m_discardTrace(packet, device);
}

void
LinuxTransmitPath::NotifyDeviceAdded(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    Simulator::ScheduleNow(&LinuxTransmitPath::Hook, this);
}

bool
LinuxTransmitPath::HasNewInterfaces() const
{
    if (!m_node)
    {
        return false;
    }
    const bool ipv4 = m_ipv4 ? m_ipv4->GetNInterfaces() != m_nIpv4Hooked
                             : bool(m_node->GetObject<Ipv4L3Protocol>());
    const bool ipv6 = m_ipv6 ? m_ipv6->GetNInterfaces() != m_nIpv6Hooked
                             : bool(m_node->GetObject<Ipv6L3Protocol>());
    return ipv4 || ipv6;
}

void
LinuxTransmitPath::HookInterfaces()
{
    NS_LOG_FUNCTION(this);
    if (!m_ipv4)
    {
        m_ipv4 = m_node->GetObject<Ipv4L3Protocol>();
    }
    if (!m_ipv6)
    {
        m_ipv6 = m_node->GetObject<Ipv6L3Protocol>();
    }
    Ptr<ArpL3Protocol> arp = m_node->GetObject<ArpL3Protocol>();
    if (arp && !m_arpDropsWatched)
    {
        arp->SetTrafficControl(m_xmitLayer);
        m_arpDropsWatched = arp->TraceConnectWithoutContext(
            "Drop",
            MakeCallback(&XmitLayer::NotifyNeighbourDrop, m_xmitLayer));
    }
    for (; m_ipv4 && m_nIpv4Hooked < m_ipv4->GetNInterfaces(); ++m_nIpv4Hooked)
    {
        Ptr<Ipv4Interface> interface = m_ipv4->GetInterface(m_nIpv4Hooked);
        interface->SetTrafficControl(m_xmitLayer);
        if (Ptr<ArpCache> cache = interface->GetArpCache())
        {
            LengthenPendingQueue(cache, "PendingQueueSize", m_unresolvedPackets);
            cache->TraceConnectWithoutContext(
                "Drop",
                MakeCallback(&XmitLayer::NotifyNeighbourDrop, m_xmitLayer));
        }
    }
    for (; m_ipv6 && m_nIpv6Hooked < m_ipv6->GetNInterfaces(); ++m_nIpv6Hooked)
    {
        Ptr<Ipv6Interface> interface = m_ipv6->GetInterface(m_nIpv6Hooked);
        interface->SetTrafficControl(m_xmitLayer);
        if (Ptr<NdiscCache> cache = interface->GetNdiscCache())
        {
            LengthenPendingQueue(cache, "UnresolvedQueueSize", m_unresolvedPackets);
        }
    }
}

} // namespace ns3
