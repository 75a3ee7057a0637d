/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BRIDGE_TEST_CASE_H
#define LINUX_TX_BRIDGE_TEST_CASE_H

#include "ns3/linux-bridge-net-device.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace ns3
{

/// What the test suites of the bridge share.
namespace bridge_test
{

/// Charge of a message of 1000 bytes: 1028 + 31 -> 1088 + 320 -> 2048, plus 256.
inline constexpr uint64_t CHARGE_1000 = 2304;

/// When most tests begin.
inline const Time START = Seconds(1);

/**
 * @ingroup linux-tx-tests
 * @brief A test whose body is a function.
 */
class BridgeTestCase : public TestCase
{
  public:
    /// The body; gets the test case for the NS_TEST macros.
    using Body = std::function<void(BridgeTestCase&)>;

    /**
     * @brief Constructor.
     * @param claim what the test shows
     * @param body how
     */
    BridgeTestCase(const std::string& claim, Body body)
        : TestCase(claim),
          m_body(std::move(body))
    {
    }

    /**
     * @brief Expect two numbers to be equal.
     * @param actual what came out
     * @param expected what should
     * @param what what it is
     */
    void ExpectEq(uint64_t actual, uint64_t expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }

    /**
     * @brief Expect two texts to be equal.
     * @param actual what came out
     * @param expected what should
     * @param what what it is
     */
    void ExpectText(const std::string& actual, const std::string& expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }

    /**
     * @brief Expect one line that contains something.
     * @param text the line
     * @param words what it has to contain
     */
    void ExpectLine(const std::string& text, const std::string& words)
    {
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, "'" << text << "': " << words);
        NS_TEST_EXPECT_MSG_EQ(text.find('\n'), std::string::npos, "one line");
    }

  private:
    void DoRun() override
    {
        m_body(*this);
    }

    Body m_body; //!< the test
};

/**
 * @brief Do something at a time.
 * @param time when
 * @param what what
 */
inline void
At(const Time& time, const std::function<void()>& what)
{
    Simulator::Schedule(time, what);
}

/**
 * @brief Run the simulation for a while.
 * @param end until when
 */
inline void
RunUntil(const Time& end)
{
    Simulator::Stop(end - Simulator::Now());
    Simulator::Run();
}

/**
 * @brief Send messages of 1000 bytes.
 * @param socket a connected socket
 * @param n how many
 */
inline void
SendMessages(const Ptr<LinuxUdpSocket>& socket, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
    {
        socket->Send(Create<Packet>(1000));
    }
}

/// Writes down what the bridge learns and drops.
class BridgeLog
{
  public:
    /**
     * @brief Listen.
     * @param bridge the bridge
     */
    explicit BridgeLog(const Ptr<LinuxBridgeNetDevice>& bridge)
        : m_bridge(bridge)
    {
        bridge->TraceConnectWithoutContext("FdbChange", MakeCallback(&BridgeLog::Change, this));
        bridge->TraceConnectWithoutContext("Drop", MakeCallback(&BridgeLog::Drop, this));
    }

    /**
     * @brief What has happened since the last call.
     * @return one word or two for each event, separated by "; "
     */
    std::string Take()
    {
        return std::exchange(m_text, "");
    }

  private:
    /// Sink of FdbChange. @param address, @param port, @param change as traced
    void Change(Mac48Address /* address */, Ptr<NetDevice> port, const char* change)
    {
        const auto known = m_bridge->FindPort(port);
        Add(std::string(change) + " " + (known ? std::to_string(known->GetNumber()) : "-"));
    }

    /// Sink of Drop. @param packet, @param reason as traced
    void Drop(Ptr<const Packet> /* packet */, const char* reason)
    {
        Add(reason);
    }

    /// Add an event. @param event the event
    void Add(const std::string& event)
    {
        m_text += (m_text.empty() ? "" : "; ") + event;
    }

    Ptr<LinuxBridgeNetDevice> m_bridge; //!< the bridge
    std::string m_text;                 //!< what has happened
};

} // namespace bridge_test
} // namespace ns3

#endif /* LINUX_TX_BRIDGE_TEST_CASE_H */
