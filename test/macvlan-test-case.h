/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_MACVLAN_TEST_CASE_H
#define LINUX_TX_MACVLAN_TEST_CASE_H

#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

/**
 * @ingroup linux-tx-tests
 * @brief A test of macvlans whose body is a function.
 */
class MacvlanTestCase : public ns3::TestCase
{
  public:
    /// The body; gets the test case for the NS_TEST macros.
    using Body = std::function<void(MacvlanTestCase&)>;

    /**
     * @brief Constructor.
     * @param claim what the test shows
     * @param body how
     */
    MacvlanTestCase(const std::string& claim, Body body)
        : ns3::TestCase(claim),
          m_body(std::move(body))
    {
    }

    /**
     * @brief Expect two values to be equal.
     * @param actual what came out
     * @param expected what should
     * @param what what it is
     */
    template <typename T>
    void ExpectEq(const T& actual, const T& expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
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

  private:
    void DoRun() override
    {
        m_body(*this);
    }

    Body m_body; //!< the test
};

#endif /* LINUX_TX_MACVLAN_TEST_CASE_H */
