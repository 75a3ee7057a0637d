/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ETHTOOL_REPORT_H
#define LINUX_TX_ETHTOOL_REPORT_H

#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <ostream>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What ethtool 6.1 prints of a device of any kind; EthtoolHelper sets what can be set.
 *
 * A device whose driver would not know answers as ethtool does ("netlink error: Operation not
 * supported", "no stats available"), and "n/a" is what a driver does not say.
 */
class EthtoolReport
{
  public:
    /**
     * @brief `ethtool DEVICE`: speed, duplex and link. Speed and duplex are "Unknown!" while the
     *        link is down; a device without speed has neither line. A bond has the sum of its
     *        slaves that can send, or with broadcast the least of them.
     * @param os where to
     * @param device the device
     */
    static void PrintSettings(std::ostream& os, const Ptr<NetDevice>& device);

    /**
     * @brief `ethtool -k DEVICE`: the features that this module has; "[requested on]" behind one
     *        that is wanted, but that the device has not.
     * @param os where to
     * @param device a device of a node with a LinuxTransmitPath; others end the program
     */
    static void PrintFeatures(std::ostream& os, const Ptr<NetDevice>& device);

    /**
     * @brief `ethtool -c DEVICE`: when a NIC reports what it has sent.
     * @param os where to
     * @param device the device
     */
    static void PrintCoalescing(std::ostream& os, const Ptr<NetDevice>& device);

    /**
     * @brief `ethtool -g DEVICE`: the size of a NIC's rings. There is no receive ring.
     * @param os where to
     * @param device the device
     */
    static void PrintRing(std::ostream& os, const Ptr<NetDevice>& device);

    /**
     * @brief `ethtool -S DEVICE`: counters of a NIC, and of each of its transmit queues.
     * @param os where to
     * @param device the device
     */
    static void PrintStatistics(std::ostream& os, const Ptr<NetDevice>& device);
};

} // namespace ns3

#endif /* LINUX_TX_ETHTOOL_REPORT_H */
