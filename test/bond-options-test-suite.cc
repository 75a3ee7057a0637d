/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/bond-option-scenario.h"
#include "bond-option-rows.h"
#include "reference-table.h"

#include "ns3/ns3-compat.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

/**
 * @ingroup linux-tx-tests
 * @brief Every write of e11, on a bond with devices: result, value read back, other options that
 *        changed, and what was logged are those of Linux.
 */
class BondOptionRowsTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param mode the rows of this mode
     */
    explicit BondOptionRowsTestCase(const std::string& mode)
        : TestCase("writes to a " + mode + " bond are answered as by Linux"),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        const ReferenceTable table("e11-options.tsv");
        uint32_t rows = 0;
        for (const auto& row : table.GetRows())
        {
            if (row.at("mode") != m_mode)
            {
                continue;
            }
            ++rows;
            BondOptionScenario scenario(m_mode,
                                        row.at("bond") == "up",
                                        static_cast<uint32_t>(std::stoul(row.at("slaves"))));
            const std::string problem = BondOptionRows(scenario.GetSession()).Replay(row);
            NS_TEST_EXPECT_MSG_EQ(problem, "", ReferenceTable::Describe(row));
        }
        NS_TEST_EXPECT_MSG_GT(rows, 400U, "the reference has so many rows of each mode");
    }

    std::string m_mode; //!< the mode
};

/**
 * @ingroup linux-tx-tests
 * @brief Options of bonds with devices.
 */
class BondOptionsTestSuite : public TestSuite
{
  public:
    BondOptionsTestSuite()
        : TestSuite("linux-tx-bond-options", TestSuite::Type::UNIT)
    {
        for (const char* mode : {"balance-rr",
                                 "active-backup",
                                 "balance-xor",
                                 "broadcast",
                                 "802.3ad",
                                 "balance-tlb",
                                 "balance-alb"})
        {
            AddTestCase(new BondOptionRowsTestCase(mode));
        }
    }
};

static BondOptionsTestSuite g_bondOptionsTestSuite; //!< the suite
