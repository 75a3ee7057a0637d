/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/configuration-error.h"

#include <cstdlib>
#include <iostream>

namespace ns3
{

void
ExitOnConfigurationError(const std::string& message)
{
    std::cout.flush();
    std::cerr << "linux-tx: error: " << message << std::endl;
    // No static destructors: a half-built simulation is not fit to be torn down.
    std::_Exit(1);
}

} // namespace ns3
