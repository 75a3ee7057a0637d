/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/transmit-hash.h"

#include "ns3/bond-flow-dissector.h"
#include "ns3/bond-flow-keys.h"
#include "ns3/bond-header-window.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/skb-flow-dissector.h"

namespace ns3
{

namespace
{

// --- 6.1 ---

/**
 * @brief bond_eth_hash: the last bytes of both addresses and the EtherType; layer2, and every
 *        policy but vlan+srcmac for frames it finds no IP header in.
 * @param frame the frame
 * @return the hash, 16 significant bits
 */
uint32_t
HashEthernet(const BondFrame& frame)
{
    return frame.GetDestination()[5] ^ frame.GetSource()[5] ^ frame.GetEtherType();
}

/**
 * @brief bond_ip_hash, but for the shift: mix the addresses in.
 * @param hash hash of the layer below or above
 * @param keys what was read
 * @return the hash
 */
uint32_t
FoldAddresses(uint32_t hash, const BondFlowKeys& keys)
{
    hash ^= keys.destination ^ keys.source;
    hash ^= hash >> 16;
    hash ^= hash >> 8;
    return hash;
}

/**
 * @brief FoldAddresses() of ports, without the lowest bit: many systems use even source ports only.
 * @param keys what was read
 * @return the hash
 */
uint32_t
FoldPorts(const BondFlowKeys& keys)
{
    return FoldAddresses(keys.GetPortsOrIcmp(), keys) >> 1;
}

/**
 * @brief layer2+3.
 * @param frame the frame
 * @return the hash
 */
uint32_t
HashLayer23(const BondFrame& frame)
{
    const auto keys = BondFlowDissector(frame, false).Dissect();
    return keys ? FoldAddresses(HashEthernet(frame), *keys) : HashEthernet(frame);
}

/**
 * @brief layer3+4.
 * @param frame the frame
 * @return the hash
 */
uint32_t
HashLayer34(const BondFrame& frame)
{
    const auto keys = BondFlowDissector(frame, true).Dissect();
    return keys ? FoldPorts(*keys) : HashEthernet(frame);
}

/**
 * @brief encap2+3.
 * @param frame the frame
 * @return the hash
 */
uint32_t
HashEncap23(const BondFrame& frame)
{
    const auto keys = SkbFlowDissector(frame).Dissect();
    return keys ? FoldAddresses(HashEthernet(frame), *keys) : HashEthernet(frame);
}

/**
 * @brief encap3+4: the socket's own hash if there is one.
 * @param frame the frame
 * @return the hash
 */
uint32_t
HashEncap34(const BondFrame& frame)
{
    if (const auto socketHash = frame.GetSocketHash())
    {
        return *socketHash;
    }
    const auto keys = SkbFlowDissector(frame).Dissect();
    return keys ? FoldPorts(*keys) : HashEthernet(frame);
}

/**
 * @brief bond_vlan_srcmac_hash: both halves of the source address and the tag beside the frame.
 * @param frame the frame
 * @return the hash, 24 significant bits
 */
uint32_t
HashVlanSourceMac(const BondFrame& frame)
{
    const auto& source = frame.GetSource();
    const uint32_t vendor = source[0] << 16 | source[1] << 8 | source[2];
    const uint32_t device = source[3] << 16 | source[4] << 8 | source[5];
    return frame.GetVlanTag().value_or(0) ^ vendor ^ device;
}

// --- 2.6 ---

/**
 * @brief layer2 without the EtherType (bond_xmit_hash_policy_l2).
 * @param frame the frame
 * @return the hash, 8 significant bits
 */
uint32_t
OldHashLayer2(const BondFrame& frame)
{
    return frame.GetDestination()[5] ^ frame.GetSource()[5];
}

/**
 * @brief The low 16 bits, as numbers in host order, of both IPv4 addresses.
 * @param header the IPv4 header
 * @return their xor
 */
uint32_t
OldFoldAddresses(const uint8_t* header)
{
    return BondHeaderWindow::ReadBig16(header + 14) ^ BondHeaderWindow::ReadBig16(header + 18);
}

/**
 * @brief The IPv4 header of a frame.
 * @param window the frame's bytes
 * @param frame the frame
 * @return the header; null if there is none, or not all of it
 */
const uint8_t*
GetIpv4Header(BondHeaderWindow& window, const BondFrame& frame)
{
    return frame.GetEtherType() == Ipv4L3Protocol::PROT_NUMBER
               ? window.Get(0, BondFlowKeys::IPV4_LENGTH)
               : nullptr;
}

/**
 * @brief layer2+3 (bond_xmit_hash_policy_l23).
 * @param frame the frame
 * @return the hash, 16 significant bits
 */
uint32_t
OldHashLayer23(const BondFrame& frame)
{
    BondHeaderWindow window(frame);
    const uint8_t* header = GetIpv4Header(window, frame);
    return (header ? OldFoldAddresses(header) : 0) ^ OldHashLayer2(frame);
}

/**
 * @brief layer3+4 (bond_xmit_hash_policy_l34): all bits of the ports, of TCP and UDP only.
 * @param frame the frame
 * @return the hash, 16 significant bits
 */
uint32_t
OldHashLayer34(const BondFrame& frame)
{
    BondHeaderWindow window(frame);
    const uint8_t* header = GetIpv4Header(window, frame);
    if (!header)
    {
        return OldHashLayer2(frame);
    }
    const uint32_t addresses = OldFoldAddresses(header);
    const uint8_t protocol = header[9];
    const bool hasPorts = protocol == BondFlowKeys::TCP || protocol == BondFlowKeys::UDP;
    if (!hasPorts || BondFlowKeys::IsIpv4Fragment(header))
    {
        return addresses;
    }
    const uint8_t* ports = window.Get((header[0] & 0xf) * 4, 4);
    return ports ? addresses ^ BondHeaderWindow::ReadBig16(ports) ^
                       BondHeaderWindow::ReadBig16(ports + 2)
                 : addresses;
}

} // namespace

TransmitHash::TransmitHash(XmitHashPolicy policy, XmitHashFormula formula)
    : m_function(Find(policy, formula))
{
}

TransmitHash::Function
TransmitHash::Find(XmitHashPolicy policy, XmitHashFormula formula)
{
    const bool isOld = formula == XmitHashFormula::LINUX_2_6;
    switch (policy)
    {
    case XmitHashPolicy::LAYER23:
        return isOld ? OldHashLayer23 : HashLayer23;
    case XmitHashPolicy::LAYER34:
        return isOld ? OldHashLayer34 : HashLayer34;
    case XmitHashPolicy::ENCAP23:
        return HashEncap23;
    case XmitHashPolicy::ENCAP34:
        return HashEncap34;
    case XmitHashPolicy::VLAN_SRCMAC:
        return HashVlanSourceMac;
    case XmitHashPolicy::LAYER2:
        break;
    }
    return isOld ? OldHashLayer2 : HashEthernet;
}

} // namespace ns3
