/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-proc-report.h"

#include "ns3/bond-snapshot-reader.h"

#include <array>
#include <sstream>

namespace ns3
{

namespace
{

/// bond_mode_name(), by the mode's number.
constexpr std::array<const char*, 7> MODE_NAMES{
    "load balancing (round-robin)",
    "fault-tolerance (active-backup)",
    "load balancing (xor)",
    "fault-tolerance (broadcast)",
    "IEEE 802.3ad Dynamic link aggregation",
    "transmit load balancing",
    "adaptive load balancing",
};

/**
 * @brief bond_mode_uses_xmit_hash(): does the hash policy choose the slave?
 * @param bond the snapshot
 * @return true if so
 */
bool
UsesTransmitHash(const BondSnapshot& bond)
{
    switch (bond.mode)
    {
    case BondModeId::BALANCE_XOR:
    case BondModeId::IEEE_8023AD:
        return true;
    case BondModeId::BALANCE_TLB:
    case BondModeId::BALANCE_ALB:
        return bond.GetOptionWord("tlb_dynamic_lb") == "0";
    default:
        return false;
    }
}

/**
 * @brief bond_uses_primary().
 * @param mode the mode
 * @return true if there is a primary and an active slave
 */
bool
UsesPrimary(BondModeId mode)
{
    return mode == BondModeId::ACTIVE_BACKUP || mode == BondModeId::BALANCE_TLB ||
           mode == BondModeId::BALANCE_ALB;
}

/**
 * @brief A slave's name, or None.
 * @param name the name, or nothing
 * @return its text
 */
std::string
SpellSlave(const std::string& name)
{
    return name.empty() ? "None" : name;
}

/**
 * @brief Print a list of targets behind its title.
 * @param os where to
 * @param title the title
 * @param targets the targets
 */
void
PrintTargets(std::ostream& os, const char* title, const std::vector<std::string>& targets)
{
    os << title;
    const char* separator = " ";
    for (const std::string& target : targets)
    {
        os << separator << target;
        separator = ", ";
    }
    os << "\n";
}

/**
 * @brief Print the lines on ARP monitoring, if that is on.
 * @param os where to
 * @param bond the snapshot
 */
void
PrintArpMonitoring(std::ostream& os, const BondSnapshot& bond)
{
    const std::string interval = bond.GetOptionWord("arp_interval");
    if (interval == "0")
    {
        return;
    }
    os << "ARP Polling Interval (ms): " << interval << "\n"
       << "ARP Missed Max: " << bond.GetOptionWord("arp_missed_max") << "\n";
    PrintTargets(os, "ARP IP target/s (n.n.n.n form):", bond.GetOptionList("arp_ip_target"));
    PrintTargets(os, "NS IPv6 target/s (xx::xx form):", bond.GetOptionList("ns_ip6_target"));
}

/**
 * @brief Print the section on 802.3ad.
 * @param os where to
 * @param bond the snapshot
 */
void
Print8023ad(std::ostream& os, const BondSnapshot& bond)
{
    os << "\n802.3ad info\n"
       << "LACP active: " << bond.GetOptionWord("lacp_active") << "\n"
       << "LACP rate: " << bond.GetOptionWord("lacp_rate") << "\n"
       << "Min links: " << bond.GetOptionWord("min_links") << "\n"
       << "Aggregator selection policy (ad_select): " << bond.GetOptionWord("ad_select") << "\n"
       << "System priority: " << bond.systemPriority << "\n"
       << "System MAC address: " << bond.system << "\n";
    if (!bond.aggregator)
    {
        os << "bond " << bond.name << " has no active aggregator\n";
        return;
    }
    os << "Active Aggregator Info:\n"
       << "\tAggregator ID: " << bond.aggregator->id << "\n"
       << "\tNumber of ports: " << bond.aggregator->ports << "\n"
       << "\tActor Key: " << bond.aggregator->actorKey << "\n"
       << "\tPartner Key: " << bond.aggregator->partnerKey << "\n"
       << "\tPartner Mac Address: " << bond.aggregator->partnerSystem << "\n";
}

/**
 * @brief Print what the bond itself is (bond_info_show_master).
 * @param os where to
 * @param bond the snapshot
 */
void
PrintMaster(std::ostream& os, const BondSnapshot& bond)
{
    os << "Bonding Mode: " << MODE_NAMES.at(static_cast<std::size_t>(bond.mode));
    const std::string failOverMac = bond.GetOptionWord("fail_over_mac");
    if (bond.mode == BondModeId::ACTIVE_BACKUP && failOverMac != "none")
    {
        os << " (fail_over_mac " << failOverMac << ")";
    }
    os << "\n";

    if (UsesTransmitHash(bond))
    {
        const auto policy = bond.GetOptionList("xmit_hash_policy");
        os << "Transmit Hash Policy: " << policy.at(0) << " (" << policy.at(1) << ")\n";
    }

    if (UsesPrimary(bond.mode))
    {
        const std::string primary = bond.GetOptionWord("primary");
        os << "Primary Slave: " << SpellSlave(primary);
        if (!primary.empty())
        {
            os << " (primary_reselect " << bond.GetOptionWord("primary_reselect") << ")";
        }
        os << "\nCurrently Active Slave: " << SpellSlave(bond.GetOptionWord("active_slave"))
           << "\n";
    }

    os << "MII Status: " << (bond.carrier ? "up" : "down") << "\n"
       << "MII Polling Interval (ms): " << bond.GetOptionWord("miimon") << "\n"
       << "Up Delay (ms): " << bond.GetOptionWord("updelay") << "\n"
       << "Down Delay (ms): " << bond.GetOptionWord("downdelay") << "\n"
       << "Peer Notification Delay (ms): " << bond.GetOptionWord("peer_notif_delay") << "\n";

    PrintArpMonitoring(os, bond);
    if (bond.mode == BondModeId::IEEE_8023AD)
    {
        Print8023ad(os, bond);
    }
}

/**
 * @brief Print one side of a port.
 * @param os where to
 * @param who actor or partner
 * @param keyName what its key is called
 * @param side the side
 */
void
PrintLacpSide(std::ostream& os, const char* who, const char* keyName, const LacpPortParams& side)
{
    os << "details " << who << " lacp pdu:\n"
       << "    system priority: " << side.systemPriority << "\n"
       << "    system mac address: " << side.system << "\n"
       << "    " << keyName << " key: " << side.key << "\n"
       << "    port priority: " << side.portPriority << "\n"
       << "    port number: " << side.portNumber << "\n"
       << "    port state: " << +side.state << "\n";
}

/**
 * @brief Print the 802.3ad port of a slave.
 * @param os where to
 * @param port the port
 */
void
PrintPort(std::ostream& os, const LacpPortSnapshot& port)
{
    if (!port.aggregator)
    {
        os << "Aggregator ID: N/A\n";
        return;
    }
    os << "Aggregator ID: " << *port.aggregator << "\n"
       << "Actor Churn State: " << GetLacpChurnName(port.actorChurn) << "\n"
       << "Partner Churn State: " << GetLacpChurnName(port.partnerChurn) << "\n"
       << "Actor Churned Count: " << port.actorChurned << "\n"
       << "Partner Churned Count: " << port.partnerChurned << "\n";
    PrintLacpSide(os, "actor", "port", port.actor);
    PrintLacpSide(os, "partner", "oper", port.partner);
}

/**
 * @brief Print a slave (bond_info_show_slave).
 * @param os where to
 * @param slave the slave
 */
void
PrintSlave(std::ostream& os, const BondSlaveSnapshot& slave)
{
    os << "\nSlave Interface: " << slave.name << "\n"
       << "MII Status: " << GetBondLinkName(slave.link) << "\n";
    if (slave.speed == BondSlave::SPEED_UNKNOWN)
    {
        os << "Speed: Unknown\nDuplex: Unknown\n";
    }
    else
    {
        os << "Speed: " << slave.speed << " Mbps\n"
           << "Duplex: " << (slave.fullDuplex ? "full" : "half") << "\n";
    }
    os << "Link Failure Count: " << slave.linkFailures << "\n"
       << "Permanent HW addr: " << slave.permanentAddress << "\n"
       << "Slave queue ID: " << slave.queueId << "\n";
    if (slave.port)
    {
        PrintPort(os, *slave.port);
    }
}

} // namespace

void
BondProcReport::Print(std::ostream& os, const Ptr<NetDevice>& bond)
{
    Print(os, ReadBondSnapshot(bond));
}

std::string
BondProcReport::Text(const Ptr<NetDevice>& bond)
{
    std::ostringstream text;
    Print(text, bond);
    return text.str();
}

void
BondProcReport::Print(std::ostream& os, const BondSnapshot& bond)
{
    os << "Ethernet Channel Bonding Driver: v" << KERNEL_RELEASE << "\n\n";
    PrintMaster(os, bond);
    for (const BondSlaveSnapshot& slave : bond.slaves)
    {
        PrintSlave(os, slave);
    }
}

} // namespace ns3
