/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tunnel-ecn.h"

namespace ns3
{

namespace
{

// The ECN field (RFC 3168 section 5).
constexpr uint8_t ECN_MASK = 3; ///< INET_ECN_MASK
constexpr uint8_t NOT_ECT = 0;  ///< INET_ECN_NOT_ECT
constexpr uint8_t ECT_1 = 1;    ///< INET_ECN_ECT_1
constexpr uint8_t ECT_0 = 2;    ///< INET_ECN_ECT_0
constexpr uint8_t CE = 3;       ///< INET_ECN_CE

/**
 * @brief Replace the ECN field.
 * @param tos a TOS
 * @param ecn the field
 * @return the TOS with it
 */
uint8_t
WithEcn(uint8_t tos, uint8_t ecn)
{
    return static_cast<uint8_t>((tos & ~ECN_MASK) | ecn);
}

} // namespace

uint8_t
EncapsulateEcn(uint8_t outer, uint8_t inner)
{
    const uint8_t ecn = inner & ECN_MASK;
    return WithEcn(outer, ecn == CE ? ECT_0 : ecn);
}

std::optional<uint8_t>
DecapsulateEcn(uint8_t outer, uint8_t inner)
{
    const uint8_t mark = outer & ECN_MASK;
    const uint8_t ecn = inner & ECN_MASK;
    if (ecn == NOT_ECT)
    {
        return mark == CE ? std::nullopt : std::optional<uint8_t>(inner);
    }
    if (mark == CE)
    {
        return WithEcn(inner, CE);
    }
    return mark == ECT_1 && ecn == ECT_0 ? WithEcn(inner, ECT_1) : inner;
}

} // namespace ns3
