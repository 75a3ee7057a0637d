/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_REPLAY_SETTINGS_H
#define LINUX_TX_LACP_REPLAY_SETTINGS_H

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Bonds and options of a timeline, as its second comment names them:
 *
 * `lacp_rate fast ad_select stable partners of s0..s3: bbcc min_links 0; A: -; partners: -; miimon
 * 100`
 *
 * There is a partner letter for each slave of bond A, '-' for a link without bond at its end.
 * ad_select and min_links are those of bond A, `A:`, `partners:` and a partner's own letter give
 * options to those ends, and everything else is for all bonds.
 */
struct LacpReplaySettings
{
    /// Options with their values, in the order in which they are set.
    using Options = std::vector<std::pair<std::string, std::string>>;

    static constexpr char A = 'A'; //!< the bond that the slaves s0.. belong to

    std::string partners{"bbbb"};           //!< bond at the far end of each slave of bond A
    std::map<std::string, Options> options; //!< by "A", "partners", a letter, or "" for all

    /**
     * @brief Read the comment.
     * @param comment the comment, without '#'
     * @return what is wrong with it, as in "must ..."; empty if nothing
     */
    std::string Read(const std::string& comment);

    /**
     * @brief All options of a bond.
     * @param bond its letter
     * @return the options, those for this bond last
     */
    Options GetOptions(char bond) const;

    /**
     * @brief The partners' letters, each once.
     * @return the letters in order
     */
    std::string GetPartnerLetters() const;

  private:
    /**
     * @brief Read options.
     * @param words names and values in turn
     * @param whose key in options
     * @return what is wrong; empty if nothing
     */
    std::string ReadPairs(const std::vector<std::string>& words, const std::string& whose);
};

} // namespace ns3

#endif /* LINUX_TX_LACP_REPLAY_SETTINGS_H */
