/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-case.h"

#include "ns3/queue-limits.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-tags.h"

#include <array>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::nic_test;

namespace
{

/// Trains, and what the traces say of their frames.
class NicTrainTestCase : public NicTestCase
{
  protected:
    using NicTestCase::NicTestCase;

    /// Frames that a trace source of a showed.
    using Times = std::vector<Time>;

    /**
     * Write down when a trace source of a fires.
     * @param source its name
     * @param times where to
     */
    void Record(const char* source, Times& times)
    {
        a->TraceConnectWithoutContext(
            source,
            Callback<void, Ptr<const Packet>>(
                [&times](Ptr<const Packet>) { times.push_back(Simulator::Now()); }));
    }

    /**
     * Record what happens on the wire.
     */
    void WatchWire()
    {
        Record("PhyTxBegin", begins);
        Record("PhyTxEnd", ends);
    }

    Times begins; //!< PhyTxBegin
    Times ends;   //!< PhyTxEnd
};

/// A train on the wire.
class TrainOnTheWireTest : public NicTrainTestCase
{
  public:
    /**
     * Constructor.
     * @param watched whether somebody watches the wire
     */
    explicit TrainOnTheWireTest(bool watched)
        : NicTrainTestCase(
              std::string("a train is one ring entry and goes back to back, paid for to its end") +
              (watched ? ", watched" : "")),
          m_watched(watched)
    {
    }

  private:
    void DoRun() override
    {
        const Time delay = MicroSeconds(5);
        Build(delay);
        const auto limits = CreateObject<RecordingQueueLimits>();
        a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->SetQueueLimits(limits);
        Times macTx;
        Times sniffed;
        Record("MacTx", macTx);
        if (m_watched)
        {
            WatchWire();
            Record("Sniffer", sniffed);
        }
        NS_TEST_EXPECT_MSG_EQ((SendTrain(44) == XmitVerdict::SUCCESS), true, "there is room");
        SendCharged();
        // 44 x 980 B of UDP are 43,120 B, or two fragments of 32 KiB.
        NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), 1 + 2 + 1, "a train takes 1 + fragments");
        NS_TEST_EXPECT_MSG_EQ(macTx.size(), 45, "every segment is traced");
        Simulator::Schedule(44 * SLOT - NanoSeconds(1), [this] {
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 2 * TRUESIZE, "the train is charged");
            NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets, 0, "counted when completed");
        });
        Simulator::Schedule(44 * SLOT + NanoSeconds(1), [this] {
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), TRUESIZE, "until its end");
            NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets, 44, "as many packets as segments");
        });
        Simulator::Run();

        NS_TEST_ASSERT_MSG_EQ(atB.size(), 45, "all arrive");
        for (int i = 0; i < 45; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(atB[i].time, i * SLOT + LAST_BIT + delay, "back to back");
            NS_TEST_EXPECT_MSG_EQ(atB[i].bytes, PAYLOAD, "with its IP header");
        }
        for (std::size_t i = 0; i < begins.size(); ++i)
        {
            const int n = static_cast<int>(i);
            NS_TEST_EXPECT_MSG_EQ(begins[i], n * SLOT, "each segment begins at its time");
            NS_TEST_EXPECT_MSG_EQ(ends.at(i), (n + 1) * SLOT, "and ends at its time");
        }
        const std::size_t expected = m_watched ? 45 : 0;
        NS_TEST_EXPECT_MSG_EQ(begins.size(), expected, "every segment is traced");
        NS_TEST_EXPECT_MSG_EQ(ends.size(), expected, "every segment is traced");
        NS_TEST_EXPECT_MSG_EQ((sniffed == begins), true, "a capture has every segment");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txBytes, 45 * 1014, "counted");
        using Entries = std::vector<std::pair<Time, uint32_t>>;
        const Entries queued{{Time(), 44 * 1014}, {Time(), 1014}};
        const Entries completed{{44 * SLOT, 44 * 1014}, {45 * SLOT, 1014}};
        NS_TEST_EXPECT_MSG_EQ((limits->queued == queued), true, "BQL is told once, of all");
        NS_TEST_EXPECT_MSG_EQ((limits->completed == completed), true, "BQL gets all back at once");
        CheckNothingIsLeft(45);
    }

    bool m_watched; //!< whether somebody watches the wire
};

/// The carrier goes in the middle of a train.
class CarrierLossInTrainTest : public NicTrainTestCase
{
  public:
    /**
     * Constructor.
     * @param what the moment, in words
     * @param moment the moment, from the begin of the train on
     * @param sent segments that have left by then
     * @param halfSent whether another one has begun
     * @param watched whether somebody watches the wire
     */
    CarrierLossInTrainTest(const std::string& what,
                           const Time& moment,
                           uint32_t sent,
                           bool halfSent,
                           bool watched)
        : NicTrainTestCase("segments that have left count as sent, the others as lost: " + what +
                           (watched ? ", watched" : "")),
          m_moment(moment),
          m_sent(sent),
          m_halfSent(halfSent),
          m_watched(watched)
    {
    }

  private:
    void DoRun() override
    {
        const Time delay = 2 * SLOT;
        Build(delay);
        Times phyDrops;
        Times macDrops;
        Record("PhyTxDrop", phyDrops);
        Record("MacTxDrop", macDrops);
        if (m_watched)
        {
            WatchWire();
        }
        SendTrain(SEGMENTS);
        SendTrain(SEGMENTS);
        Simulator::Schedule(m_moment, [this] {
            channel->SetCarrier(false);
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "nobody pays for lost segments");
            NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), 0, "nothing stays");
        });
        Simulator::Run();
        const uint32_t lost = SEGMENTS - m_sent;
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets, m_sent, "left the sender");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txBytes, m_sent * 1014, "left the sender");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txCarrierErrors, lost + SEGMENTS, "did not");
        NS_TEST_EXPECT_MSG_EQ(phyDrops.size(), (m_halfSent ? 1 : 0), "cut off");
        NS_TEST_EXPECT_MSG_EQ(macDrops.size(), lost + SEGMENTS - phyDrops.size(), "never begun");
        if (m_watched)
        {
            NS_TEST_EXPECT_MSG_EQ(ends.size(), m_sent, "each sent segment has its end");
            NS_TEST_EXPECT_MSG_EQ(begins.size(), m_sent + phyDrops.size(), "and its begin");
        }
        const Time now = Simulator::Now();
        const auto arrived = atB.size();

        // The wire is free, and what was cancelled does not come back.
        channel->SetCarrier(true);
        SendTrain(3);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(atB.size(), arrived + 3, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(atB.back().time, now + 2 * SLOT + LAST_BIT + delay, "at their time");
        CheckNothingIsLeft(2 * SEGMENTS + 3);
    }

    static constexpr uint32_t SEGMENTS = 5; //!< segments of a train
    Time m_moment;                          //!< when the carrier goes
    uint32_t m_sent;                        //!< segments that have left
    bool m_halfSent;                        //!< another one has begun
    bool m_watched;                         //!< whether somebody watches the wire
};

/// Trains that may not go on the ring.
class RefusedTrainTest : public NicTrainTestCase
{
  public:
    RefusedTrainTest()
        : NicTrainTestCase("a train that is refused dies whole")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(1));
        Build(Time());
        Times drops;
        Record("MacTxDrop", drops);

        // 20 bytes shorter than the MTU, as long, and 1 byte longer.
        const std::vector<std::vector<uint32_t>> refused{{1480, 1501}, {1501, 1480}};
        for (const auto& sizes : refused)
        {
            NS_TEST_EXPECT_MSG_EQ((a->StartXmit(MakeTrain(sizes)) == XmitVerdict::DROP),
                                  true,
                                  "one segment is too long");
        }
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "nobody pays");
        NS_TEST_EXPECT_MSG_EQ((a->StartXmit(MakeTrain({1480, 1500})) == XmitVerdict::SUCCESS),
                              true,
                              "as long as the MTU");
        NS_TEST_EXPECT_MSG_EQ((SendTrain(7) == XmitVerdict::BUSY), true, "the ring is full");
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), TRUESIZE, "for the first one only");
        Simulator::Run();
        channel->SetCarrier(false);
        NS_TEST_EXPECT_MSG_EQ((SendTrain(3) == XmitVerdict::DROP), true, "no link");
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "nobody pays");

        NS_TEST_EXPECT_MSG_EQ(atB.size(), 2, "what was accepted arrives");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txDropped, 2 + 2 + 3, "every segment counts");
        NS_TEST_EXPECT_MSG_EQ(drops.size(), 2 + 2 + 3, "every segment is traced");
        CheckNothingIsLeft(2 + 2 + 2 + 7 + 3);
    }
};

/// VLAN tags.
class VlanTagTest : public NicTrainTestCase
{
  public:
    VlanTagTest()
        : NicTrainTestCase("tags are written into every frame, and do not count against the MTU")
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        std::vector<std::vector<uint8_t>> frames;
        b->TraceConnectWithoutContext(
            "PromiscSniffer",
            Callback<void, Ptr<const Packet>>([&frames](Ptr<const Packet> frame) {
                std::vector<uint8_t> bytes(frame->GetSize());
                frame->CopyData(bytes.data(), bytes.size());
                frames.push_back(bytes);
            }));
        // VLAN 7 of priority 3 inside service VLAN 0x123.
        const auto tagged = [this](uint32_t last) {
            auto train = MakeTrain({1500, 1500, last});
            train->PutVlanTag({VlanTag::DOT1Q, 3 << VlanTag::PRIORITY_SHIFT | 7});
            train->PutVlanTag({VlanTag::DOT1AD, 0x123});
            return train;
        };
        NS_TEST_EXPECT_MSG_EQ((a->StartXmit(tagged(100)) == XmitVerdict::SUCCESS), true, "fits");
        NS_TEST_EXPECT_MSG_EQ((a->StartXmit(tagged(1501)) == XmitVerdict::DROP), true, "too long");
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(frames.size(), 3, "one train");
        const std::vector<uint8_t> expected{0x88,
                                            0xA8,
                                            0x01,
                                            0x23,
                                            0x81,
                                            0x00,
                                            0x60,
                                            0x07,
                                            0x08,
                                            0x00,
                                            0x45,
                                            0x00,
                                            0x05,
                                            0xDC};
        for (const auto& frame : frames)
        {
            // Behind both addresses; the total length (0x05DC) differs in the last one.
            const std::size_t compared = expected.size() - 2;
            const std::vector<uint8_t> bytes(frame.begin() + 12, frame.begin() + 12 + compared);
            const std::vector<uint8_t> wanted(expected.begin(), expected.begin() + compared);
            NS_TEST_EXPECT_MSG_EQ((bytes == wanted), true, "S-tag, C-tag, EtherType, header");
        }
        NS_TEST_EXPECT_MSG_EQ(frames[0].size(), 14 + 8 + 1500, "tags are in the frame");
        NS_TEST_EXPECT_MSG_EQ(frames[2].size(), 14 + 8 + 100, "tags are in the frame");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txBytes, 3 * 22 + 3100, "and count");

        // Frames that bring their tags along, from a foreign bridge say.
        const auto sendRaw = [this](const std::vector<uint8_t>& head, uint32_t bytes) {
            auto packet = Create<Packet>(head.data(), head.size());
            packet->AddAtEnd(Create<Packet>(bytes));
            return a->Send(packet, b->GetAddress(), VlanTag::DOT1AD);
        };
        const std::vector<uint8_t> one{0x01, 0x23, 0x08, 0x00};
        const std::vector<uint8_t> two{0x01, 0x23, 0x81, 0x00, 0x60, 0x07, 0x08, 0x00};
        NS_TEST_EXPECT_MSG_EQ(sendRaw(one, 1500), true, "one tag more than the MTU");
        NS_TEST_EXPECT_MSG_EQ(sendRaw(one, 1501), false, "too long");
        NS_TEST_EXPECT_MSG_EQ(sendRaw(two, 1500), true, "two tags more than the MTU");
        NS_TEST_EXPECT_MSG_EQ(sendRaw(two, 1501), false, "too long");
        NS_TEST_EXPECT_MSG_EQ(a->Send(Create<Packet>(1), b->GetAddress(), VlanTag::DOT1Q),
                              true,
                              "half a tag");
        Simulator::Run();
        CheckNothingIsLeft(6 + 5);
    }
};

/// Anything at any time.
class RandomTrainTest : public NicTrainTestCase
{
  public:
    /**
     * Constructor.
     * @param nQueues transmit queues
     */
    explicit RandomTrainTest(uint32_t nQueues)
        : NicTrainTestCase("segments and charges are conserved whenever the link comes and goes: " +
                           std::to_string(nQueues) + " queues"),
          m_nQueues(nQueues)
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(4));
        helper.SetTxQueues(m_nQueues);
        Build(2 * SLOT);
        Times phyDrops;
        Times macDrops;
        Record("PhyTxDrop", phyDrops);
        Record("MacTxDrop", macDrops);
        WatchWire();
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(2);
        std::cout << "random trains: RngSeed " << RngSeedManager::GetSeed() << ", RngRun "
                  << RngSeedManager::GetRun() << ", stream 2" << std::endl;
        const auto at = [&random] { return NanoSeconds(random->GetInteger(0, 10'000'000)); };
        uint32_t given = 0;
        for (uint32_t i = 0; i < 400; ++i)
        {
            const uint32_t segments = random->GetInteger(1, 10);
            const uint8_t queue = random->GetInteger(0, m_nQueues - 1);
            given += segments;
            Simulator::Schedule(at(), [this, segments, queue] {
                const auto train = MakeTrain(std::vector<uint32_t>(segments, PAYLOAD));
                train->SetTxQueueIndex(queue);
                Give(train);
            });
        }
        for (uint32_t i = 0; i < 200; ++i)
        {
            Simulator::Schedule(at(), &NicChannel::SetCarrier, channel, i % 2 == 1);
        }
        Simulator::Run();
        const auto& stats = a->GetStats();
        NS_TEST_EXPECT_MSG_GT(stats.txCarrierErrors, 0, "the test should meet each case");
        NS_TEST_EXPECT_MSG_GT(stats.txDropped, 0, "the test should meet each case");
        NS_TEST_EXPECT_MSG_GT(channel->GetNLost(), 0, "the test should meet each case");
        NS_TEST_EXPECT_MSG_GT(phyDrops.size(), 0, "the test should meet each case");
        NS_TEST_EXPECT_MSG_EQ(ends.size(), stats.txPackets, "each frame has one end");
        NS_TEST_EXPECT_MSG_EQ(begins.size(), ends.size() + phyDrops.size(), "or is cut off");
        NS_TEST_EXPECT_MSG_EQ(phyDrops.size() + macDrops.size(),
                              stats.txCarrierErrors + stats.txDropped,
                              "each drop is traced once");
        uint64_t sent = 0;
        for (uint32_t i = 0; i < m_nQueues; ++i)
        {
            sent += a->GetTxQueue(i).GetStats().packets;
        }
        NS_TEST_EXPECT_MSG_EQ(sent, stats.txPackets, "the queues' counters add up");
        CheckNothingIsLeft(given);
    }

    uint32_t m_nQueues; //!< transmit queues
};

/// Trains: on the ring, on the wire, at the other end.
class NicTrainTestSuite : public TestSuite
{
  public:
    NicTrainTestSuite()
        : TestSuite("linux-tx-nic-train", TestSuite::Type::UNIT)
    {
        for (const bool watched : {false, true})
        {
            AddTestCase(new TrainOnTheWireTest(watched));
            const auto addLoss =
                [&](const std::string& what, const Time& moment, uint32_t sent, bool halfSent) {
                    AddTestCase(new CarrierLossInTrainTest(what, moment, sent, halfSent, watched));
                };
            addLoss("in the first segment", LAST_BIT / 2, 0, true);
            addLoss("in the third segment", 2 * SLOT + LAST_BIT / 2, 2, true);
            addLoss("with the last bit of the third", 2 * SLOT + LAST_BIT, 3, false);
            addLoss("in the gap after the third", 2 * SLOT + LAST_BIT + NanoSeconds(1), 3, false);
            addLoss("in the last segment", 4 * SLOT + NanoSeconds(1), 4, true);
            addLoss("in the gap after the train", 5 * SLOT - NanoSeconds(1), 5, false);
        }
        AddTestCase(new RefusedTrainTest);
        AddTestCase(new VlanTagTest);
        AddTestCase(new RandomTrainTest(1));
        AddTestCase(new RandomTrainTest(4));
    }
};

NicTrainTestSuite g_nicTrainTestSuite; //!< registers the suite

} // namespace
