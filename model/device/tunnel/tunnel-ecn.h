/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TUNNEL_ECN_H
#define LINUX_TX_TUNNEL_ECN_H

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The outer TOS of a packet that enters a tunnel (INET_ECN_encapsulate, RFC 6040 "normal
 *        mode" as Linux does it).
 *
 * The outer header has the inner one's ECN field, but ECT(0) where that says CE: what was marked
 * before the tunnel is not marked in it once more.
 * @param outer TOS of the tunnel; its ECN bits do not matter
 * @param inner TOS or traffic class of the packet
 * @return TOS of the outer header
 */
uint8_t EncapsulateEcn(uint8_t outer, uint8_t inner);

/**
 * @ingroup linux-tx
 * @brief The inner TOS of a packet that leaves a tunnel (INET_ECN_decapsulate, RFC 6040
 * section 4.2).
 *
 * A mark is put on a packet that can bear one. A packet that cannot is lost if it was marked.
 * @param outer TOS of the outer header
 * @param inner TOS or traffic class of the packet
 * @return what the inner one becomes; nothing if the packet has to be dropped
 */
std::optional<uint8_t> DecapsulateEcn(uint8_t outer, uint8_t inner);

} // namespace ns3

#endif /* LINUX_TX_TUNNEL_ECN_H */
