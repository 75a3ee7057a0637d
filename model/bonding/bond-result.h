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
        return BondResult("");
    }

    /**
     * @brief The change was refused; nothing has changed.
     * @param error one line that names the value and what is allowed
     * @return a result with that error
     */
    static BondResult Refuse(std::string error)
    {
        return BondResult(std::move(error));
    }

    /**
     * @brief Was the change made?
     * @return true if so
     */
    explicit operator bool() const
    {
        return m_error.empty();
    }

    /**
     * @brief Why the change was refused.
     * @return one line; empty after success
     */
    const std::string& GetError() const
    {
        return m_error;
    }

  private:
    /**
     * @brief Constructor.
     * @param error the error, or nothing
     */
    explicit BondResult(std::string error)
        : m_error(std::move(error))
    {
    }

    std::string m_error; //!< why it was refused; empty after success
};

} // namespace ns3

#endif /* LINUX_TX_BOND_RESULT_H */
