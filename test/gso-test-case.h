/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_GSO_TEST_CASE_H
#define LINUX_TX_GSO_TEST_CASE_H

#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A test of trains whose body is a function.
 */
class GsoTestCase : public ns3::TestCase
{
  public:
    /// The body; gets the test case to state what it expects.
    using Body = std::function<void(GsoTestCase&)>;

    /**
     * @brief Constructor.
     * @param claim what the test shows
     * @param body how
     */
    GsoTestCase(const std::string& claim, Body body)
        : ns3::TestCase(claim),
          m_body(std::move(body))
    {
    }

    /**
     * @brief Expect two numbers to be equal.
     * @param actual what came out
     * @param expected what should
     * @param what what it is
     */
    void ExpectEq(int64_t actual, int64_t expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }

    /**
     * @brief Expect two lists of byte counts to be equal.
     * @param actual what came out
     * @param expected what should
     * @param what what it is
     */
    void ExpectEq(const std::vector<uint64_t>& actual,
                  const std::vector<uint64_t>& expected,
                  const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(ToText(actual), ToText(expected), what);
    }

    /**
     * @brief Expect something to be true.
     * @param actual is it?
     * @param what what it is
     */
    void Expect(bool actual, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, true, what);
    }

  private:
    void DoRun() override
    {
        m_body(*this);
    }

    /**
     * @brief A list for messages.
     * @param values the list
     * @return the values, each after a blank
     */
    static std::string ToText(const std::vector<uint64_t>& values)
    {
        std::string text;
        for (const uint64_t value : values)
        {
            text += " " + std::to_string(value);
        }
        return text;
    }

    Body m_body; //!< the test
};

#endif /* LINUX_TX_GSO_TEST_CASE_H */
