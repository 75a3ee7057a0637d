/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SOURCE_PORTS_H
#define LINUX_TX_SOURCE_PORTS_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Source ports of connections, from net.ipv4.ip_local_port_range of 6.1.
 */
class SourcePorts
{
  public:
    static constexpr uint16_t FIRST = 32768; //!< least port of the range
    static constexpr uint16_t LAST = 60999;  //!< greatest port of the range
    /// Most ports that any kind can give.
    static constexpr uint32_t MOST = (LAST - FIRST + 1) / 2;

    /// The kinds of Choose().
    static const std::vector<std::string> KINDS;

    /**
     * @brief Choose ports, all of them different.
     * @param kind even: every other one from the first, which connect() prefers since Linux 4.2;
     *        consecutive: one after the other; random: from the whole range, by --RngRun
     * @param n how many; at most MOST
     * @return the ports
     */
    static std::vector<uint16_t> Choose(const std::string& kind, uint32_t n);
};

} // namespace ns3

#endif /* LINUX_TX_SOURCE_PORTS_H */
