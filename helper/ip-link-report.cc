/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ip-link-report.h"

#include "ns3/ip-bond-fields.h"
#include "ns3/ip-output.h"
#include "ns3/link-snapshot-reader.h"
#include "ns3/link-statistics-report.h"

#include <sstream>
#include <vector>

namespace ns3
{

namespace
{

/**
 * @brief The flags of a device as print_link_flags() names and orders them.
 * @param link the device
 * @return the names
 */
std::vector<std::string>
ListFlags(const LinkSnapshot& link)
{
    const std::string state = link.GetOperationalState();
    const bool running = link.up && (state == "UP" || state == "UNKNOWN");
    std::vector<std::string> flags;
    const auto add = [&flags](bool condition, const char* name) {
        if (condition)
        {
            flags.emplace_back(name);
        }
    };
    add(link.up && !running, "NO-CARRIER");
    add(link.loopback, "LOOPBACK");
    add(link.broadcast, "BROADCAST");
    add(link.pointToPoint, "POINTOPOINT");
    add(link.multicast, "MULTICAST");
    add(link.bond.has_value(), "MASTER");
    add(link.slave.has_value(), "SLAVE");
    add(link.up, "UP");
    add(link.up && link.carrier, "LOWER_UP");
    return flags;
}

/**
 * @brief Write the first line.
 * @param output where to
 * @param link the device
 */
void
WriteFirstLine(IpOutput& output, const LinkSnapshot& link)
{
    output.Number("ifindex", "", link.ifIndex, ": ");
    if (link.peerIndex)
    {
        output.JsonOnly("link_index", *link.peerIndex);
        output.Word("ifname", "", link.name, "@if" + std::to_string(*link.peerIndex) + ": ");
    }
    else
    {
        output.Word("ifname", "", link.name, ": ");
    }
    output.List("flags", "<", ListFlags(link), "> ");
    output.Number("mtu", "mtu ", link.mtu);
    output.Word("qdisc", "qdisc ", link.qdisc);
    if (!link.master.empty())
    {
        output.Word("master", "master ", link.master);
    }
    output.Word("operstate", "state ", link.GetOperationalState());
    output.Word("linkmode", "mode ", "DEFAULT");
    output.Word("group", "group ", "default");
    output.Number("txqlen", "qlen ", link.txQueueLength, "\n");
}

/**
 * @brief Write link type and hardware addresses.
 * @param output where to
 * @param link the device
 */
void
WriteAddresses(IpOutput& output, const LinkSnapshot& link)
{
    output.Word("link_type", "    link/", link.type);
    if (!link.address.empty())
    {
        output.Word("address", "", link.address, "");
    }
    if (!link.broadcastAddress.empty())
    {
        output.Word("broadcast", " brd ", link.broadcastAddress, "");
    }
    if (!link.permanentAddress.empty() && link.permanentAddress != link.address)
    {
        output.Word("permaddr", " permaddr ", link.permanentAddress, "");
    }
    if (link.peerIndex)
    {
        output.JsonOnly("link_netnsid", 0);
        output.TextOnly(" link-netns " + link.peerNamespace);
    }
}

/**
 * @brief Write what -d adds.
 * @param output where to
 * @param link the device
 */
void
WriteDetails(IpOutput& output, const LinkSnapshot& link)
{
    output.Number("promiscuity", " promiscuity ", 0);
    output.Number("allmulti", " allmulti ", 0);
    output.Number("min_mtu", "minmtu ", link.minMtu);
    output.Number("max_mtu", "maxmtu ", link.maxMtu);
    if (!link.kind.empty() || link.slave)
    {
        output.Open("linkinfo");
        if (!link.kind.empty())
        {
            output.Word("info_kind", "\n    ", link.kind);
        }
        if (link.bond)
        {
            output.Open("info_data");
            WriteBondFields(output, *link.bond);
            output.Close();
        }
        if (link.slave)
        {
            output.Word("info_slave_kind", "\n    ", "bond", "_slave ");
            output.Open("info_slave_data");
            WriteBondSlaveFields(output, *link.slave);
            output.Close();
        }
        output.Close();
    }
    output.Word("inet6_addr_gen_mode", "addrgenmode ", "eui64");
    output.Number("num_tx_queues", "numtxqueues ", link.txQueues);
    output.Number("num_rx_queues", "numrxqueues ", link.rxQueues);
    output.Number("gso_max_size", "gso_max_size ", link.gsoMaxSize);
    output.Number("gso_max_segs", "gso_max_segs ", link.gsoMaxSegments);
    output.Number("tso_max_size", "tso_max_size ", link.tsoMaxSize);
    output.Number("tso_max_segs", "tso_max_segs ", link.tsoMaxSegments);
    output.Number("gro_max_size", "gro_max_size ", link.groMaxSize);
}

/**
 * @brief Write everything but the counters (print_linkinfo).
 * @param output where to
 * @param link the device
 * @param switches what to write
 */
void
WriteLink(IpOutput& output, const LinkSnapshot& link, const IpLinkReport::Switches& switches)
{
    WriteFirstLine(output, link);
    WriteAddresses(output, link);
    if (switches.details)
    {
        WriteDetails(output, link);
    }
    output.TextOnly("\n");
}

} // namespace

void
IpLinkReport::Print(std::ostream& os, const Ptr<NetDevice>& device, const Switches& switches)
{
    os << Text(device, switches);
}

std::string
IpLinkReport::Text(const Ptr<NetDevice>& device)
{
    return Text(device, Switches());
}

std::string
IpLinkReport::Text(const Ptr<NetDevice>& device, const Switches& switches)
{
    return Text(ReadLinkSnapshot(device), switches);
}

std::string
IpLinkReport::Json(const Ptr<NetDevice>& device)
{
    return Json(device, Switches());
}

std::string
IpLinkReport::Json(const Ptr<NetDevice>& device, const Switches& switches, int indent)
{
    return Json(ReadLinkSnapshot(device), switches, indent);
}

std::string
IpLinkReport::Text(const LinkSnapshot& link, const Switches& switches)
{
    std::ostringstream text;
    IpTextOutput output(text);
    WriteLink(output, link, switches);
    if (switches.statistics > 0)
    {
        PrintLinkStatistics(text, link.statistics, switches.statistics > 1);
    }
    return text.str();
}

std::string
IpLinkReport::Json(const LinkSnapshot& link, const Switches& switches, int indent)
{
    IpJsonOutput output;
    WriteLink(output, link, switches);
    if (switches.statistics > 0)
    {
        WriteLinkStatistics(output, link.statistics, switches.statistics > 1);
    }
    return output.GetText(indent);
}

} // namespace ns3
