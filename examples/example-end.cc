/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "example-end.h"

#include <iostream>

namespace ns3
{

int
EndExample(const std::string& program, const std::string& conservationError)
{
    int status = 0;
    // a full disk shows when the last buffer is written, not before
    if (!std::cout.flush())
    {
        std::cerr << program << ": cannot write to the standard output" << std::endl;
        status = 1;
    }
    if (!conservationError.empty())
    {
        std::cerr << program << ": the run does not add up: " << conservationError << std::endl;
        status = 1;
    }
    return status;
}

} // namespace ns3
