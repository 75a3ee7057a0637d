/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/test.h"

/**
 * @file
 * @ingroup linux-tx
 * @brief Runs the module's test suites in the standalone build; takes test.py's arguments.
 */

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
