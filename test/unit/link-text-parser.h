/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINK_TEXT_PARSER_H
#define LINUX_TX_LINK_TEXT_PARSER_H

#include "ns3/bond-snapshot.h"
#include "ns3/link-snapshot.h"

#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief Read a text of /proc/net/bonding back into what it tells, knowing nothing of how it is
 *        written: lines are "key: value" in any order, a slave begins with its name.
 * @param lines the text
 * @return what it tells; options that it does not show are missing
 */
ns3::BondSnapshot ParseProcText(const std::vector<std::string>& lines);

/**
 * @ingroup linux-tx-tests
 * @brief Read a text of `ip -s link show` or `ip -d -s link show` back into what it tells: words
 *        that follow the word that names them.
 * @param lines the text
 * @return what it tells
 */
ns3::LinkSnapshot ParseLinkText(const std::vector<std::string>& lines);

#endif /* LINUX_TX_LINK_TEXT_PARSER_H */
