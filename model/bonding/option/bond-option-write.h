/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTION_WRITE_H
#define LINUX_TX_BOND_OPTION_WRITE_H

#include "ns3/bond-control.h"
#include "ns3/bond-option.h"
#include "ns3/bond-params.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A write to an option of a bond while it is done: what the setters of the table get.
 *
 * It carries the value and collects what the driver logs about it, for the answer to whoever wrote
 * (__bond_opt_set and bond_opt_error_interpret). BondOptions makes one for each write.
 */
class BondOptionWrite
{
  public:
    static constexpr const char* DONE = ""; //!< what a setter returns if there was no error

    /**
     * @brief Constructor.
     * @param bond the bond
     * @param option the option
     * @param text what is written
     */
    BondOptionWrite(BondControl& bond, const BondOption& option, const std::string& text);

    /**
     * @brief Check and set.
     * @return the name of an errno, or DONE
     */
    std::string Run();

    /**
     * @brief The bond.
     * @return the bond
     */
    BondControl& GetBond()
    {
        return m_bond;
    }

    /**
     * @brief The bond's options, to be written.
     * @return the options
     */
    BondParams& GetParams()
    {
        return m_bond.GetParamsForChange();
    }

    /**
     * @brief The option.
     * @return its entry in the table
     */
    const BondOption& GetOption() const
    {
        return m_option;
    }

    /**
     * @brief What is written, all of it.
     * @return the text
     */
    const std::string& GetText() const
    {
        return m_text;
    }

    /**
     * @brief The value, of an option that has a table of values.
     * @return its number
     */
    uint64_t GetNumber() const
    {
        return m_number;
    }

    /**
     * @brief A line for the kernel's log (netdev_err, netdev_warn).
     * @param line the line
     */
    void Log(const std::string& line);

    /**
     * @brief A line for the kernel's log about a device (slave_err, slave_warn).
     * @param device name of the device
     * @param line the line
     */
    void LogSlave(const std::string& device, const std::string& line);

    /**
     * @brief Something for the answer that is not for the log.
     * @param line the line
     */
    void Answer(const std::string& line);

    /**
     * @brief What was said so far.
     * @return lines, with "; " between them
     */
    const std::string& GetAnswer() const
    {
        return m_answer;
    }

  private:
    /**
     * @brief bond_opt_check_deps().
     * @return the name of an errno, or DONE
     */
    std::string CheckState() const;

    /**
     * @brief bond_opt_error_interpret(): log what is wrong.
     * @param error the name of an errno
     */
    void Explain(const std::string& error);

    BondControl& m_bond;        //!< the bond
    const BondOption& m_option; //!< the option
    std::string m_text;         //!< what is written
    std::string m_answer;       //!< what was said
    uint64_t m_number{0};       //!< the value
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTION_WRITE_H */
