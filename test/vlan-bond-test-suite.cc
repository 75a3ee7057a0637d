/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference-table.h"
#include "watched-bond.h"

#include "ns3/arp-header.h"
#include "ns3/bonding-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/vlan-header.h"
#include "ns3/vlan-helper.h"
#include "ns3/vlan-net-device.h"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Slaves as e1-xor.tsv writes them, 0 to 61.
const std::string SLAVE_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

constexpr uint16_t ARP = 0x0806;      ///< EtherType
constexpr uint16_t IPV4 = 0x0800;     ///< EtherType
constexpr uint16_t IPV6 = 0x86dd;     ///< EtherType
constexpr uint16_t LOOPBACK = 0x9000; ///< EtherType of learning packets

/**
 * @brief The frames of e1-frames.tsv that were sent through VLAN devices, through such devices on a
 *        bond: each goes to the slave that sent it in Linux.
 */
class TaggedFramesByHash : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param row a row of e1-xor.tsv
     */
    explicit TaggedFramesByHash(const ReferenceTable::Row& row)
        : TestCase("frames of VLAN devices go to Linux's slaves: " + row.at("policy") + ", " +
                   row.at("slaves") + " slaves"),
          m_policy(row.at("policy")),
          m_nSlaves(std::stoul(row.at("slaves"))),
          m_slaves(row.at("slave_of_each_frame"))
    {
    }

  private:
    void DoRun() override
    {
        const auto host = CreateObject<Node>();
        InternetStackHelper().Install(host);
        LinuxTxHelper().Install(host);
        NetDeviceContainer nics;
        for (uint32_t i = 0; i < m_nSlaves; ++i)
        {
            NodeContainer ends(host);
            ends.Create(1);
            nics.Add(NicHelper().Install(ends).Get(0));
        }
        BondingHelper bonding("balance-xor");
        bonding.SetBondAttribute("XmitHashPolicy", StringValue(m_policy));
        const Ptr<NetDevice> bond = bonding.Install(host, nics).Get(0);
        std::string slave;
        const auto note = [&](Ptr<const Packet>, Ptr<NetDevice> device) {
            const auto position = std::find(nics.Begin(), nics.End(), device) - nics.Begin();
            slave += SLAVE_DIGITS.at(position);
        };
        bond->TraceConnectWithoutContext("TxSlave",
                                         Callback<void, Ptr<const Packet>, Ptr<NetDevice>>(note));

        Simulator::Schedule(Seconds(1), [&] {
            uint32_t frames = 0;
            const ReferenceTable table("e1-frames.tsv");
            for (std::size_t i = 0; i < table.GetRows().size(); ++i)
            {
                const auto& row = table.GetRows()[i];
                if (row.at("tags") != "-")
                {
                    ++frames;
                    slave.clear();
                    SendFrame(GetDevice(bond, row.at("tags")), row.at("frame_hex_first_128"));
                    NS_TEST_EXPECT_MSG_EQ(slave,
                                          m_slaves.substr(i, 1),
                                          ReferenceTable::Describe(row));
                }
            }
            NS_TEST_EXPECT_MSG_GT(frames, 0, "no frame was tried");
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        Simulator::Destroy();
    }

    void DoTeardown() override
    {
        m_devices.clear();
    }

    /**
     * @brief The VLAN device that a frame was sent through.
     * @param bond the bond
     * @param tags ids, outermost first, as in 20.30
     * @return the device, a new one for the first frame
     */
    Ptr<NetDevice> GetDevice(const Ptr<NetDevice>& bond, const std::string& tags)
    {
        Ptr<NetDevice>& device = m_devices[tags];
        if (!device)
        {
            device = bond;
            std::istringstream ids(tags);
            for (std::string id; std::getline(ids, id, '.');)
            {
                device = VlanHelper().Install(device, std::stoul(id)).Get(0);
            }
        }
        return device;
    }

    /**
     * @brief Send a frame.
     * @param device through which device
     * @param hex the frame in hex
     */
    static void SendFrame(const Ptr<NetDevice>& device, const std::string& hex)
    {
        std::vector<uint8_t> bytes;
        for (std::size_t i = 0; i < hex.size(); i += 2)
        {
            bytes.push_back(static_cast<uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
        }
        Mac48Address destination;
        destination.CopyFrom(bytes.data());
        Mac48Address source;
        source.CopyFrom(bytes.data() + 6);
        const auto etherType = static_cast<uint16_t>(bytes[12] << 8 | bytes[13]);
        const auto payload =
            Create<Packet>(bytes.data() + 14, static_cast<uint32_t>(bytes.size() - 14));
        device->SendFrom(payload, source, destination, etherType);
    }

    std::string m_policy;                            //!< transmit hash policy
    uint32_t m_nSlaves;                              //!< number of slaves
    std::string m_slaves;                            //!< of each frame, in file order
    std::map<std::string, Ptr<NetDevice>> m_devices; //!< VLAN devices by tags
};

/// A test of a bond with VLAN 7 on it, whose body is a function.
class VlanOnBond : public TestCase
{
  public:
    /// The body; gets the test case for the NS_TEST macros.
    using Body = std::function<void(VlanOnBond&)>;

    /**
     * @brief Constructor.
     * @param claim what the test shows
     * @param body how
     */
    VlanOnBond(const std::string& claim, Body body)
        : TestCase(claim),
          m_body(std::move(body))
    {
    }

    /**
     * @brief Expect two texts to be equal.
     * @param actual what came out
     * @param expected what should
     * @param what what it is
     */
    void ExpectEq(const std::string& actual, const std::string& expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }

  private:
    void DoRun() override
    {
        m_body(*this);
    }

    Body m_body; //!< the test
};

/**
 * @brief A frame in a few words.
 * @param frame the frame
 * @return slave, ids, kind and address that it is about
 */
std::string
Describe(const WatchedBond::Frame& frame)
{
    const auto& bytes = frame.payload;
    std::ostringstream text;
    text << frame.slave;
    for (const uint16_t tci : frame.tcis)
    {
        text << " vlan " << tci;
    }
    if (frame.etherType == ARP)
    {
        text << " arp " << Ipv4Address::Deserialize(&bytes[14]) << " asks "
             << Ipv4Address::Deserialize(&bytes[24]);
    }
    else if (frame.etherType == IPV6 && bytes[6] == 58 && bytes[40] == 136)
    {
        text << " na " << Ipv6Address::Deserialize(&bytes[48]);
    }
    else if (frame.etherType == IPV4 && bytes[9] == 2)
    {
        text << " igmp " << Ipv4Address::Deserialize(&bytes[36]);
    }
    else if (frame.etherType == IPV6 && bytes[6] == 0 && bytes[48] == 143)
    {
        text << " mld " << (bytes[54] << 8 | bytes[55]);
    }
    else if (frame.etherType == LOOPBACK)
    {
        text << " learn " << frame.source;
    }
    else
    {
        text << " type " << frame.etherType;
    }
    return text.str();
}

/**
 * @brief Frames in a few words.
 * @param frames the frames
 * @param what a word that those have that are wanted; empty for all
 * @return a line for each
 */
std::string
Describe(const std::vector<WatchedBond::Frame>& frames, const std::string& what = "")
{
    std::string text;
    for (const auto& frame : frames)
    {
        const std::string line = Describe(frame);
        if (line.find(what) != std::string::npos)
        {
            text += line + "\n";
        }
    }
    return text;
}

/**
 * @brief After a failover neighbours hear of the addresses of the VLAN, in the VLAN.
 * @param test the test
 */
void
NotifiesInVlan(VlanOnBond& test)
{
    WatchedBond host("active-backup", 2);
    host.Set("miimon", "100");
    host.GetBond()->SetAddress(Mac48Address("02:00:00:00:00:01"));
    host.EnslaveAll();
    host.AddAddresses();
    const auto vlan = host.AddVlan(7);
    host.GetBond()->JoinGroup(Ipv4Address("239.1.2.3"), vlan);
    host.GetBond()->Open();
    Simulator::Schedule(Seconds(20), [&host] {
        host.TakeFrames();
        host.SetCarrier(0, false);
    });
    Simulator::Stop(Seconds(25));
    Simulator::Run();
    // At once the bond's addresses, then those of the VLAN; a jiffy later the groups of each (the
    // solicited-node groups of fd00::1 and fe80::ff:fe00:1 are two, the VLAN has the second only).
    test.ExpectEq(Describe(host.TakeFrames()),
                  "s1 arp 10.0.0.1 asks 10.0.0.1\n"
                  "s1 na fd00::1\n"
                  "s1 na fe80::ff:fe00:1\n"
                  "s1 vlan 7 arp 10.0.7.1 asks 10.0.7.1\n"
                  "s1 vlan 7 na fe80::ff:fe00:1\n"
                  "s1 mld 1\n"
                  "s1 vlan 7 igmp 239.1.2.3\n"
                  "s1 vlan 7 mld 1\n",
                  "frames after the failover");
}

/**
 * @brief The ARP monitor probes a target in a VLAN with the VLAN's address and tag, and takes its
 *        answers, which are tagged, for a sign of life.
 * @param answers does the target answer?
 * @return the body of the test
 */
VlanOnBond::Body
ProbesInVlan(bool answers)
{
    return [answers](VlanOnBond& test) {
        WatchedBond host("active-backup", 1);
        host.GetBond()->SetAddress(Mac48Address("02:00:00:00:00:01"));
        host.EnslaveAll();
        host.AddAddresses();
        const auto vlan = host.AddVlan(7);
        const auto inner = VlanHelper().Install(vlan, 8).Get(0);
        host.Set("arp_interval", "100");
        host.Set("arp_validate", "all");
        host.Set("arp_ip_target", "+10.0.7.2");
        host.GetBond()->Open();
        const auto answer = [&host] {
            ArpHeader arp;
            arp.SetReply(Mac48Address("02:00:00:00:00:02"),
                         Ipv4Address("10.0.7.2"),
                         Mac48Address("02:00:00:00:00:01"),
                         Ipv4Address("10.0.7.1"));
            const auto packet = Create<Packet>();
            packet->AddHeader(arp);
            packet->AddHeader(VlanHeader(7, ARP));
            host.GetPeer(0)->Send(packet, Mac48Address("02:00:00:00:00:01"), VlanTag::DOT1Q);
        };
        for (int i = 1; answers && i < 50; ++i)
        {
            Simulator::Schedule(MilliSeconds(100 * i), answer);
        }
        std::string up;
        Simulator::Schedule(Seconds(4), [&host] { host.TakeFrames(); });
        Simulator::Schedule(Seconds(4) + MilliSeconds(250), [&] {
            // Two ticks of 104 ms, or three.
            const std::string probe = "s0 vlan 7 arp 10.0.7.1 asks 10.0.7.2\n";
            const std::string probes = Describe(host.TakeFrames(), "asks 10.0.7.2");
            test.ExpectEq(probes.substr(0, 2 * probe.size()), probe + probe, "probes");
            up = host.GetBond()->IsLinkUp() ? "up" : "down";
        });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        test.ExpectEq(up, answers ? "up" : "down", "link of the bond");
    };
}

/**
 * @brief balance-alb: learning packets leave in each VLAN as well.
 * @param ownAddress has the VLAN device an address of its own?
 * @return the body of the test
 */
VlanOnBond::Body
LearnsInVlan(bool ownAddress)
{
    return [ownAddress](VlanOnBond& test) {
        WatchedBond host("balance-alb", 1);
        host.Set("miimon", "100");
        host.EnslaveAll();
        const auto vlan = host.AddVlan(7);
        // Of VLAN devices only those directly on the bond count.
        VlanHelper().Install(vlan, 8);
        if (ownAddress)
        {
            vlan->SetAddress(Mac48Address("02:00:00:00:00:77"));
        }
        host.GetBond()->Open();
        // The learning packets of 1.040 s; those of the opening are over.
        Simulator::Schedule(MilliSeconds(500), [&host] { host.TakeFrames(); });
        Simulator::Stop(MilliSeconds(1500));
        Simulator::Run();
        const std::string learnt = ownAddress ? "02:00:00:00:00:77" : "02:00:00:00:0a:00";
        test.ExpectEq(Describe(host.TakeFrames(), "learn"),
                      "s0 learn 02:00:00:00:0a:00\ns0 vlan 7 learn " + learnt + "\n",
                      "learning packets");
    };
}

/// VLAN devices on bonds.
class VlanBondTestSuite : public TestSuite
{
  public:
    VlanBondTestSuite()
        : TestSuite("linux-tx-vlan-bond", TestSuite::Type::SYSTEM)
    {
        const ReferenceTable table("e1-xor.tsv");
        for (const auto& row : table.GetRows())
        {
            AddTestCase(new TaggedFramesByHash(row));
        }
        AddTestCase(
            new VlanOnBond("neighbours in a VLAN are told after a failover", NotifiesInVlan));
        AddTestCase(new VlanOnBond("ARP targets in a VLAN are probed there", ProbesInVlan(true)));
        AddTestCase(new VlanOnBond("and are missed when they are silent", ProbesInVlan(false)));
        AddTestCase(new VlanOnBond("alb teaches the switch in each VLAN", LearnsInVlan(false)));
        AddTestCase(
            new VlanOnBond("alb teaches it a VLAN device's own address", LearnsInVlan(true)));
    }
};

VlanBondTestSuite g_vlanBondTestSuite; //!< registers itself

} // namespace
