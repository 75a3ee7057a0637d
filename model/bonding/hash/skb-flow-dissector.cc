/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/skb-flow-dissector.h"

namespace ns3
{

namespace
{

/// EtherTypes (ETH_P_*).
enum EtherType : uint16_t
{
    TYPE_IPV4 = 0x0800,
    TYPE_ARP = 0x0806,
    TYPE_BATMAN = 0x4305,
    TYPE_TEB = 0x6558,
    TYPE_RARP = 0x8035,
    TYPE_8021Q = 0x8100,
    TYPE_IPV6 = 0x86dd,
    TYPE_GRE_PPP = 0x880b,
    TYPE_MPLS_UNICAST = 0x8847,
    TYPE_MPLS_MULTICAST = 0x8848,
    TYPE_PPPOE_SESSION = 0x8864,
    TYPE_8021AD = 0x88a8,
    TYPE_TIPC = 0x88ca,
    TYPE_1588 = 0x88f7,
    TYPE_PRP = 0x88fb,
    TYPE_FCOE = 0x8906,
    TYPE_HSR = 0x892f,
};

/// Protocols in PPP (PPP_*).
enum PppProtocol : uint16_t
{
    PPP_IP = 0x0021,
    PPP_IPV6 = 0x0057,
    PPP_MPLS_UNICAST = 0x0281,
    PPP_MPLS_MULTICAST = 0x0283,
};

/// Flags of GRE.
enum GreFlag : uint16_t
{
    GRE_CHECKSUM = 0x8000,
    GRE_ROUTING = 0x4000,
    GRE_KEY = 0x2000,
    GRE_SEQUENCE = 0x1000,
    GRE_ACKNOWLEDGEMENT = 0x0080,
    GRE_VERSION = 0x0007,
};

/// Lengths of headers, in bytes.
constexpr std::size_t ETHERNET_LENGTH = 14;
constexpr std::size_t VLAN_TAG_LENGTH = 4;
constexpr std::size_t PPPOE_LENGTH = 8; // with PPP's protocol field
constexpr std::size_t TIPC_LENGTH = 16;
constexpr std::size_t BATMAN_LENGTH = 10;
constexpr std::size_t HSR_TAG_LENGTH = 6;
constexpr std::size_t PTP_LENGTH = 34;
constexpr std::size_t FCOE_LENGTH = 38;
constexpr std::size_t GRE_LENGTH = 4;
constexpr std::size_t GRE_FIELD_LENGTH = 4; // checksum, key, sequence, acknowledgement
constexpr std::size_t PPP_LENGTH = 4;
constexpr std::size_t IPV6_FRAGMENT_LENGTH = 8;

constexpr int MAX_TAGS = 7;              // VLAN_MAX_DEPTH, less the check before use
constexpr uint8_t BATMAN_UNICAST = 0x40; // BATADV_UNICAST
constexpr uint8_t BATMAN_VERSION = 15;   // BATADV_COMPAT_VERSION

/**
 * @brief Does a VLAN tag follow (eth_type_vlan)?
 * @param etherType the EtherType
 * @return true if so
 */
bool
IsVlan(uint16_t etherType)
{
    return etherType == TYPE_8021Q || etherType == TYPE_8021AD;
}

} // namespace

SkbFlowDissector::SkbFlowDissector(const BondFrame& frame)
    : m_window(frame),
      m_frameType(frame.GetEtherType()),
      m_hasTagBeside(frame.GetVlanTag().has_value()),
      m_etherType(m_frameType),
      m_offset(FindNetworkHeader())
{
}

std::optional<BondFlowKeys>
SkbFlowDissector::Dissect()
{
    Step step = ReadByEtherType();
    while (step != Step::OUT_GOOD && step != Step::OUT_BAD)
    {
        // what follows its own IP header is no further step
        if (step != Step::CONTINUE && !IsAllowed())
        {
            break;
        }
        step = step == Step::PROTO_AGAIN ? ReadByEtherType() : ReadByProtocol();
    }
    if (step == Step::OUT_BAD)
    {
        return std::nullopt;
    }
    return m_keys;
}

std::size_t
SkbFlowDissector::FindNetworkHeader()
{
    // The packet socket (packet_parse_headers) and the VLAN device put it there, although the
    // frame's type stays that of the first tag. So the dissector will take what follows the tags
    // for a tag: as a rule it finds no known EtherType in it, and the policy falls back to layer2.
    uint16_t etherType = m_frameType;
    std::size_t offset = 0;
    for (int nTags = 0; IsVlan(etherType); ++nTags)
    {
        const uint8_t* tag = m_window.Get(offset, VLAN_TAG_LENGTH);
        if (!tag || nTags == MAX_TAGS)
        {
            return 0;
        }
        etherType = BondHeaderWindow::ReadBig16(tag + 2);
        offset += VLAN_TAG_LENGTH;
    }
    return etherType == 0 ? 0 : offset;
}

bool
SkbFlowDissector::IsAllowed()
{
    return ++m_nHeaders <= MAX_HEADERS;
}

SkbFlowDissector::Step
SkbFlowDissector::ReadByEtherType()
{
    switch (m_etherType)
    {
    case TYPE_IPV4:
        return ReadIpv4();
    case TYPE_IPV6:
        return ReadIpv6();
    case TYPE_8021Q:
    case TYPE_8021AD:
        return ReadVlanTag();
    case TYPE_PPPOE_SESSION:
        return ReadPppoe();
    case TYPE_TIPC:
        return ReadTipc();
    case TYPE_BATMAN:
        return ReadBatman();
    case TYPE_PRP:
    case TYPE_HSR:
        return ReadHsrTag();
    case TYPE_ARP:
    case TYPE_RARP:
    case TYPE_MPLS_UNICAST:
    case TYPE_MPLS_MULTICAST:
        // a bond asks for none of their fields, so not even the header has to be there
        return Step::OUT_GOOD;
    case TYPE_1588:
        return EndAt(PTP_LENGTH);
    case TYPE_FCOE:
        return EndAt(FCOE_LENGTH);
    default:
        return Step::OUT_BAD;
    }
}

SkbFlowDissector::Step
SkbFlowDissector::ReadByProtocol()
{
    const Step step = ReadHeaderBehindIp();
    // Behind an extension header m_protocol and m_offset are those of the next header already.
    if (step != Step::OUT_BAD && !m_isFragment)
    {
        m_keys.ReadPorts(m_window, m_offset, m_protocol);
    }
    return step;
}

SkbFlowDissector::Step
SkbFlowDissector::ReadHeaderBehindIp()
{
    switch (m_protocol)
    {
    case BondFlowKeys::GRE:
        return ReadGre();
    case BondFlowKeys::HOP_BY_HOP:
    case BondFlowKeys::ROUTING:
    case BondFlowKeys::DESTINATION:
        return m_etherType == TYPE_IPV6 ? ReadExtension() : Step::OUT_GOOD;
    case BondFlowKeys::FRAGMENT:
        return m_etherType == TYPE_IPV6 ? ReadIpv6Fragment() : Step::OUT_GOOD;
    case BondFlowKeys::IPIP:
        return GoTo(TYPE_IPV4);
    case BondFlowKeys::IPV6:
        return GoTo(TYPE_IPV6);
    case BondFlowKeys::MPLS:
        return GoTo(TYPE_MPLS_UNICAST);
    case BondFlowKeys::ICMP:
    case BondFlowKeys::ICMPV6:
        m_keys.ReadIcmp(m_window, m_offset);
        return Step::OUT_GOOD;
    default:
        return Step::OUT_GOOD;
    }
}

SkbFlowDissector::Step
SkbFlowDissector::ReadIpv4()
{
    const uint8_t* header = m_window.Get(m_offset, BondFlowKeys::IPV4_LENGTH);
    // the version is not looked at
    if (!header || (header[0] & 0xf) < BondFlowKeys::IPV4_LENGTH / 4)
    {
        return Step::OUT_BAD;
    }
    m_offset += (header[0] & 0xf) * 4;
    m_protocol = header[9];
    m_keys.ReadIpv4Addresses(header);
    if (BondFlowKeys::IsIpv4Fragment(header))
    {
        m_isFragment = true;
        return Step::OUT_GOOD;
    }
    return Step::CONTINUE;
}

SkbFlowDissector::Step
SkbFlowDissector::ReadIpv6()
{
    const uint8_t* header = m_window.Get(m_offset, BondFlowKeys::IPV6_LENGTH);
    if (!header)
    {
        return Step::OUT_BAD;
    }
    m_offset += BondFlowKeys::IPV6_LENGTH;
    m_protocol = header[6];
    m_keys.ReadIpv6Addresses(header);
    // The flow label is among the keys, but bond_xmit_hash() does not use it.
    return Step::CONTINUE;
}

SkbFlowDissector::Step
SkbFlowDissector::ReadVlanTag()
{
    // The first tag met is taken to be the one beside the frame, if there is one.
    if (m_tags == Tags::NONE && m_hasTagBeside)
    {
        m_etherType = m_frameType;
    }
    else
    {
        const uint8_t* tag = m_window.Get(m_offset, VLAN_TAG_LENGTH);
        if (!tag)
        {
            return Step::OUT_BAD;
        }
        m_etherType = BondHeaderWindow::ReadBig16(tag + 2);
        m_offset += VLAN_TAG_LENGTH;
    }
    m_tags = m_tags == Tags::NONE ? Tags::ONE : Tags::MORE;
    return Step::PROTO_AGAIN;
}

SkbFlowDissector::Step
SkbFlowDissector::ReadPppoe()
{
    const uint8_t* header = m_window.Get(m_offset, PPPOE_LENGTH);
    // version 1, type 1, code 0: a session's data (is_pppoe_ses_hdr_valid)
    if (!header || header[0] != 0x11 || header[1] != 0)
    {
        return Step::OUT_BAD;
    }
    uint16_t protocol = BondHeaderWindow::ReadBig16(header + 6);
    if (protocol & 0x0100)
    {
        // the protocol field is compressed to one byte
        protocol >>= 8;
        m_offset += PPPOE_LENGTH - 1;
    }
    else
    {
        m_offset += PPPOE_LENGTH;
    }
    switch (protocol)
    {
    case PPP_IP:
        return GoTo(TYPE_IPV4);
    case PPP_IPV6:
        return GoTo(TYPE_IPV6);
    case PPP_MPLS_UNICAST:
        return GoTo(TYPE_MPLS_UNICAST);
    case PPP_MPLS_MULTICAST:
        return GoTo(TYPE_MPLS_MULTICAST);
    default:
        // ppp_proto_is_valid
        return (protocol & 0x0101) == 0x0001 ? Step::OUT_GOOD : Step::OUT_BAD;
    }
}

SkbFlowDissector::Step
SkbFlowDissector::ReadTipc()
{
    const uint8_t* header = m_window.Get(m_offset, TIPC_LENGTH);
    if (!header)
    {
        return Step::OUT_BAD;
    }
    // The source node. The kernel takes a random number for probes instead, to spread them over the
    // processors of their receiver; a hash that is a function of the frame cannot.
    m_keys.source = BondHeaderWindow::ReadLittle32(header + 12);
    m_keys.destination = 0;
    return Step::OUT_GOOD;
}

SkbFlowDissector::Step
SkbFlowDissector::ReadBatman()
{
    const uint8_t* header = m_window.Get(m_offset, BATMAN_LENGTH + ETHERNET_LENGTH);
    if (!header || header[0] != BATMAN_UNICAST || header[1] != BATMAN_VERSION)
    {
        return Step::OUT_BAD;
    }
    m_offset += BATMAN_LENGTH + ETHERNET_LENGTH;
    return GoTo(BondHeaderWindow::ReadBig16(header + BATMAN_LENGTH + ETHERNET_LENGTH - 2));
}

SkbFlowDissector::Step
SkbFlowDissector::ReadHsrTag()
{
    const uint8_t* tag = m_window.Get(m_offset, HSR_TAG_LENGTH);
    if (!tag)
    {
        return Step::OUT_BAD;
    }
    m_offset += HSR_TAG_LENGTH;
    return GoTo(BondHeaderWindow::ReadBig16(tag + 4));
}

SkbFlowDissector::Step
SkbFlowDissector::ReadGre()
{
    const uint8_t* header = m_window.Get(m_offset, GRE_LENGTH);
    if (!header)
    {
        return Step::OUT_BAD;
    }
    const uint16_t flags = BondHeaderWindow::ReadBig16(header);
    const int version = flags & GRE_VERSION;
    uint16_t inner = BondHeaderWindow::ReadBig16(header + 2);
    if ((flags & GRE_ROUTING) || version > 1)
    {
        return Step::OUT_GOOD;
    }
    if (version == 1 && (inner != TYPE_GRE_PPP || !(flags & GRE_KEY)))
    {
        return Step::OUT_GOOD;
    }
    std::size_t length = GRE_LENGTH;
    if (flags & GRE_CHECKSUM)
    {
        length += GRE_FIELD_LENGTH;
    }
    if (flags & GRE_KEY)
    {
        // of the optional fields only this one is read, though not used
        if (!m_window.Get(m_offset + length, GRE_FIELD_LENGTH))
        {
            return Step::OUT_BAD;
        }
        length += GRE_FIELD_LENGTH;
    }
    if (flags & GRE_SEQUENCE)
    {
        length += GRE_FIELD_LENGTH;
    }
    if (version == 0 && inner == TYPE_TEB)
    {
        const uint8_t* ethernet = m_window.Get(m_offset + length, ETHERNET_LENGTH);
        if (!ethernet)
        {
            return Step::OUT_BAD;
        }
        inner = BondHeaderWindow::ReadBig16(ethernet + ETHERNET_LENGTH - 2);
        length += ETHERNET_LENGTH;
    }
    else if (version == 1)
    {
        // PPTP
        if (flags & GRE_ACKNOWLEDGEMENT)
        {
            length += GRE_FIELD_LENGTH;
        }
        const uint8_t* ppp = m_window.Get(m_offset + length, PPP_LENGTH);
        if (!ppp)
        {
            return Step::OUT_BAD;
        }
        const uint16_t protocol = BondHeaderWindow::ReadBig16(ppp + 2);
        if (protocol == PPP_IP)
        {
            inner = TYPE_IPV4;
        }
        else if (protocol == PPP_IPV6)
        {
            inner = TYPE_IPV6;
        }
        length += PPP_LENGTH;
    }
    m_offset += length;
    return GoTo(inner);
}

SkbFlowDissector::Step
SkbFlowDissector::ReadExtension()
{
    const uint8_t* header = m_window.Get(m_offset, 2);
    if (!header)
    {
        return Step::OUT_BAD;
    }
    m_protocol = header[0];
    m_offset += (header[1] + 1) * 8;
    return Step::IPPROTO_AGAIN;
}

SkbFlowDissector::Step
SkbFlowDissector::ReadIpv6Fragment()
{
    const uint8_t* header = m_window.Get(m_offset, IPV6_FRAGMENT_LENGTH);
    if (!header)
    {
        return Step::OUT_BAD;
    }
    m_isFragment = true;
    return Step::OUT_GOOD;
}

SkbFlowDissector::Step
SkbFlowDissector::EndAt(std::size_t length)
{
    return m_window.Get(m_offset, length) ? Step::OUT_GOOD : Step::OUT_BAD;
}

SkbFlowDissector::Step
SkbFlowDissector::GoTo(uint16_t etherType)
{
    m_etherType = etherType;
    return Step::PROTO_AGAIN;
}

} // namespace ns3
