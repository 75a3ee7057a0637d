/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tunnel-ecn.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>

using namespace ns3;

namespace
{

constexpr uint8_t NOT_ECT = 0; ///< not capable
constexpr uint8_t ECT_1 = 1;   ///< capable
constexpr uint8_t ECT_0 = 2;   ///< capable
constexpr uint8_t CE = 3;      ///< marked

constexpr uint8_t OUTER = 0xb8; ///< a DSCP in outer headers
constexpr uint8_t INNER = 0x28; ///< another one in inner headers

/**
 * @brief DecapsulateEcn() of ECN fields with different DSCPs.
 * @param outer outer field
 * @param inner inner field
 * @return what becomes of the inner one, checked to have kept its DSCP; nothing for a drop
 */
std::optional<uint8_t>
Decapsulate(uint8_t outer, uint8_t inner)
{
    const auto tos = DecapsulateEcn(OUTER | outer, INNER | inner);
    if (!tos)
    {
        return {};
    }
    EXPECT_EQ(*tos & ~3, INNER);
    return *tos & 3;
}

} // namespace

TEST(TunnelEcnTest, OuterHeaderCopiesTheFieldButForCe)
{
    EXPECT_EQ(EncapsulateEcn(OUTER, INNER | NOT_ECT), OUTER | NOT_ECT);
    EXPECT_EQ(EncapsulateEcn(OUTER, INNER | ECT_1), OUTER | ECT_1);
    EXPECT_EQ(EncapsulateEcn(OUTER, INNER | ECT_0), OUTER | ECT_0);
    EXPECT_EQ(EncapsulateEcn(OUTER, INNER | CE), OUTER | ECT_0);
    EXPECT_EQ(EncapsulateEcn(OUTER | CE, INNER | NOT_ECT), OUTER) << "the tunnel's own ECN bits";
}

// RFC 6040 figure 4, with Linux's answers to the combinations that ought not to occur.
TEST(TunnelEcnTest, InnerHeaderTakesOverMarks)
{
    for (const uint8_t outer : {NOT_ECT, ECT_0, ECT_1})
    {
        EXPECT_EQ(Decapsulate(outer, NOT_ECT), NOT_ECT);
        EXPECT_EQ(Decapsulate(outer, CE), CE);
        EXPECT_EQ(Decapsulate(outer, ECT_1), ECT_1);
    }
    EXPECT_EQ(Decapsulate(NOT_ECT, ECT_0), ECT_0);
    EXPECT_EQ(Decapsulate(ECT_0, ECT_0), ECT_0);
    EXPECT_EQ(Decapsulate(ECT_1, ECT_0), ECT_1);
    for (const uint8_t inner : {ECT_0, ECT_1, CE})
    {
        EXPECT_EQ(Decapsulate(CE, inner), CE);
    }
}

TEST(TunnelEcnTest, MarkedPacketWithoutEcnIsLost)
{
    EXPECT_EQ(Decapsulate(CE, NOT_ECT), std::nullopt);
}
