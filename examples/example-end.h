/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_EXAMPLE_END_H
#define LINUX_TX_EXAMPLE_END_H

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How every example ends: it says on stderr, in a line each, that its output could not be
 *        written, or that the run does not add up.
 * @param program name of the example
 * @param conservationError what is wrong with the packets, as one line; empty if nothing is
 * @return exit status: 0 if all is well, else 1
 */
int EndExample(const std::string& program, const std::string& conservationError);

} // namespace ns3

#endif /* LINUX_TX_EXAMPLE_END_H */
