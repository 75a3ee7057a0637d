/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-case.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <iostream>
#include <string>

using namespace ns3;
using namespace ns3::nic_test;

namespace
{

/// The carrier goes in the middle of a burst.
class CarrierLossTest : public NicTestCase
{
  public:
    /**
     * Constructor.
     * @param delay propagation delay, in slots
     */
    explicit CarrierLossTest(int delay)
        : NicTestCase("a dead link delivers nothing, keeps no charge and recovers: delay of " +
                      std::to_string(delay) + " frames"),
          m_delay(delay)
    {
    }

  private:
    void DoRun() override
    {
        Build(m_delay * SLOT);
        SendChargedFrames(10);
        // In the middle of the fifth frame: 4 have left, of which the last m_delay are under way;
        // the fifth and the 5 behind it are the sender's loss.
        Simulator::Schedule(4 * SLOT + LAST_BIT / 2, [this] {
            channel->SetCarrier(false);
            NS_TEST_EXPECT_MSG_EQ(a->IsLinkUp(), false, "a has no link");
            NS_TEST_EXPECT_MSG_EQ(b->IsLinkUp(), false, "b has no link");
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "nobody pays for lost frames");
            NS_TEST_EXPECT_MSG_EQ((SendCharged() == XmitVerdict::DROP), true, "no link");
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "nor for refused ones");
        });
        // Restored before the frames that were under way would have arrived, and before the slot of
        // the frame that was cut off would have ended.
        Simulator::Schedule(m_restored, [this] {
            channel->SetCarrier(true);
            NS_TEST_EXPECT_MSG_EQ(a->IsLinkUp(), true, "the link is back");
            SendChargedFrames(2);
        });
        // The completion of the frame that was cut off must not complete another one.
        Simulator::Schedule(m_restored + SLOT - NanoSeconds(1), [this] {
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 2 * TRUESIZE, "none is through");
        });
        Simulator::Run();

        const std::size_t before = 4 - m_delay;
        NS_TEST_ASSERT_MSG_EQ(atB.size(), before + 2, "what was under way is lost");
        NS_TEST_EXPECT_MSG_EQ(atB[before].time,
                              m_restored + LAST_BIT + m_delay * SLOT,
                              "the wire is free again");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets, 4 + 2, "left the sender");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txCarrierErrors, 6, "did not");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txDropped, 1, "refused");
        NS_TEST_EXPECT_MSG_EQ(channel->GetNLost(), m_delay, "on the cable");
        CheckNothingIsLeft(13);
    }

    const Time m_restored = 5 * SLOT - LAST_BIT / 4; //!< when the carrier is back
    int m_delay;                                     //!< propagation delay, in slots
};

/// The carrier goes between the last bit of a frame and its completion.
class CarrierLossInGapTest : public NicTestCase
{
  public:
    CarrierLossInGapTest()
        : NicTestCase("a frame whose last bit has left counts as sent, and only once")
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        SendChargedFrames(2);
        Simulator::Schedule(LAST_BIT + NanoSeconds(1), &NicChannel::SetCarrier, channel, false);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 1, "it has arrived");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets, 1, "it was sent");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txCarrierErrors, 1, "the second was not");
        CheckNothingIsLeft(2);
    }
};

/// A queue disc above a link that goes.
class QueueDiscOnDeadLinkTest : public NicTestCase
{
  public:
    /**
     * Constructor.
     * @param flowControl how the NIC stops and wakes
     */
    explicit QueueDiscOnDeadLinkTest(const FlowControl& flowControl)
        : NicTestCase("a queue disc deeper than its quota drains into a dead link: " +
                      flowControl.GetName()),
          m_flowControl(flowControl)
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(16));
        Build(m_flowControl);
        for (uint32_t i = 0; i < 2; ++i)
        {
            nodes.Get(i)->AggregateObject(CreateObject<TrafficControlLayer>());
        }
        TrafficControlHelper tch;
        tch.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("5000p"));
        const auto queueDisc = tch.Install(a).Get(0);
        const auto tc = nodes.Get(0)->GetObject<TrafficControlLayer>();
        Simulator::Schedule(Seconds(1), [this, tc] {
            for (int i = 0; i < 1000; ++i)
            {
                tc->Send(a, Create<PlainItem>(Create<Packet>(PAYLOAD), b->GetAddress(), PROTOCOL));
            }
        });
        // Nine and a half slots later: 9 frames have arrived.
        const Time loss = Seconds(1) + 9 * SLOT + LAST_BIT / 2;
        Simulator::Schedule(loss, &NicChannel::SetCarrier, channel, false);
        Simulator::Schedule(loss + NanoSeconds(1), [this, queueDisc] {
            NS_TEST_EXPECT_MSG_EQ(queueDisc->GetNPackets(), 0, "nothing waits for a dead link");
        });
        // And again, one packet at a time while there is no link.
        Simulator::Schedule(loss + SLOT, [this, tc] {
            tc->Send(a, Create<PlainItem>(Create<Packet>(PAYLOAD), b->GetAddress(), PROTOCOL));
        });
        Simulator::Schedule(loss + 2 * SLOT, &NicChannel::SetCarrier, channel, true);
        Simulator::Schedule(loss + 2 * SLOT, [this, tc] {
            tc->Send(a, Create<PlainItem>(Create<Packet>(PAYLOAD), b->GetAddress(), PROTOCOL));
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 9 + 1, "9 before, 1 after");
        NS_TEST_EXPECT_MSG_EQ(queueDisc->GetNPackets(), 0, "nothing is stuck");
        CheckNothingIsLeft(1000 + 1 + 1);
    }

    /// A packet of no particular protocol.
    class PlainItem : public QueueDiscItem
    {
      public:
        using QueueDiscItem::QueueDiscItem;

        void AddHeader() override
        {
        }

        bool Mark() override
        {
            return false;
        }
    };

    FlowControl m_flowControl; //!< how the NIC stops and wakes
};

/// Who is told about the link.
class LinkChangeTest : public NicTestCase
{
  public:
    LinkChangeTest()
        : NicTestCase("both ends are told of every change of the link, once")
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        a->AddLinkChangeCallback(MakeCallback(&LinkChangeTest::ChangeAtA, this));
        b->AddLinkChangeCallback(MakeCallback(&LinkChangeTest::ChangeAtB, this));
        NS_TEST_EXPECT_MSG_EQ(a->IsLinkUp(), true, "plugged in at both ends");

        channel->SetCarrier(false);
        CheckChanges(1, false, "carrier cut");
        channel->SetCarrier(false);
        CheckChanges(1, false, "cut again: no change");
        a->SetDown();
        CheckChanges(1, false, "no link to lose");
        channel->SetCarrier(true);
        CheckChanges(1, false, "a is still down");
        a->SetUp();
        CheckChanges(2, true, "now the link is up");
        b->SetDown();
        CheckChanges(3, false, "the other end is down");
        b->SetUp();
        CheckChanges(4, true, "and up again");

        const auto loose = CreateObject<NicNetDevice>();
        NS_TEST_EXPECT_MSG_EQ(loose->IsLinkUp(), false, "no cable");
        NS_TEST_EXPECT_MSG_EQ(loose->Attach(channel), false, "both ends of the cable are taken");
        const auto halfPlugged = CreateObject<NicChannel>();
        NS_TEST_EXPECT_MSG_EQ(loose->Attach(halfPlugged), true, "a free end");
        NS_TEST_EXPECT_MSG_EQ(loose->IsLinkUp(), false, "nobody at the other end");
        NS_TEST_EXPECT_MSG_EQ(a->Attach(halfPlugged), false, "a device has one plug");
    }

    /**
     * Compare what both ends know.
     * @param changes times they should have been told
     * @param up what the link should be
     * @param what the test step
     */
    void CheckChanges(uint32_t changes, bool up, const char* what)
    {
        NS_TEST_EXPECT_MSG_EQ(m_changesAtA, changes, what);
        NS_TEST_EXPECT_MSG_EQ(m_changesAtB, changes, what);
        NS_TEST_EXPECT_MSG_EQ(a->IsLinkUp(), up, what);
        NS_TEST_EXPECT_MSG_EQ(b->IsLinkUp(), up, what);
    }

    void ChangeAtA()
    {
        ++m_changesAtA;
        NS_TEST_EXPECT_MSG_EQ(a->IsLinkUp(), b->IsLinkUp(), "both ends agree when one is told");
    }

    void ChangeAtB()
    {
        ++m_changesAtB;
        NS_TEST_EXPECT_MSG_EQ(a->IsLinkUp(), b->IsLinkUp(), "both ends agree when one is told");
    }

    uint32_t m_changesAtA{0}; //!< times a was told
    uint32_t m_changesAtB{0}; //!< times b was told
};

/// Anything at any time.
class RandomFlapTest : public NicTestCase
{
  public:
    RandomFlapTest()
        : NicTestCase("frames and charges are conserved whenever the link comes and goes")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(8));
        Build(2 * SLOT);
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        std::cout << "random link flaps: RngSeed " << RngSeedManager::GetSeed() << ", RngRun "
                  << RngSeedManager::GetRun() << ", stream 1" << std::endl;
        const auto at = [&random] { return NanoSeconds(random->GetInteger(0, 10'000'000)); };
        constexpr uint32_t FRAMES = 2000;
        for (uint32_t i = 0; i < FRAMES; ++i)
        {
            Simulator::Schedule(at(), [this] { SendCharged(); });
        }
        for (uint32_t i = 0; i < 200; ++i)
        {
            const bool up = i % 2 == 1;
            switch (i % 3)
            {
            case 0:
                Simulator::Schedule(at(), &NicChannel::SetCarrier, channel, up);
                break;
            case 1:
                Simulator::Schedule(at(), up ? &NicNetDevice::SetUp : &NicNetDevice::SetDown, a);
                break;
            case 2:
                Simulator::Schedule(at(), up ? &NicNetDevice::SetUp : &NicNetDevice::SetDown, b);
                break;
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(a->GetStats().txCarrierErrors, 0, "the test should meet each case");
        NS_TEST_EXPECT_MSG_GT(a->GetStats().txDropped, 0, "the test should meet each case");
        NS_TEST_EXPECT_MSG_GT(channel->GetNLost(), 0, "the test should meet each case");
        NS_TEST_EXPECT_MSG_EQ(atB.size(), b->GetStats().rxPackets, "counted what was passed up");
        CheckNothingIsLeft(FRAMES);
    }
};

/// Links that come and go.
class NicLinkTestSuite : public TestSuite
{
  public:
    NicLinkTestSuite()
        : TestSuite("linux-tx-nic-link", TestSuite::Type::UNIT)
    {
        AddTestCase(new CarrierLossTest(0));
        AddTestCase(new CarrierLossTest(3));
        AddTestCase(new CarrierLossInGapTest);
        for (const bool queueLimits : {false, true})
        {
            AddTestCase(new QueueDiscOnDeadLinkTest({queueLimits, false}));
            AddTestCase(new QueueDiscOnDeadLinkTest({queueLimits, true}));
        }
        AddTestCase(new LinkChangeTest);
        AddTestCase(new RandomFlapTest);
    }
};

NicLinkTestSuite g_nicLinkTestSuite; //!< registers the suite

} // namespace
