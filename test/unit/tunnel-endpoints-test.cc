/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tunnel-endpoints.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const Ipv4Address ANY = Ipv4Address::GetAny(); ///< no address
const Ipv4Address HERE("10.0.0.1");            ///< this end
const Ipv4Address THERE("10.0.0.2");           ///< the other end
const Ipv4Address ELSEWHERE("10.0.0.3");       ///< neither
const Ipv4Address GROUP("239.1.2.3");          ///< a multicast group

using Ends = TunnelEndpoints; ///< short

} // namespace

TEST(TunnelEndpointsTest, MoreAddressesFitBetter)
{
    const Ends packet{HERE, THERE, {}};
    EXPECT_EQ((Ends{HERE, THERE, {}}.Fit(packet, true)), Ends::BOTH);
    EXPECT_EQ((Ends{ANY, THERE, {}}.Fit(packet, true)), Ends::REMOTE);
    EXPECT_EQ((Ends{HERE, ANY, {}}.Fit(packet, true)), Ends::LOCAL);
    EXPECT_EQ((Ends{ANY, ANY, {}}.Fit(packet, true)), Ends::KEY);
    EXPECT_LT(Ends::BOTH, Ends::REMOTE);
    EXPECT_LT(Ends::REMOTE, Ends::LOCAL);
    EXPECT_LT(Ends::LOCAL, Ends::KEY);
    EXPECT_LT(Ends::KEY, Ends::NONE);
}

TEST(TunnelEndpointsTest, OtherAddressesDoNotFit)
{
    const Ends packet{HERE, THERE, {}};
    for (const Ends& tunnel : {Ends{HERE, ELSEWHERE, {}},
                               Ends{ELSEWHERE, THERE, {}},
                               Ends{ELSEWHERE, ANY, {}},
                               Ends{ANY, ELSEWHERE, {}}})
    {
        EXPECT_EQ(tunnel.Fit(packet, true), Ends::NONE);
    }
}

TEST(TunnelEndpointsTest, KeysHaveToBeTheSame)
{
    const Ends keyed{HERE, THERE, 5};
    EXPECT_EQ(keyed.Fit({HERE, THERE, 5}, true), Ends::BOTH);
    EXPECT_EQ(keyed.Fit({HERE, THERE, 6}, true), Ends::NONE);
    EXPECT_EQ(keyed.Fit({HERE, THERE, {}}, true), Ends::NONE) << "a key is expected";
    EXPECT_EQ((Ends{HERE, THERE, {}}.Fit({HERE, THERE, 5}, true)), Ends::NONE) << "none is";
    EXPECT_EQ((Ends{HERE, THERE, 0}.Fit({HERE, THERE, {}}, true)), Ends::NONE) << "0 is a key";
}

// The last pass of ip_tunnel_lookup() compares i_key alone, which is 0 without a key.
TEST(TunnelEndpointsTest, WithoutAddressesNoKeyAndKeyZeroAreTheSame)
{
    EXPECT_EQ((Ends{ANY, ANY, 0}.Fit({HERE, THERE, {}}, true)), Ends::KEY);
    EXPECT_EQ((Ends{ANY, ANY, {}}.Fit({HERE, THERE, 0}, true)), Ends::KEY);
    EXPECT_EQ((Ends{ANY, ANY, 5}.Fit({HERE, THERE, 5}, true)), Ends::KEY);
    EXPECT_EQ((Ends{ANY, ANY, {}}.Fit({HERE, THERE, 5}, true)), Ends::NONE);
}

// ipip_rcv() asks with TUNNEL_NO_KEY, which skips that pass.
TEST(TunnelEndpointsTest, IpipWithoutAddressesGetsNothing)
{
    EXPECT_EQ((Ends{ANY, ANY, {}}.Fit({HERE, THERE, {}}, false)), Ends::NONE);
    EXPECT_EQ((Ends{HERE, ANY, {}}.Fit({HERE, THERE, {}}, false)), Ends::LOCAL);
}

TEST(TunnelEndpointsTest, TunnelToAGroupReceivesForTheGroup)
{
    EXPECT_EQ((Ends{HERE, GROUP, {}}.Fit({GROUP, THERE, {}}, true)), Ends::LOCAL);
    EXPECT_EQ((Ends{HERE, GROUP, {}}.Fit({HERE, THERE, {}}, true)), Ends::NONE);
    EXPECT_EQ((Ends{ANY, HERE, {}}.Fit({HERE, THERE, {}}, true)), Ends::NONE) << "HERE is no group";
}
