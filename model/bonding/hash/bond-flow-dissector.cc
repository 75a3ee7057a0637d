/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-flow-dissector.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"

namespace ns3
{

BondFlowDissector::BondFlowDissector(const BondFrame& frame, bool withPorts)
    : m_window(frame),
      m_etherType(frame.GetEtherType()),
      m_withPorts(withPorts)
{
}

std::optional<BondFlowKeys>
BondFlowDissector::Dissect()
{
    if (!ReadIp())
    {
        return std::nullopt;
    }
    if (m_protocol == BondFlowKeys::ICMP || m_protocol == BondFlowKeys::ICMPV6)
    {
        m_keys.ReadIcmp(m_window, m_offset);
        if (IsIcmpError())
        {
            // The quoted packet is taken to be of the same IP version. Its protocol replaces the
            // error's, unless it is a fragment, which has none.
            m_offset += BondFlowKeys::ICMP_LENGTH;
            if (!ReadIp())
            {
                return std::nullopt;
            }
        }
    }
    return m_keys;
}

bool
BondFlowDissector::ReadIp()
{
    if (m_etherType == Ipv4L3Protocol::PROT_NUMBER)
    {
        const uint8_t* header = m_window.Get(m_offset, BondFlowKeys::IPV4_LENGTH);
        if (!header)
        {
            return false;
        }
        m_keys.ReadIpv4Addresses(header);
        // The header's length is not checked, so one of 0 finds "ports" in the header itself.
        m_offset += (header[0] & 0xf) * 4;
        if (!BondFlowKeys::IsIpv4Fragment(header))
        {
            m_protocol = header[9];
        }
    }
    else if (m_etherType == Ipv6L3Protocol::PROT_NUMBER)
    {
        const uint8_t* header = m_window.Get(m_offset, BondFlowKeys::IPV6_LENGTH);
        if (!header)
        {
            return false;
        }
        m_keys.ReadIpv6Addresses(header);
        m_offset += BondFlowKeys::IPV6_LENGTH;
        m_protocol = header[6];
    }
    else
    {
        return false;
    }
    if (m_withPorts && m_protocol)
    {
        m_keys.ReadPorts(m_window, m_offset, *m_protocol);
    }
    return true;
}

bool
BondFlowDissector::IsIcmpError() const
{
    switch (m_keys.icmpType)
    {
    case 3: // destination unreachable; ICMPv6: time exceeded
    case 4: // source quench; ICMPv6: parameter problem
        return true;
    case 5:  // redirect
    case 11: // time exceeded
    case 12: // parameter problem
        return m_protocol == BondFlowKeys::ICMP;
    case 1: // destination unreachable
    case 2: // packet too big
        return m_protocol == BondFlowKeys::ICMPV6;
    default:
        return false;
    }
}

} // namespace ns3
