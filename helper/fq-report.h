/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_REPORT_H
#define LINUX_TX_FQ_REPORT_H

#include "ns3/ptr.h"

#include <string>

namespace ns3
{

class LinuxFqQueueDisc;

/**
 * @ingroup linux-tx
 * @brief What tc says about fq beside what it says about every queue disc (tc/q_fq.c of iproute2
 *        6.1). QdiscReport is its caller.
 */
class FqReport
{
  public:
    /**
     * @brief Its parameters (fq_print_opt).
     * @param fq the queue disc
     * @return what follows "root refcnt 2 ", without newline
     */
    static std::string SpellParameters(const Ptr<LinuxFqQueueDisc>& fq);

    /**
     * @brief Its statistics (fq_print_xstats). As tc does, it leaves out some figures that are 0.
     * @param fq the queue disc
     * @return lines, each with its newline
     */
    static std::string SpellStatistics(const Ptr<LinuxFqQueueDisc>& fq);
};

} // namespace ns3

#endif /* LINUX_TX_FQ_REPORT_H */
