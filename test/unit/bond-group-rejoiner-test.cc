/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/bond-group-rejoiner.h"

#include <gtest/gtest.h>
#include <iomanip>
#include <sstream>

using namespace ns3;

namespace
{

/// A bond with 10.0.0.1 and what its hosts have joined.
class BondGroupRejoinerTest : public ::testing::Test
{
  protected:
    ~BondGroupRejoinerTest() override
    {
        Simulator::Destroy();
    }

    /**
     * @brief The bytes of a frame that was sent.
     * @param i which
     * @return in hexadecimal, without Ethernet header
     */
    std::string GetHex(std::size_t i) const
    {
        std::vector<uint8_t> bytes(bond.sent.at(i).payload->GetSize());
        bond.sent.at(i).payload->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
        std::ostringstream text;
        for (const uint8_t byte : bytes)
        {
            text << std::hex << std::setw(2) << std::setfill('0') << int{byte};
        }
        return text.str();
    }

    FakeBond bond;                    //!< the bond
    BondGroupRejoiner rejoiner{bond}; //!< what is tested
};

} // namespace

TEST_F(BondGroupRejoinerTest, AnIgmpReportIsVersion3WithOneGroup)
{
    bond.ipv4Addresses.emplace_back(Ipv4Address("10.0.0.1"), Ipv4Mask("/24"));
    rejoiner.Join(Ipv4Address("239.1.2.3"));
    rejoiner.Join(Ipv4Address("239.1.2.3"));
    rejoiner.Join(Ipv4Address("224.0.0.1"));
    rejoiner.Start();
    Simulator::Run();
    ASSERT_EQ(bond.sent.size(), 1U) << "joined once; all hosts are never reported";
    EXPECT_EQ(bond.sent[0].etherType, 0x0800);
    EXPECT_EQ(bond.sent[0].destination, Mac48Address("01:00:5e:00:00:16"));
    // header checksum: 46c0 + 28 + 4000 + 102 + a00 + 1 + e000 + 16 + 9404 = 20605, folded 607 with
    // its carry, complement f9f8; of the report: 2200 + 1 + 200 + ef01 + 203 = 11505, folded 1506,
    // complement eaf9
    EXPECT_EQ(GetHex(0),
              "46c00028000040000102f9f8"
              "0a000001e000001694040000"
              "2200eaf900000001"
              "02000000ef010203");
}

TEST_F(BondGroupRejoinerTest, OneMldReportHasAllGroupsAndTheSolicitedNodeOnesOnce)
{
    bond.ipv6Addresses.emplace_back(Ipv6Address("fe80::ff:fe00:1"), Ipv6Prefix(64));
    bond.ipv6Addresses.emplace_back(Ipv6Address("fd00::1"), Ipv6Prefix(64));
    rejoiner.Join(Ipv6Address("ff05::123"));
    rejoiner.Join(Ipv6Address("ff02::1"));
    rejoiner.Join(Ipv6Address("ff01::5")); // does not leave the host
    rejoiner.Start();
    Simulator::Run();
    ASSERT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(bond.sent[0].etherType, 0x86dd);
    EXPECT_EQ(bond.sent[0].destination, Mac48Address("33:33:00:00:00:16"));
    // Both addresses end in 00:0001 and share ff02::1:ff00:1: two records, as in e10's "records 2".
    const std::string hex = GetHex(0);
    EXPECT_EQ(hex.substr(0, 80),
              "6000000000380001"
              "fe80000000000000000000fffe000001"
              "ff020000000000000000000000000016");
    EXPECT_EQ(hex.substr(80, 16), "3a00050200000100");
    EXPECT_EQ(hex.substr(96, 4), "8f00");
    EXPECT_EQ(hex.substr(104),
              "00000002"
              "02000000ff050000000000000000000000000123"
              "02000000ff0200000000000000000001ff000001");
    // ICMPv6 checksum: the sum over pseudo header and message, checksum included, is ffff.
    uint32_t sum = 0x30 + 58;
    for (std::size_t at = 16; at < hex.size(); at += 4)
    {
        const bool isHopByHop = at >= 80 && at < 96;
        sum += isHopByHop ? 0 : std::stoul(hex.substr(at, 4), nullptr, 16);
    }
    EXPECT_EQ((sum & 0xffff) + (sum >> 16), 0xffffU);
}

TEST_F(BondGroupRejoinerTest, ReportsFollowEachOtherAfterOneJiffyAnd204Milliseconds)
{
    bond.params.resendIgmp = 3;
    rejoiner.Join(Ipv4Address("239.1.2.3"));
    std::vector<int64_t> times;
    // 1 ms into a jiffy; a work of 1 jiffy runs at the jiffy after the next: 8 ms, e10: "4-8 ms"
    Simulator::Schedule(MilliSeconds(1), [this] { rejoiner.Start(); });
    for (int t = 0; t < 1000; ++t)
    {
        Simulator::Schedule(MicroSeconds(t * 1000 + 500), [this, &times, t] {
            if (!bond.sent.empty())
            {
                times.push_back(t);
                bond.sent.clear();
            }
        });
    }
    Simulator::Run();
    EXPECT_EQ(times, (std::vector<int64_t>{8, 212, 416}));
}

TEST_F(BondGroupRejoinerTest, NoReportsWithResendIgmp0AfterStopOrWithoutGroups)
{
    rejoiner.Join(Ipv4Address("239.1.2.3"));
    bond.params.resendIgmp = 0;
    rejoiner.Start();
    Simulator::Run();
    bond.params.resendIgmp = 1;
    rejoiner.Start();
    rejoiner.Stop();
    Simulator::Run();
    rejoiner.Leave(Ipv4Address("239.1.2.3"));
    rejoiner.Start();
    Simulator::Run();
    EXPECT_TRUE(bond.sent.empty());
}
