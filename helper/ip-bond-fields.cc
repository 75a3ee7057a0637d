/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ip-bond-fields.h"

#include <array>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// What iproute2 prints of an option.
enum class FieldKind
{
    NUMBER,       //!< a number
    WORD,         //!< its name
    WORD_OR_NULL, //!< its name; none is null in JSON
    LIST,         //!< a list
    AD_INFO,      //!< no option: the active aggregator stands here
};

/// An option in the output of iproute2.
struct BondField
{
    FieldKind kind;     //!< how it is printed
    const char* option; //!< what the kernel's attribute is called
    const char* text;   //!< what the text calls it
    const char* json;   //!< what JSON calls it
};

/// All fields in their order; an option that reads empty is left out. Three names of iproute2
/// differ between text and JSON, and peer_notify_delay differs from the option's own name.
constexpr std::array<BondField, 31> BOND_FIELDS{{
    {FieldKind::WORD, "mode", "mode", "mode"},
    {FieldKind::WORD, "active_slave", "active_slave", "active_slave"},
    {FieldKind::NUMBER, "miimon", "miimon", "miimon"},
    {FieldKind::NUMBER, "updelay", "updelay", "updelay"},
    {FieldKind::NUMBER, "downdelay", "downdelay", "downdelay"},
    {FieldKind::NUMBER, "peer_notif_delay", "peer_notify_delay", "peer_notify_delay"},
    {FieldKind::NUMBER, "use_carrier", "use_carrier", "use_carrier"},
    {FieldKind::NUMBER, "arp_interval", "arp_interval", "arp_interval"},
    {FieldKind::NUMBER, "arp_missed_max", "arp_missed_max", "arp_missed_max"},
    {FieldKind::LIST, "arp_ip_target", "arp_ip_target", "arp_ip_target"},
    {FieldKind::LIST, "ns_ip6_target", "ns_ip6_target", "ns_ip6_target"},
    {FieldKind::WORD_OR_NULL, "arp_validate", "arp_validate", "arp_validate"},
    {FieldKind::WORD, "arp_all_targets", "arp_all_targets", "arp_all_targets"},
    {FieldKind::WORD, "primary", "primary", "primary"},
    {FieldKind::WORD, "primary_reselect", "primary_reselect", "primary_reselect"},
    {FieldKind::WORD, "fail_over_mac", "fail_over_mac", "fail_over_mac"},
    {FieldKind::WORD, "xmit_hash_policy", "xmit_hash_policy", "xmit_hash_policy"},
    {FieldKind::NUMBER, "resend_igmp", "resend_igmp", "resend_igmp"},
    {FieldKind::NUMBER, "num_grat_arp", "num_grat_arp", "num_peer_notif"},
    {FieldKind::NUMBER, "all_slaves_active", "all_slaves_active", "all_slaves_active"},
    {FieldKind::NUMBER, "min_links", "min_links", "min_links"},
    {FieldKind::NUMBER, "lp_interval", "lp_interval", "lp_interval"},
    {FieldKind::NUMBER, "packets_per_slave", "packets_per_slave", "packets_per_slave"},
    {FieldKind::WORD, "lacp_active", "lacp_active", "ad_lacp_active"},
    {FieldKind::WORD, "lacp_rate", "lacp_rate", "ad_lacp_rate"},
    {FieldKind::WORD, "ad_select", "ad_select", "ad_select"},
    {FieldKind::AD_INFO, nullptr, nullptr, nullptr},
    {FieldKind::NUMBER, "ad_actor_sys_prio", "ad_actor_sys_prio", "ad_actor_sys_prio"},
    {FieldKind::NUMBER, "ad_user_port_key", "ad_user_port_key", "ad_user_port_key"},
    {FieldKind::WORD, "ad_actor_system", "ad_actor_system", "ad_actor_system"},
    {FieldKind::NUMBER, "tlb_dynamic_lb", "tlb_dynamic_lb", "tlb_dynamic_lb"},
}};

/// Names of the bits of a port's state (print_slave_oper_state), the lowest first.
constexpr std::array<const char*, 8> PORT_STATE_NAMES{
    "active",
    "short_timeout",
    "aggregating",
    "in_sync",
    "collecting",
    "distributing",
    "defaulted",
    "expired",
};

/// mii_status by the number of the link monitor's verdict.
constexpr std::array<const char*, 4> MII_STATUS_NAMES{"UP", "GOING_DOWN", "DOWN", "GOING_BACK"};

/**
 * @brief A hardware address in text.
 * @param address the address
 * @return its text
 */
std::string
Spell(const Mac48Address& address)
{
    std::ostringstream text;
    text << address;
    return text.str();
}

/**
 * @brief Write the active aggregator, if there is one.
 * @param output where to
 * @param bond the bond
 */
void
WriteAdInfo(IpOutput& output, const BondSnapshot& bond)
{
    if (!bond.aggregator)
    {
        return;
    }
    output.Open("ad_info");
    output.Number("aggregator", "ad_aggregator ", bond.aggregator->id);
    output.Number("num_ports", "ad_num_ports ", bond.aggregator->ports);
    output.Number("actor_key", "ad_actor_key ", bond.aggregator->actorKey);
    output.Number("partner_key", "ad_partner_key ", bond.aggregator->partnerKey);
    output.Word("partner_mac", "ad_partner_mac ", Spell(bond.aggregator->partnerSystem));
    output.Close();
}

/**
 * @brief Write a list, unless it is empty.
 * @param output where to
 * @param field its names
 * @param words the list
 */
void
WriteList(IpOutput& output, const BondField& field, const std::vector<std::string>& words)
{
    if (!words.empty())
    {
        output.List(field.json, field.text + std::string(" "), words);
    }
}

/**
 * @brief Write an option that has a value.
 * @param output where to
 * @param field its names
 * @param value its value
 */
void
WriteValue(IpOutput& output, const BondField& field, const std::string& value)
{
    const std::string before = field.text + std::string(" ");
    switch (field.kind)
    {
    case FieldKind::NUMBER:
        output.Number(field.json, before, std::stoll(value));
        break;
    case FieldKind::WORD_OR_NULL:
        if (value == "none")
        {
            output.Null(field.json, before, value);
            break;
        }
        [[fallthrough]];
    default:
        output.Word(field.json, before, value);
        break;
    }
}

/**
 * @brief Write a port's state, as number and as names.
 * @param output where to
 * @param key JSON key and text of the number
 * @param namesKey JSON key and text of the names
 * @param state the state
 */
void
WritePortState(IpOutput& output, const char* key, const char* namesKey, uint8_t state)
{
    output.Number(key, key + std::string(" "), state);
    std::vector<std::string> names;
    for (std::size_t bit = 0; bit < PORT_STATE_NAMES.size(); ++bit)
    {
        if (state & (1U << bit))
        {
            names.emplace_back(PORT_STATE_NAMES[bit]);
        }
    }
    output.List(namesKey, namesKey + std::string(" <"), names, "> ");
}

} // namespace

void
WriteBondFields(IpOutput& output, const BondSnapshot& bond)
{
    for (const BondField& field : BOND_FIELDS)
    {
        if (field.kind == FieldKind::AD_INFO)
        {
            WriteAdInfo(output, bond);
            continue;
        }
        if (field.kind == FieldKind::LIST)
        {
            WriteList(output, field, bond.GetOptionList(field.option));
            continue;
        }
        const std::string value = bond.GetOptionWord(field.option);
        if (!value.empty())
        {
            WriteValue(output, field, value);
        }
    }
}

void
WriteBondSlaveFields(IpOutput& output, const BondSlaveSnapshot& slave)
{
    output.Word("state", "state ", slave.state == BondSlave::ACTIVE ? "ACTIVE" : "BACKUP");
    output.Word("mii_status",
                "mii_status ",
                MII_STATUS_NAMES.at(static_cast<std::size_t>(slave.link)));
    output.Number("link_failure_count", "link_failure_count ", slave.linkFailures);
    output.Word("perm_hwaddr", "perm_hwaddr ", Spell(slave.permanentAddress));
    output.Number("queue_id", "queue_id ", slave.queueId);
    output.Number("prio", "prio ", slave.priority);
    if (!slave.port)
    {
        return;
    }
    if (slave.port->aggregator)
    {
        output.Number("ad_aggregator_id", "ad_aggregator_id ", *slave.port->aggregator);
        WritePortState(output,
                       "ad_actor_oper_port_state",
                       "ad_actor_oper_port_state_str",
                       slave.port->actor.state);
        WritePortState(output,
                       "ad_partner_oper_port_state",
                       "ad_partner_oper_port_state_str",
                       slave.port->partner.state);
    }
}

} // namespace ns3
