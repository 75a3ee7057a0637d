/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_RESULT_H
#define LINUX_TX_BOND_RESULT_H

#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a change of a bond's configuration came to: done, or refused and why.
 *
 * The kernel answers with an errno and a line in its log; this is the line. A bond refuses at run
 * time what Linux refuses, so its callers decide: BondingHelper ends the program.
 */
class BondResult
{
  public:
    /**
     * @brief The change was made.
     * @return a result without error
     */
    static BondResult Success()
    {
        return BondResult("", "");
    }

    /**
     * @brief The change was refused; nothing has changed.
     * @param error one line that names the value and what is allowed
     * @param errnoName what Linux answers, by its name ("EINVAL")
     * @return a result with that error
     */
    static BondResult Refuse(std::string error, std::string errnoName = "EINVAL")
    {
        return BondResult(std::move(error), std::move(errnoName));
    }

    /**
     * @brief Was the change made?
     * @return true if so
     */
    explicit operator bool() const
    {
        return m_errnoName.empty();
    }

    /**
     * @brief Why the change was refused.
     * @return one line; empty after success
     */
    const std::string& GetError() const
    {
        return m_error;
    }

    /**
     * @brief What Linux answers.
     * @return the name of an errno; empty after success
     */
    const std::string& GetErrno() const
    {
        return m_errnoName;
    }

  private:
    /**
     * @brief Constructor.
     * @param error the error, or nothing
     * @param errnoName the errno's name, or nothing
     */
    BondResult(std::string error, std::string errnoName)
        : m_error(std::move(error)),
          m_errnoName(std::move(errnoName))
    {
    }

    std::string m_error;     //!< why it was refused; empty after success
    std::string m_errnoName; //!< errno by name; empty after success
};

} // namespace ns3

#endif /* LINUX_TX_BOND_RESULT_H */
