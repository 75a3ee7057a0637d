/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/stacked-trace-helper.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StackedTraceHelper");

namespace
{

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

StackedTraceHelper::StackedTraceHelper(const TypeId& kind, PcapHelper::DataLinkType linkType)
    : m_kind(kind),
      m_linkType(linkType)
{
}

bool
StackedTraceHelper::IsOfKind(const Ptr<NetDevice>& device) const
{
    const TypeId type = device->GetInstanceTypeId();
    return type == m_kind || type.IsChildOf(m_kind);
}

void
StackedTraceHelper::EnablePcapInternal(std::string prefix,
                                       Ptr<NetDevice> nd,
                                       bool promiscuous,
                                       bool explicitFilename)
{
    if (!IsOfKind(nd))
    {
        NS_LOG_INFO("no " << m_kind << ": " << nd);
        return;
    }
    PcapHelper pcapHelper;
    const std::string filename =
        explicitFilename ? prefix : pcapHelper.GetFilenameFromDevice(prefix, nd);
    const auto file = pcapHelper.CreateFile(filename, std::ios::out, m_linkType);
    pcapHelper.HookDefaultSink<NetDevice>(nd, promiscuous ? "PromiscSniffer" : "Sniffer", file);
}

void
StackedTraceHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                        std::string prefix,
                                        Ptr<NetDevice> nd,
                                        bool explicitFilename)
{
    if (!IsOfKind(nd))
    {
        NS_LOG_INFO("no " << m_kind << ": " << nd);
        return;
    }
    // The lines print packets.
    Packet::EnablePrinting();

    std::string path;
    if (stream)
    {
        // One file for many devices: every line says which.
        std::ostringstream text;
        text << "/NodeList/" << nd->GetNode()->GetId() << "/DeviceList/" << nd->GetIfIndex() << "/$"
             << m_kind.GetName() << "/";
        path = text.str();
    }
    else
    {
        AsciiTraceHelper asciiTraceHelper;
        stream = asciiTraceHelper.CreateFileStream(
            explicitFilename ? prefix : asciiTraceHelper.GetFilenameFromDevice(prefix, nd));
    }
    const auto context = [&path](const char* source) {
        return path.empty() ? path : path + source;
    };
    nd->TraceConnectWithoutContext("MacTx",
                                   MakeBoundCallback(&AsciiTransmit, stream, context("MacTx")));
    nd->TraceConnectWithoutContext("MacRx",
                                   MakeBoundCallback(&AsciiReceive, stream, context("MacRx")));
    nd->TraceConnectWithoutContext("Drop", MakeBoundCallback(&AsciiDrop, stream, context("Drop")));
}

} // namespace ns3
