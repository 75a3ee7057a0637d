/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_CONFIGURATION_ERROR_H
#define LINUX_TX_CONFIGURATION_ERROR_H

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief End the program because of a mistake in its configuration.
 *
 * Prints "linux-tx: error: @p message" as one line on stderr and exits with status 1, in every
 * build profile. NS_ASSERT is compiled out of release builds and NS_FATAL_ERROR aborts; a mistake
 * in a script deserves neither.
 * @param message one line: the value, and what is allowed
 */
[[noreturn]] void ExitOnConfigurationError(const std::string& message);

} // namespace ns3

#endif /* LINUX_TX_CONFIGURATION_ERROR_H */
