/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_FLOW_DISSECTOR_H
#define LINUX_TX_BOND_FLOW_DISSECTOR_H

#include "ns3/bond-flow-keys.h"
#include "ns3/bond-frame.h"
#include "ns3/bond-header-window.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What layer2+3 and layer3+4 hash (bond_flow_dissect with bond_flow_ip).
 *
 * These policies look at the first IP header and what is directly behind it: not past IPv6
 * extension headers, not into tunnels, and not at IP behind a tag in the frame's data. One thing
 * lies deeper: an ICMP error counts as part of the flow whose packet it quotes.
 *
 * One object takes one frame apart; TransmitHash makes it.
 */
class BondFlowDissector
{
  public:
    /**
     * @brief Constructor.
     * @param frame the frame; must outlive the dissector
     * @param withPorts whether ports are wanted, as layer3+4 does
     */
    BondFlowDissector(const BondFrame& frame, bool withPorts);

    /**
     * @brief Take the frame apart.
     * @return what is hashed; nothing if there is no whole IP header, or none in what an ICMP error
     *         quotes
     */
    std::optional<BondFlowKeys> Dissect();

  private:
    /**
     * @brief Read an IP header, and the ports behind it (bond_flow_ip).
     * @return false if there is none, or not all of it
     */
    bool ReadIp();

    /**
     * @brief Is the message that was read an error that quotes a packet (icmp_is_err,
     *        icmpv6_is_err)?
     * @return true if so
     */
    bool IsIcmpError() const;

    BondHeaderWindow m_window;         //!< the frame's bytes
    uint16_t m_etherType;              //!< its EtherType
    bool m_withPorts;                  //!< ports are wanted
    BondFlowKeys m_keys;               //!< what was read
    std::size_t m_offset{0};           //!< where the next header begins
    std::optional<uint8_t> m_protocol; //!< what it is; nothing behind a fragment's header
};

} // namespace ns3

#endif /* LINUX_TX_BOND_FLOW_DISSECTOR_H */
