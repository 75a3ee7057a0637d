/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_QDISC_REPORT_H
#define LINUX_TX_QDISC_REPORT_H

#include "ns3/ptr.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{

class QueueDisc;

/**
 * @ingroup linux-tx
 * @brief What `tc -s -d qdisc show` would say about a device's queue discs (iproute2 6.1).
 *
 * Kinds with their parameters: pfifo_fast, pfifo, bfifo, tbf, codel, fq_codel, fq, and mq with its
 * children; of any other queue disc the name and the figures that all have. A queue disc that
 * Linux would have installed itself (pfifo_fast, mq and its children) has handle 0:, others are
 * numbered from 8001: as tc does.
 *
 * tc's fields without a counterpart in ns-3 are printed as Linux has them at start: overlimits,
 * maxpacket and new_flow_count are 0, memory_limit is 32Mb; codel's own lines are left out. "Sent"
 * leaves out a packet that waits to be sent again, until it is; Linux counts it at its first
 * dequeue. A tbf limited in packets has the byte limit that as many full frames would need.
 *
 * It only reads; anybody may call it at any time.
 */
class QdiscReport
{
  public:
    /**
     * @brief Print the queue discs of a device, each with its children after it.
     * @param os where to
     * @param root the root queue disc; null for a device without one (noqueue)
     * @param device name of the device, as in `tc -s -d qdisc show`; empty for the form of
     *        `tc -s -d qdisc show dev NAME`, which leaves it out
     */
    static void Print(std::ostream& os, Ptr<QueueDisc> root, const std::string& device = "");

    /**
     * @brief The text that Print() prints.
     * @param root the root queue disc, or null
     * @param device name of the device, or empty
     * @return lines, each with its newline
     */
    static std::string Text(Ptr<QueueDisc> root, const std::string& device = "");

    /**
     * @brief What Linux calls a kind of queue disc, as `ip link show` and tc print it.
     * @param qdisc the queue disc; null for a device without one
     * @return the kind, as in pfifo_fast; of a queue disc that Linux does not have its TypeId
     */
    static std::string GetKind(const Ptr<QueueDisc>& qdisc);

    /**
     * @brief Write a rate as tc does (print_rate).
     * @param bitsPerSecond the rate, in bit/s
     * @return as in 500Mbit
     */
    static std::string SpellRate(uint64_t bitsPerSecond);

    /**
     * @brief Write an amount of data as tc does (print_size): whole Kb and Mb if it is close.
     * @param bytes the amount, in bytes
     * @return as in 65500b, 64Kb, 32Mb
     */
    static std::string SpellSize(uint64_t bytes);

    /**
     * @brief Write a time as tc does (print_time).
     * @param microseconds the time, in microseconds
     * @return as in 47ms
     */
    static std::string SpellTime(double microseconds);

    /**
     * @brief Write a time as tc does if it is finer than a microsecond (sprint_time64).
     * @param nanoseconds the time, in ns
     * @return as in 9.39us, 800ns
     */
    static std::string SpellNanoseconds(int64_t nanoseconds);

    /**
     * @brief A bucket as tc reads it back: the kernel keeps it as a time, in ticks of 64 ns.
     * @param bytes the bucket, in bytes
     * @param bitsPerSecond the rate at which it fills, in bit/s
     * @return the bucket, in bytes
     */
    static uint64_t RoundBucket(uint64_t bytes, uint64_t bitsPerSecond);
};

} // namespace ns3

#endif /* LINUX_TX_QDISC_REPORT_H */
