/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTION_SESSION_H
#define LINUX_TX_BOND_OPTION_SESSION_H

#include "ns3/bond-option.h"
#include "ns3/bond-result.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What one write to an option of a bond came to; the columns of e11-options.tsv.
 */
struct BondOptionRecord
{
    std::string option;        //!< the option, as it was named
    std::string value;         //!< what was written; "(empty)" for nothing
    std::string result;        //!< ok, or the error
    std::string readBack;      //!< what the option then shows; "(empty)" for nothing
    std::string othersChanged; //!< other options that show something else then, or "-"
    std::string message;       //!< what the driver logged, with "; " between lines, or "-"
};

/**
 * @ingroup linux-tx
 * @brief Writes options of a bond and notes what happens, as the measurements of e11 were made.
 *
 * Other options are compared only after writes that go through a file in sysfs, as there.
 */
class BondOptionSession
{
  public:
    /// How the bond is reached.
    struct Access
    {
        /// Write an option: its name, the value.
        std::function<BondResult(const std::string&, const std::string&)> set;
        /// Read an option back.
        std::function<std::string(const std::string&)> get;
        /// Give the lines that were logged since the last call.
        std::function<std::vector<std::string>()> takeLog;
    };

    /// A write: which option, of which slave, which value.
    struct Request
    {
        const BondOption* option{nullptr}; //!< null: there is no such option
        std::string slave;                 //!< for "prio (of slave NAME)", else empty
        std::string name;                  //!< the option, as it was named
        std::string value;                 //!< the value
    };

    /**
     * @brief Constructor.
     * @param access the bond
     */
    explicit BondOptionSession(Access access);

    /**
     * @brief Read "OPTION=VALUE".
     * @param text the text; the option is a Linux name, or "prio (of slave NAME)"; the value
     *        "(empty)" is an empty one
     * @return the write
     */
    static Request Parse(const std::string& text);

    /**
     * @brief Write an option.
     * @param request the write; its option is not null
     * @return what it came to
     */
    BondOptionRecord Write(const Request& request);

  private:
    /**
     * @brief Read an option back.
     * @param request the option
     * @return what it shows
     */
    std::string Read(const Request& request) const;

    /**
     * @brief Read all options that have files in sysfs.
     * @return what they show, by name
     */
    std::map<std::string, std::string> ReadAll() const;

    Access m_access; //!< the bond
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTION_SESSION_H */
