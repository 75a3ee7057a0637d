/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FAILOVER_SETTINGS_H
#define LINUX_TX_FAILOVER_SETTINGS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The bond of one case of a failover timeline, as the case's name says it.
 *
 * Names are written for people: "primary s0 reselect failure", "better, s0 primary slower
 * (10/100/1000)", "miimon 100 num_grat_arp 3". Words that are no setting ("dip of 60 ms") are
 * passed over. What a name does not say is as the file's comment says ("miimon 100 updelay 200
 * ..."), and s0 is the primary slave.
 */
class FailoverSettings
{
  public:
    /// An option of the bond and its value.
    using Option = std::pair<std::string, std::string>;

    /**
     * @brief Read the settings.
     * @param comment what holds unless a case says otherwise; what follows a semicolon is ignored
     * @param name name of the case
     */
    FailoverSettings(const std::string& comment, const std::string& name);

    /**
     * @brief The bond's options, in an order in which they can be set; all but primary.
     * @return names and values
     */
    std::vector<Option> GetOptions() const;

    /**
     * @brief Option primary.
     * @return name of a slave; empty for none
     */
    const std::string& GetPrimary() const
    {
        return m_primary;
    }

    /**
     * @brief Is the primary slave set when the slaves are there, not before?
     * @return true if so
     */
    bool IsPrimarySetLate() const
    {
        return m_primarySetLate;
    }

    /**
     * @brief Option prio of the slaves that have one.
     * @return values by the slave's name
     */
    const std::map<std::string, std::string>& GetPriorities() const
    {
        return m_priorities;
    }

    /**
     * @brief Speeds of the links.
     * @return in Mb/s, in the order of the slaves; empty or short: as fast as any
     */
    const std::vector<uint32_t>& GetSpeeds() const
    {
        return m_speeds;
    }

    /**
     * @brief Slaves that the name mentions need to be there.
     * @return number of slaves
     */
    uint32_t GetNSlaves() const;

  private:
    /**
     * @brief Take settings out of a text.
     * @param text the text
     */
    void Read(const std::string& text);

    /**
     * @brief Take the settings that begin at a word.
     * @param words all words
     * @param at which word
     */
    void ReadWord(const std::vector<std::string>& words, std::size_t at);

    /**
     * @brief The word "primary": whose name is before or behind it?
     * @param before the word before
     * @param behind the word behind
     */
    void ReadPrimary(const std::string& before, const std::string& behind);

    std::map<std::string, std::string> m_options;    //!< by name
    std::map<std::string, std::string> m_priorities; //!< by the slave's name
    std::vector<uint32_t> m_speeds;                  //!< in Mb/s
    std::string m_primary{"s0"};                     //!< option primary
    bool m_primarySetLate{false};                    //!< set when the slaves are there
};

} // namespace ns3

#endif /* LINUX_TX_FAILOVER_SETTINGS_H */
