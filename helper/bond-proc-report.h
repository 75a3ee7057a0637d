/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_PROC_REPORT_H
#define LINUX_TX_BOND_PROC_REPORT_H

#include "ns3/bond-snapshot.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What `cat /proc/net/bonding/NAME` says of a bond, as root reads it (bond_procfs.c of 6.1).
 *
 * The first line names the kernel of the reference, so that whole texts can be compared. It only
 * reads; anybody may call it at any time.
 */
class BondProcReport
{
  public:
    /// The release that the first line names (UTS_RELEASE).
    static constexpr const char* KERNEL_RELEASE = "6.1.0-57-amd64";

    /**
     * @brief Print the text of a bond.
     * @param os where to
     * @param bond the bond; a device that is no BondingNetDevice ends the program with one line, as
     *        there is no such file
     */
    static void Print(std::ostream& os, const Ptr<NetDevice>& bond);

    /**
     * @brief The text that Print() prints.
     * @param bond the bond
     * @return lines, each with its newline
     */
    static std::string Text(const Ptr<NetDevice>& bond);

    /**
     * @brief Print the text of a snapshot (bond_info_seq_show).
     * @param os where to
     * @param bond the snapshot
     */
    static void Print(std::ostream& os, const BondSnapshot& bond);
};

} // namespace ns3

#endif /* LINUX_TX_BOND_PROC_REPORT_H */
