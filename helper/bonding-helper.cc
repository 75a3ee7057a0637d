/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-helper.h"

#include "ns3/bonding-net-device.h"
#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/log.h"
#include "ns3/names.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BondingHelper");

namespace
{

/// The kernel's default queue disc, and its limit: txqueuelen of an Ethernet device.
constexpr const char* DEFAULT_QUEUE_DISC = "ns3::PfifoFastQueueDisc";
constexpr const char* DEFAULT_QUEUE_LIMIT = "1000p";

/**
 * @brief Write a line of an ascii trace.
 * @param stream where to
 * @param context where the event happened; empty if the file has one device only
 * @param event the letter of the event
 * @param packet the packet
 */
void
WriteAsciiLine(const Ptr<OutputStreamWrapper>& stream,
               const std::string& context,
               char event,
               const Ptr<const Packet>& packet)
{
    *stream->GetStream() << event << ' ' << Simulator::Now().GetSeconds() << ' '
                         << (context.empty() ? "" : context + ' ') << *packet << std::endl;
}

/// Sink of MacTx. @param stream, @param context, @param packet as in WriteAsciiLine()
void
AsciiTransmit(Ptr<OutputStreamWrapper> stream, std::string context, Ptr<const Packet> packet)
{
    WriteAsciiLine(stream, context, 't', packet);
}

/// Sink of MacRx. @param stream, @param context, @param packet as in WriteAsciiLine()
void
AsciiReceive(Ptr<OutputStreamWrapper> stream, std::string context, Ptr<const Packet> packet)
{
    WriteAsciiLine(stream, context, 'r', packet);
}

/// Sink of Drop. @param stream, @param context, @param packet as in WriteAsciiLine()
void
AsciiDrop(Ptr<OutputStreamWrapper> stream,
          std::string context,
          Ptr<const Packet> packet,
          const char* /* reason */)
{
    WriteAsciiLine(stream, context, 'd', packet);
}

} // namespace

BondingHelper::BondingHelper(const std::string& mode)
{
    m_bondFactory.SetTypeId(BondingNetDevice::GetTypeId());
    m_bondFactory.Set("Mode", StringValue(mode));
}

void
BondingHelper::SetBondAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_bondFactory, name, value);
}

NetDeviceContainer
BondingHelper::Install(const Ptr<Node>& node, const NetDeviceContainer& slaves) const
{
    if (!node->GetObject<LinuxTransmitPath>())
    {
        ExitOnConfigurationError("BondingHelper: node " + std::to_string(node->GetId()) +
                                 " has no Linux transmit path; LinuxTxHelper::Install() comes "
                                 "first");
    }
    const auto bond = m_bondFactory.Create<BondingNetDevice>();
    node->AddDevice(bond);
    for (uint32_t i = 0; i < slaves.GetN(); ++i)
    {
        Enslave(bond, slaves.Get(i));
    }
    return NetDeviceContainer(bond);
}

NetDeviceContainer
BondingHelper::Install(const std::string& nodeName, const NetDeviceContainer& slaves) const
{
    const auto node = Names::Find<Node>(nodeName);
    if (!node)
    {
        ExitOnConfigurationError("BondingHelper: no node is named '" + nodeName +
                                 "'; Names::Add() one");
    }
    return Install(node, slaves);
}

void
BondingHelper::Enslave(const Ptr<NetDevice>& bond, const Ptr<NetDevice>& slave)
{
    const auto bonding = DynamicCast<BondingNetDevice>(bond);
    if (!bonding)
    {
        ExitOnConfigurationError("BondingHelper: the master of a slave has to be a "
                                 "ns3::BondingNetDevice");
    }
    const BondResult result = bonding->Enslave(slave);
    if (!result)
    {
        ExitOnConfigurationError(result.GetError());
    }
    InstallDefaultQueueDisc(slave);
}

void
BondingHelper::InstallDefaultQueueDisc(const Ptr<NetDevice>& device)
{
    const auto trafficControl = device->GetNode()->GetObject<TrafficControlLayer>();
    const auto queues = device->GetObject<NetDeviceQueueInterface>();
    if (!queues || trafficControl->GetRootQueueDiscOnDevice(device))
    {
        return;
    }
    TrafficControlHelper helper;
    const StringValue limit(DEFAULT_QUEUE_LIMIT);
    if (queues->GetNTxQueues() > 1)
    {
        const uint16_t handle = helper.SetRootQueueDisc("ns3::MqQueueDisc");
        const auto classes =
            helper.AddQueueDiscClasses(handle, queues->GetNTxQueues(), "ns3::QueueDiscClass");
        helper.AddChildQueueDiscs(handle, classes, DEFAULT_QUEUE_DISC, "MaxSize", limit);
    }
    else
    {
        helper.SetRootQueueDisc(DEFAULT_QUEUE_DISC, "MaxSize", limit);
    }
    helper.Install(device);
}

void
BondingHelper::EnablePcapInternal(std::string prefix,
                                  Ptr<NetDevice> nd,
                                  bool promiscuous,
                                  bool explicitFilename)
{
    const auto bond = DynamicCast<BondingNetDevice>(nd);
    if (!bond)
    {
        // The base class walks over all devices of a node.
        NS_LOG_INFO("no bond: " << nd);
        return;
    }
    PcapHelper pcapHelper;
    const std::string filename =
        explicitFilename ? prefix : pcapHelper.GetFilenameFromDevice(prefix, bond);
    const auto file = pcapHelper.CreateFile(filename, std::ios::out, PcapHelper::DLT_EN10MB);
    pcapHelper.HookDefaultSink<BondingNetDevice>(bond,
                                                 promiscuous ? "PromiscSniffer" : "Sniffer",
                                                 file);
}

void
BondingHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                   std::string prefix,
                                   Ptr<NetDevice> nd,
                                   bool explicitFilename)
{
    const auto bond = DynamicCast<BondingNetDevice>(nd);
    if (!bond)
    {
        // The base class walks over all devices of a node.
        NS_LOG_INFO("no bond: " << nd);
        return;
    }
    // The lines print packets.
    Packet::EnablePrinting();

    std::string path;
    if (stream)
    {
        // One file for many devices: every line says which.
        std::ostringstream text;
        text << "/NodeList/" << bond->GetNode()->GetId() << "/DeviceList/" << bond->GetIfIndex()
             << "/$ns3::BondingNetDevice/";
        path = text.str();
    }
    else
    {
        AsciiTraceHelper asciiTraceHelper;
        stream = asciiTraceHelper.CreateFileStream(
            explicitFilename ? prefix : asciiTraceHelper.GetFilenameFromDevice(prefix, bond));
    }
    const auto context = [&path](const char* source) {
        return path.empty() ? path : path + source;
    };
    bond->TraceConnectWithoutContext("MacTx",
                                     MakeBoundCallback(&AsciiTransmit, stream, context("MacTx")));
    bond->TraceConnectWithoutContext("MacRx",
                                     MakeBoundCallback(&AsciiReceive, stream, context("MacRx")));
    bond->TraceConnectWithoutContext("Drop",
                                     MakeBoundCallback(&AsciiDrop, stream, context("Drop")));
}

} // namespace ns3
