/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-helper.h"

#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/log.h"
#include "ns3/names.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/queue-limits.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <array>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NicHelper");

namespace
{

/**
 * Find a node by its name; end the program if there is none.
 *
 * @param name the name
 * @return the node
 */
Ptr<Node>
FindNodeOrExit(const std::string& name)
{
    auto node = Names::Find<Node>(name);
    if (!node)
    {
        ExitOnConfigurationError("no node is named \"" + name + "\"");
    }
    return node;
}

/// A kind of driver.
struct DriverKind
{
    const char* name;         //!< as SetDriver() takes it
    const char* orphanPolicy; //!< attribute OrphanPolicy
    uint32_t txUsecs;         //!< attribute TxUsecs, in us
    bool bql;                 //!< with byte queue limits
};

/// The kinds of driver.
constexpr std::array<DriverKind, 4> DRIVER_KINDS{{
    {"normal", "Kernel", 0, true},
    {"orphaning", "Driver", 0, false},
    {"slow", "Kernel", 128, true},
    {"no-bql", "Kernel", 0, false},
}};

/// A sink of the ascii traces, with and without context.
struct AsciiSink
{
    const char* source; //!< trace source of the device
    void (*withContext)(Ptr<OutputStreamWrapper>, std::string, Ptr<const Packet>);
    void (*withoutContext)(Ptr<OutputStreamWrapper>, Ptr<const Packet>);
};

/// The trace sources in the ascii traces of a NIC.
const std::array<AsciiSink, 6> ASCII_SINKS{{
    {"MacTx",
     &AsciiTraceHelper::DefaultEnqueueSinkWithContext,
     &AsciiTraceHelper::DefaultEnqueueSinkWithoutContext},
    {"PhyTxBegin",
     &AsciiTraceHelper::DefaultDequeueSinkWithContext,
     &AsciiTraceHelper::DefaultDequeueSinkWithoutContext},
    {"MacTxDrop",
     &AsciiTraceHelper::DefaultDropSinkWithContext,
     &AsciiTraceHelper::DefaultDropSinkWithoutContext},
    {"PhyTxDrop",
     &AsciiTraceHelper::DefaultDropSinkWithContext,
     &AsciiTraceHelper::DefaultDropSinkWithoutContext},
    {"PhyRxDrop",
     &AsciiTraceHelper::DefaultDropSinkWithContext,
     &AsciiTraceHelper::DefaultDropSinkWithoutContext},
    {"MacRx",
     &AsciiTraceHelper::DefaultReceiveSinkWithContext,
     &AsciiTraceHelper::DefaultReceiveSinkWithoutContext},
}};

} // namespace

NicHelper::NicHelper()
{
    m_deviceFactory.SetTypeId(NicNetDevice::GetTypeId());
    m_channelFactory.SetTypeId(NicChannel::GetTypeId());
    m_queueLimitsFactory.SetTypeId("ns3::DynamicQueueLimits");
}

void
NicHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_deviceFactory, name, value);
    // Some limits are known to the setters only: let them refuse here, not at Install().
    m_deviceFactory.Create();
}

void
NicHelper::SetTxQueues(uint32_t n)
{
    SetDeviceAttribute("NTxQueues", UintegerValue(n));
}

void
NicHelper::SetDriver(const std::string& kind)
{
    std::string names;
    for (const DriverKind& driver : DRIVER_KINDS)
    {
        if (kind == driver.name)
        {
            SetDeviceAttribute("OrphanPolicy", StringValue(driver.orphanPolicy));
            SetDeviceAttribute("TxUsecs", UintegerValue(driver.txUsecs));
            m_hasQueueLimits = driver.bql;
            return;
        }
        names += (names.empty() ? "" : ", ") + std::string(driver.name);
    }
    ExitOnConfigurationError("\"" + kind + "\" is no kind of driver (" + names + ")");
}

void
NicHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_channelFactory, name, value);
}

void
NicHelper::SetQueueLimitsType(const std::string& type)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(type, &tid) || !tid.IsChildOf(QueueLimits::GetTypeId()))
    {
        ExitOnConfigurationError("\"" + type +
                                 "\" is no type of queue limits (ns3::DynamicQueueLimits is one)");
    }
    m_queueLimitsFactory = ObjectFactory();
    m_queueLimitsFactory.SetTypeId(tid);
    m_hasQueueLimits = true;
}

void
NicHelper::DisableQueueLimits()
{
    m_hasQueueLimits = false;
}

void
NicHelper::DisableFlowControl()
{
    m_hasFlowControl = false;
}

NetDeviceContainer
NicHelper::Install(const NodeContainer& nodes) const
{
    if (nodes.GetN() != 2)
    {
        ExitOnConfigurationError("a NIC link connects 2 nodes, not " +
                                 std::to_string(nodes.GetN()));
    }
    return Install(nodes.Get(0), nodes.Get(1));
}

NetDeviceContainer
NicHelper::Install(Ptr<Node> a, Ptr<Node> b) const
{
    const auto channel = m_channelFactory.Create<NicChannel>();
    NetDeviceContainer devices;
    devices.Add(MakeDevice(a, channel));
    devices.Add(MakeDevice(b, channel));
    return devices;
}

NetDeviceContainer
NicHelper::Install(Ptr<Node> a, const std::string& bName) const
{
    return Install(a, FindNodeOrExit(bName));
}

NetDeviceContainer
NicHelper::Install(const std::string& aName, Ptr<Node> b) const
{
    return Install(FindNodeOrExit(aName), b);
}

NetDeviceContainer
NicHelper::Install(const std::string& aName, const std::string& bName) const
{
    return Install(FindNodeOrExit(aName), FindNodeOrExit(bName));
}

Ptr<NicNetDevice>
NicHelper::MakeDevice(const Ptr<Node>& node, const Ptr<NicChannel>& channel) const
{
    const auto device = m_deviceFactory.Create<NicNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    node->AddDevice(device);
    if (m_hasFlowControl)
    {
        const auto queueInterface = CreateObjectWithAttributes<NetDeviceQueueInterface>(
            "NTxQueues",
            UintegerValue(device->GetNTxQueues()));
        for (std::size_t i = 0; m_hasQueueLimits && i < queueInterface->GetNTxQueues(); ++i)
        {
            queueInterface->GetTxQueue(i)->SetQueueLimits(
                m_queueLimitsFactory.Create<QueueLimits>());
        }
        device->AggregateObject(queueInterface);
    }
    device->Attach(channel);
    return device;
}

int64_t
NicHelper::AssignStreams(const NetDeviceContainer& devices, int64_t stream) const
{
    int64_t used = 0;
    for (auto i = devices.Begin(); i != devices.End(); ++i)
    {
        const auto nic = DynamicCast<NicNetDevice>(*i);
        if (!nic)
        {
            continue;
        }
        const auto model = nic->GetReceiveErrorModel();
        if (const auto rate = DynamicCast<RateErrorModel>(model))
        {
            used += rate->AssignStreams(stream + used);
        }
        else if (const auto burst = DynamicCast<BurstErrorModel>(model))
        {
            used += burst->AssignStreams(stream + used);
        }
    }
    return used;
}

void
NicHelper::EnablePcapInternal(std::string prefix,
                              Ptr<NetDevice> nd,
                              bool promiscuous,
                              bool explicitFilename)
{
    const auto device = DynamicCast<NicNetDevice>(nd);
    if (!device)
    {
        // The base class walks over all devices of a node.
        NS_LOG_INFO("no NIC: " << nd);
        return;
    }
    PcapHelper pcapHelper;
    const std::string filename =
        explicitFilename ? prefix : pcapHelper.GetFilenameFromDevice(prefix, device);
    const auto file = pcapHelper.CreateFile(filename, std::ios::out, PcapHelper::DLT_EN10MB);
    pcapHelper.HookDefaultSink<NicNetDevice>(device,
                                             promiscuous ? "PromiscSniffer" : "Sniffer",
                                             file);
}

void
NicHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                               std::string prefix,
                               Ptr<NetDevice> nd,
                               bool explicitFilename)
{
    const auto device = DynamicCast<NicNetDevice>(nd);
    if (!device)
    {
        // The base class walks over all devices of a node.
        NS_LOG_INFO("no NIC: " << nd);
        return;
    }
    // The default sinks print packets.
    Packet::EnablePrinting();

    if (stream)
    {
        // One file for many devices: every line says which.
        std::ostringstream path;
        path << "/NodeList/" << device->GetNode()->GetId() << "/DeviceList/" << device->GetIfIndex()
             << "/$ns3::NicNetDevice/";
        for (const auto& sink : ASCII_SINKS)
        {
            device->TraceConnect(sink.source,
                                 path.str() + sink.source,
                                 MakeBoundCallback(sink.withContext, stream));
        }
        return;
    }

    AsciiTraceHelper asciiTraceHelper;
    const std::string filename =
        explicitFilename ? prefix : asciiTraceHelper.GetFilenameFromDevice(prefix, device);
    const auto file = asciiTraceHelper.CreateFileStream(filename);
    for (const auto& sink : ASCII_SINKS)
    {
        device->TraceConnectWithoutContext(sink.source,
                                           MakeBoundCallback(sink.withoutContext, file));
    }
}

} // namespace ns3
