/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BYTE_QUEUE_LIMITS_REPORT_H
#define LINUX_TX_BYTE_QUEUE_LIMITS_REPORT_H

#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The state of BQL on a transmit queue (struct dql), as sysfs shows it.
 *
 * A queue whose driver does not call BQL has a limit of 0 that nobody asks for.
 */
struct ByteQueueLimits
{
    uint32_t limit{0};             //!< bytes that may be in flight
    uint32_t limitMax{1879048192}; //!< most that limit becomes (DQL_MAX_LIMIT)
    uint32_t limitMin{0};          //!< least that limit becomes
    Time holdTime{Seconds(1)};     //!< slack is watched so long before limit is lowered
    uint32_t inflight{0};          //!< bytes in flight: posted, and not reported as sent
};

/**
 * @ingroup linux-tx
 * @brief Reads and prints the files of /sys/class/net/DEVICE/queues/tx-N/byte_queue_limits.
 */
class ByteQueueLimitsReport
{
  public:
    /**
     * @brief Read the state of all transmit queues of a device.
     * @param device a device of any kind; ns-3's own count in the TxQueue attribute what is in
     *        flight
     * @return one for each transmit queue; none without NetDeviceQueueInterface
     */
    static std::vector<ByteQueueLimits> Read(const Ptr<NetDevice>& device);

    /**
     * @brief Print them as `grep . /sys/class/net/DEVICE/queues/tx-N/byte_queue_limits/FILE` does
     *        for all: a line for each file, with its path.
     * @param os where to
     * @param device the device
     */
    static void Print(std::ostream& os, const Ptr<NetDevice>& device);
};

} // namespace ns3

#endif /* LINUX_TX_BYTE_QUEUE_LIMITS_REPORT_H */
