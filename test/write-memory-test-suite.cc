/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference-table.h"
#include "two-hosts.h"

#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cerrno>
#include <functional>
#include <map>
#include <sstream>
#include <vector>

using namespace ns3;

namespace
{

/// The reference's paths that exist here.
const std::map<std::string, TwoHosts::Kind> KINDS{
    {"veth", TwoHosts::NIC},
    {"veth-ipv6", TwoHosts::NIC},
    {"bond", TwoHosts::BOND},
    {"vlan", TwoHosts::VLAN},
    {"vlan-on-bond", TwoHosts::VLAN_ON_BOND},
};

/// What a sender sees that sends until it is refused, while nothing leaves the queue disc.
struct ParkedSends
{
    std::vector<uint64_t> wmemAfterEach; //!< wmem_alloc after each accepted send, in bytes
    std::string error;                   //!< the refusal
    uint32_t sndbuf;                     //!< as read back, in bytes
    uint64_t wmemAfterDrop;              //!< when the queue disc is empty, in bytes
};

/**
 * @brief Send until refused.
 * @param row path, mtu, size and sndbuf_set of a reference row
 * @param limit at most so many sends; 0 for no limit
 * @return what the sender saw
 */
ParkedSends
SendUntilRefused(const ReferenceTable::Row& row, uint32_t limit = 0)
{
    const std::string path = row.at("path");
    const auto sndbuf = row.find("sndbuf_set");
    TwoHosts hosts(KINDS.at(path), std::stoul(row.at("mtu")));
    hosts.ResolveNeighbours();
    Ptr<QueueDisc> qdisc = hosts.Park();
    Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
    if (sndbuf != row.end() && sndbuf->second != "default")
    {
        socket->SetSndbuf(std::stoul(sndbuf->second));
    }
    socket->Connect(hosts.GetReceiver(path == "veth-ipv6"));
    ParkedSends result;
    result.sndbuf = socket->GetSndbuf();
    // Later than ND's own traffic (duplicate address detection, router solicitation).
    Simulator::Schedule(Seconds(10), [&] {
        const uint32_t size = std::stoul(row.at("size"));
        while ((limit == 0 || result.wmemAfterEach.size() < limit) &&
               socket->Send(Create<Packet>(size)) >= 0)
        {
            result.wmemAfterEach.push_back(socket->GetWmemAlloc());
        }
        const int error = socket->GetLinuxErrno();
        result.error = error == EAGAIN ? "EAGAIN" : error == ENOBUFS ? "ENOBUFS" : "other";
        while (qdisc->GetQueueDiscClass(0)->GetQueueDisc()->Dequeue())
        {
        }
    });
    Simulator::Stop(Seconds(11));
    Simulator::Run();
    // What the shaper's burst had let pass has left the device as well.
    result.wmemAfterDrop = socket->GetWmemAlloc();
    return result;
}

/**
 * @brief Is the path of a reference row one that exists here?
 * @param row the row
 * @return true if so
 */
bool
IsOurs(const ReferenceTable::Row& row)
{
    return KINDS.count(row.at("path")) > 0;
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief Every row of e4-charge: how many sends succeed, why the next one fails, what it costs.
 */
class ChargeTableTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param path the rows to try
     */
    explicit ChargeTableTestCase(const std::string& path)
        : TestCase("e4-charge rows over " + path + " match a real kernel"),
          m_path(path)
    {
    }

  private:
    void DoRun() override
    {
        uint32_t rows = 0;
        const ReferenceTable table("e4-charge.tsv");
        for (const auto& row : table.GetRows())
        {
            if (row.at("path") != m_path)
            {
                continue;
            }
            ++rows;
            const std::string where = ReferenceTable::Describe(row);
            const ParkedSends sends = SendUntilRefused(row);
            NS_TEST_EXPECT_MSG_EQ(sends.sndbuf, std::stoul(row.at("sndbuf_get")), where);
            NS_TEST_EXPECT_MSG_EQ(sends.wmemAfterEach.size(), std::stoul(row.at("sent")), where);
            NS_TEST_EXPECT_MSG_EQ(sends.error, row.at("error"), where);
            const uint64_t last = sends.wmemAfterEach.empty() ? 0 : sends.wmemAfterEach.back();
            NS_TEST_EXPECT_MSG_EQ(last, std::stoul(row.at("outq_last")), where);
            if (!sends.wmemAfterEach.empty())
            {
                NS_TEST_EXPECT_MSG_EQ(sends.wmemAfterEach.front(),
                                      std::stoul(row.at("charge_per_message")),
                                      where);
            }
            NS_TEST_EXPECT_MSG_EQ(sends.wmemAfterDrop, 0, where);
        }
        NS_TEST_EXPECT_MSG_GT(rows, 0, "no row was tried");
    }

    std::string m_path; //!< the rows to try
};

/**
 * @ingroup linux-tx-tests
 * @brief Every row of e4-sequence: wmem_alloc after each send.
 */
class SequenceTableTestCase : public TestCase
{
  public:
    SequenceTableTestCase()
        : TestCase("e4-sequence rows match a real kernel")
    {
    }

  private:
    void DoRun() override
    {
        uint32_t rows = 0;
        const ReferenceTable table("e4-sequence.tsv");
        for (const auto& row : table.GetRows())
        {
            if (!IsOurs(row))
            {
                continue;
            }
            ++rows;
            std::vector<uint64_t> expected;
            std::istringstream cells(row.at("outq_after_each_send"));
            for (uint64_t value; cells >> value;)
            {
                expected.push_back(value);
            }
            const ParkedSends sends = SendUntilRefused(row);
            NS_TEST_EXPECT_MSG_EQ((sends.wmemAfterEach == expected),
                                  true,
                                  ReferenceTable::Describe(row));
        }
        NS_TEST_EXPECT_MSG_GT(rows, 0, "no row was tried");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Both ends of every row of e4-steps, through the simulated stack (the unit test of
 *        SkbTruesize tries all sizes).
 */
class StepsTableTestCase : public TestCase
{
  public:
    StepsTableTestCase()
        : TestCase("e4-steps rows match a real kernel at both ends")
    {
    }

  private:
    void DoRun() override
    {
        uint32_t rows = 0;
        const ReferenceTable table("e4-steps.tsv");
        for (auto row : table.GetRows())
        {
            if (!IsOurs(row))
            {
                continue;
            }
            for (const char* end : {"size_from", "size_to"})
            {
                ++rows;
                row["size"] = row.at(end);
                const ParkedSends sends = SendUntilRefused(row, 1);
                NS_TEST_ASSERT_MSG_EQ(sends.wmemAfterEach.size(), 1, ReferenceTable::Describe(row));
                NS_TEST_EXPECT_MSG_EQ(sends.wmemAfterEach.front(),
                                      std::stoul(row.at("charge")),
                                      ReferenceTable::Describe(row));
            }
        }
        NS_TEST_EXPECT_MSG_GT(rows, 0, "no row was tried");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Write memory against the measurements of a real kernel.
 */
class WriteMemoryTestSuite : public TestSuite
{
  public:
    WriteMemoryTestSuite()
        : TestSuite("linux-tx-write-memory", Type::UNIT)
    {
        for (const char* path : {"veth", "veth-ipv6", "bond", "vlan-on-bond"})
        {
            AddTestCase(new ChargeTableTestCase(path));
        }
        AddTestCase(new SequenceTableTestCase);
        AddTestCase(new StepsTableTestCase);
    }
};

static WriteMemoryTestSuite g_writeMemoryTestSuite; //!< the suite
