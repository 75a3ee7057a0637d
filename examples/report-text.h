/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_REPORT_TEXT_H
#define LINUX_TX_REPORT_TEXT_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How the examples' reports write numbers and names.
 */
class ReportText
{
  public:
    /**
     * @brief Write a number with a fixed number of decimals.
     * @param number the number
     * @param decimals how many
     * @return its text
     */
    static std::string Fixed(double number, int decimals);

    /**
     * @brief Write a count and what was counted.
     * @param number the count
     * @param noun the singular
     * @return as in 1 burst, 2 bursts
     */
    static std::string Count(uint64_t number, const std::string& noun);

    /**
     * @brief The name of a slave.
     * @param slave its number, from 0
     * @return as in eth0
     */
    static std::string SlaveName(uint64_t slave);
};

} // namespace ns3

#endif /* LINUX_TX_REPORT_TEXT_H */
