/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINK_STATISTICS_REPORT_H
#define LINUX_TX_LINK_STATISTICS_REPORT_H

#include "ns3/ip-output.h"
#include "ns3/link-snapshot.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Print counters as the table of `ip -s link show` (print_stats64 of iproute2 6.1).
 *
 * Columns are as wide as their widest number.
 * @param os where to
 * @param statistics the counters
 * @param errors print the kinds of errors, too (-s -s)
 */
void PrintLinkStatistics(std::ostream& os, const LinkStatistics& statistics, bool errors);

/**
 * @ingroup linux-tx
 * @brief Write counters as the member stats64 of `ip -j -s link show`.
 * @param output where to
 * @param statistics the counters
 * @param errors write the kinds of errors, too (-s -s)
 */
void WriteLinkStatistics(IpOutput& output, const LinkStatistics& statistics, bool errors);

} // namespace ns3

#endif /* LINUX_TX_LINK_STATISTICS_REPORT_H */
