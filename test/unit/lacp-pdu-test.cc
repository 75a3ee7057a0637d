/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-test-bond.h"
#include "pcap-frames.h"

#include "ns3/lacp-marker.h"
#include "ns3/lacpdu.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr std::size_t ETHERNET_HEADER = 14;

/// Captures of a real kernel: every LACPDU on some slaves of bond A.
const std::vector<std::string> CAPTURES{"e3-fast_s0.pcap",
                                        "e3-fast_s1.pcap",
                                        "e3-fast_s2.pcap",
                                        "e3-no-partner_s0.pcap",
                                        "e3-no-partner_s1.pcap",
                                        "e3-passive-partner_s0.pcap",
                                        "e3-slow_s0.pcap",
                                        "e3-slow_s2.pcap",
                                        "e3-two-partners-bandwidth_s0.pcap",
                                        "e3-two-partners-stable_s0.pcap",
                                        "e3-up-first_s0.pcap"};

/**
 * @brief A marker question.
 * @return the PDU
 */
LacpMarker
MakeQuestion()
{
    return LacpMarker(3, Mac48Address("02:00:00:00:00:77"), 0x01020304);
}

/**
 * @brief Give a slave's bond a Slow Protocols frame.
 * @param bond the bond
 * @param slave the slave
 * @param bytes what follows the Ethernet header
 * @return was it the bond's?
 */
bool
Receive(LacpTestBond& bond, const Ptr<BondSlave>& slave, const std::vector<uint8_t>& bytes)
{
    return bond.mode->ReceiveProbe(*slave,
                                   Create<Packet>(bytes.data(), bytes.size()),
                                   Mac48Address("02:00:00:00:00:77"),
                                   Mac48Address(Lacpdu::MULTICAST),
                                   Lacpdu::ETHER_TYPE);
}

} // namespace

TEST(LacpduTest, EveryCapturedLacpduIsReadAndWrittenToTheSameBytes)
{
    std::size_t total = 0;
    for (const std::string& capture : CAPTURES)
    {
        const auto frames = ReadPcapFrames(capture);
        ASSERT_FALSE(frames.empty()) << capture;
        for (const auto& frame : frames)
        {
            ASSERT_EQ(frame.size(), ETHERNET_HEADER + Lacpdu::SIZE) << capture;
            const uint8_t* payload = frame.data() + ETHERNET_HEADER;
            const auto pdu = Lacpdu::Parse(payload, Lacpdu::SIZE);
            ASSERT_TRUE(pdu) << capture;
            const auto written = pdu->Serialize();
            EXPECT_TRUE(std::equal(written.begin(), written.end(), payload)) << capture;
            ++total;
        }
    }
    EXPECT_GT(total, 500u);
}

TEST(LacpduTest, FieldsAreThoseOfTheFirstCapturedLacpdu)
{
    // e3-fast: the partner's first LACPDU; its text says system 02:00:00:00:0b:00, key 15 (10 Gb/s,
    // full duplex), port 1, priority 255, state 199 (expired), and that it knows nobody yet.
    const auto frames = ReadPcapFrames("e3-fast_s0.pcap");
    ASSERT_FALSE(frames.empty());
    const auto pdu = Lacpdu::Parse(frames[0].data() + ETHERNET_HEADER, Lacpdu::SIZE);
    ASSERT_TRUE(pdu);
    EXPECT_EQ(pdu->actor.system, Mac48Address("02:00:00:00:0b:00"));
    EXPECT_EQ(pdu->actor.systemPriority, 65535);
    EXPECT_EQ(pdu->actor.key, 15);
    EXPECT_EQ(pdu->actor.portPriority, 255);
    EXPECT_EQ(pdu->actor.portNumber, 1);
    EXPECT_EQ(pdu->actor.state, 199);
    EXPECT_FALSE(pdu->partner.HasSystem());
    EXPECT_EQ(pdu->partner.state, 2);
}

TEST(LacpduTest, CutShortOrOfAnotherSubtypeIsNoLacpdu)
{
    const auto bytes = Lacpdu{}.Serialize();
    EXPECT_TRUE(Lacpdu::Parse(bytes.data(), bytes.size()));
    EXPECT_FALSE(Lacpdu::Parse(bytes.data(), bytes.size() - 1));
    EXPECT_FALSE(Lacpdu::Parse(bytes.data(), 0));
    const auto marker = MakeQuestion().GetBytes();
    EXPECT_FALSE(Lacpdu::Parse(marker.data(), marker.size()));
}

TEST(LacpMarkerTest, QuestionIsAnsweredWithItsOwnBytes)
{
    LacpTestBond bond('a');
    const auto slave = bond.Enslave("s0");
    const auto question = MakeQuestion().GetBytes();
    EXPECT_TRUE(Receive(bond, slave, {question.begin(), question.end()}));
    ASSERT_EQ(bond.sent.size(), 1u);
    EXPECT_EQ(bond.sent[0].etherType, 0x8809);
    EXPECT_EQ(bond.sent[0].source, bond.GetAddress(0));
    std::vector<uint8_t> answer(bond.sent[0].payload->GetSize());
    bond.sent[0].payload->CopyData(answer.data(), answer.size());
    std::vector<uint8_t> expected(question.begin(), question.end());
    expected[2] = 2; // marker response
    EXPECT_EQ(answer, expected);
    EXPECT_EQ(bond.GetPort(slave).GetCounters().markerRx, 1u);
    EXPECT_EQ(bond.GetPort(slave).GetCounters().markerRespTx, 1u);
}

TEST(LacpMarkerTest, AnswersAndUnknownMarkersAreCountedOnly)
{
    LacpTestBond bond('a');
    const auto slave = bond.Enslave("s0");
    const auto answer = MakeQuestion().MakeResponse().GetBytes();
    std::vector<uint8_t> bytes(answer.begin(), answer.end());
    EXPECT_TRUE(Receive(bond, slave, bytes));
    bytes[2] = 3;
    EXPECT_TRUE(Receive(bond, slave, bytes));
    EXPECT_TRUE(bond.sent.empty());
    EXPECT_EQ(bond.GetPort(slave).GetCounters().markerRespRx, 1u);
    EXPECT_EQ(bond.GetPort(slave).GetCounters().markerUnknownRx, 1u);
}

TEST(LacpReceptionTest, WhatIsNoSlowProtocolGoesOnToTheHost)
{
    LacpTestBond bond('a');
    const auto slave = bond.Enslave("s0");
    const auto bytes = Lacpdu{}.Serialize();
    EXPECT_FALSE(Receive(bond, slave, {bytes.begin(), bytes.end() - 1}));
    EXPECT_EQ(bond.GetPort(slave).GetCounters().lacpduIllegalRx, 1u);
    std::vector<uint8_t> unknown(bytes.begin(), bytes.end());
    unknown[0] = 10;
    EXPECT_FALSE(Receive(bond, slave, unknown));
    EXPECT_EQ(bond.GetPort(slave).GetCounters().lacpduUnknownRx, 1u);
    const auto payload = Create<Packet>(bytes.data(), bytes.size());
    const Mac48Address multicast(Lacpdu::MULTICAST);
    EXPECT_FALSE(bond.mode->ReceiveProbe(*slave, payload, multicast, multicast, 0x0800));
    EXPECT_FALSE(bond.mode->ReceiveProbe(*slave, payload, multicast, bond.GetAddress(0), 0x8809));
    // bond_close() takes the probe away.
    bond.up = false;
    EXPECT_FALSE(bond.mode->ReceiveProbe(*slave, payload, multicast, multicast, 0x8809));
    EXPECT_EQ(bond.GetPort(slave).GetCounters().lacpduRx, 0u);
}

TEST(LacpFuzzTest, NoReceivedBytesBreakTheMachines)
{
    // Seed and number of frames can be set, for long runs.
    const char* seedText = std::getenv("LINUX_TX_FUZZ_SEED");
    const char* countText = std::getenv("LINUX_TX_FUZZ_COUNT");
    const auto seed = seedText ? std::stoul(seedText) : std::random_device()();
    const auto count = countText ? std::stoul(countText) : 20000UL;
    std::cout << "seed " << seed << std::endl;
    std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
    const auto below = [&random](uint32_t n) {
        return std::uniform_int_distribution<uint32_t>(0, n - 1)(random);
    };

    LacpTestBond bond('a');
    std::vector<Ptr<BondSlave>> slaves;
    for (const char* name : {"s0", "s1", "s2", "s3"})
    {
        slaves.push_back(bond.Enslave(name));
    }
    bond.mode->Open();
    Lacpdu pdu;
    pdu.actor.system = Mac48Address("02:00:00:00:0b:00");
    const auto valid = pdu.Serialize();
    for (unsigned long i = 0; i < count; ++i)
    {
        std::vector<uint8_t> bytes(valid.begin(), valid.end());
        if (below(8) == 0)
        {
            bytes.resize(below(200));
        }
        for (uint32_t flips = below(12); flips > 0 && !bytes.empty(); --flips)
        {
            // Mostly where something is looked at: subtype, and both ends' values.
            bytes[below(std::min<uint32_t>(bytes.size(), below(4) ? 44 : 200))] =
                static_cast<uint8_t>(below(256));
        }
        const uint32_t which = below(slaves.size());
        Receive(bond, slaves[which], bytes);
        switch (below(64))
        {
        case 0:
            bond.SetLink(slaves[which], !slaves[which]->IsLinkUp());
            break;
        case 1: {
            const std::string name = slaves[which]->GetName();
            bond.Release(slaves[which]);
            slaves[which] = bond.Enslave(name);
            break;
        }
        case 2:
            bond.params.adSelect = static_cast<AdSelect>(below(3));
            break;
        default:
            break;
        }
        bond.sent.clear();
        if (below(3) == 0)
        {
            // On to the next tick.
            Simulator::Stop(MilliSeconds(104));
            Simulator::Run();
        }

        // Never more than one active aggregator, and nobody usable outside of it or without link.
        int active = 0;
        for (const auto& slave : slaves)
        {
            const LacpPort& port = bond.GetPort(slave);
            if (port.GetAggregator())
            {
                const auto& ports = port.GetAggregator()->GetPorts();
                EXPECT_EQ(std::count(ports.begin(), ports.end(), &port), 1);
                active += port.GetAggregator()->IsActive() &&
                          port.GetAggregator()->GetPorts().front() == &port;
            }
        }
        ASSERT_LE(active, 1) << "frame " << i;
        for (const auto& usable : bond.mode->GetUsableSlaves().GetAll())
        {
            ASSERT_EQ(std::count(slaves.begin(), slaves.end(), usable), 1) << "frame " << i;
        }
    }
    bond.mode->Close();
    Simulator::Destroy();
}
