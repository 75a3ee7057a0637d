/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Failovers of active-backup bonds: events in, a timeline out.
//
//   bond0 (active-backup, 10.0.0.1) --+-- s0 ~~~~ peer
//                                     +-- s1 ~~~~ peer
//                                     +-- s2 ~~~~ peer
//
// --replay=FILE takes the events of a measured timeline (tab-separated: case, t, what, detail),
// does the same to a simulated bond per case, and prints what that makes of them, in the same form.
// A case's name tells its bond: "primary s0 always, no delays". Without a file, s0 of a bond with
// primary s0 loses its link and gets it back.

#include "example-end.h"
#include "example-options.h"
#include "failover-replay.h"
#include "failover-timeline.h"

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// What is replayed without a file.
const char* const BUILT_IN =
    "# built in\n"
    "# miimon 100 updelay 200 downdelay 100 unless said; t in seconds; "
    "detail: bond carrier | active | per slave mii status and link failure "
    "count; 'arp' = frames the bond itself sent on a slave\n"
    "case\tt\twhat\tdetail\n"
    "primary s0\t0.000\tevent\tbond0 up\n"
    "primary s0\t1.500\tevent\t0-\n"
    "primary s0\t3.000\tevent\t0+\n";

} // namespace

int
main(int argc, char* argv[])
{
    std::string fileName;
    ExampleOptions options(__FILE__,
                           "Active-backup bonds whose links fail and return: state of bond and "
                           "slaves, and gratuitous ARP, over time.");
    options.AddFile("replay", "file with events to do instead of those built in", fileName);
    options.Parse(argc, argv);

    std::istringstream builtIn(BUILT_IN);
    std::ifstream file;
    std::istream* input = fileName.empty() ? &builtIn : &std::cin;
    if (!fileName.empty() && fileName != "-")
    {
        file.open(fileName);
        input = &file;
    }
    FailoverTimeline timeline;
    const std::string problem = timeline.Read(*input);
    if (!problem.empty())
    {
        options.Refuse("replay", fileName, problem);
    }

    std::ostringstream rows; // nothing is printed of a file that turns out to be wrong
    for (const auto& bond : timeline.GetCases())
    {
        FailoverReplay replay(timeline.GetSettings(), bond);
        replay.Run();
        if (!replay.GetError().empty())
        {
            options.Refuse("replay", fileName, replay.GetError());
        }
        FailoverTimeline::PrintRows(rows, bond.name, replay.GetRows());
    }
    timeline.PrintHead(std::cout);
    std::cout << rows.str();
    return EndExample("bond-failover", "");
}
