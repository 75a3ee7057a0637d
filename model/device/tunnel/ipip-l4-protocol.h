/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_IPIP_L4_PROTOCOL_H
#define LINUX_TX_IPIP_L4_PROTOCOL_H

#include "ns3/tunnel-l4-protocol.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A host's tunnels of kind IP in IP (IPPROTO_IPIP, ipip_rcv).
 */
class IpipL4Protocol : public TunnelL4Protocol
{
  public:
    static constexpr uint8_t NUMBER = 4; //!< protocol number in the outer IP header

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    int GetProtocolNumber() const override;

  protected:
    std::optional<TunnelHeader> RemoveHeader(const Ptr<Packet>& packet) const override;
    bool HasKeys() const override;
};

} // namespace ns3

#endif /* LINUX_TX_IPIP_L4_PROTOCOL_H */
