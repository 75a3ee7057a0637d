/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_IPIP_NET_DEVICE_H
#define LINUX_TX_IPIP_NET_DEVICE_H

#include "ns3/ip-tunnel-net-device.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief An IPIP tunnel (`ip link add ipip1 type ipip`, net/ipv4/ipip.c, RFC 2003): carries IPv4
 *        right behind the outer header, and nothing else.
 */
class IpipNetDevice : public IpTunnelNetDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    IpipNetDevice();
    ~IpipNetDevice() override;

  protected:
    Ptr<TunnelL4Protocol> GetTunnels(const Ptr<Node>& node) const override;
    uint32_t GetTunnelHeaderSize() const override;
    bool Carries(uint16_t protocol) const override;
    void AddTunnelHeader(const Ptr<Packet>& packet, uint16_t protocol) const override;
};

} // namespace ns3

#endif /* LINUX_TX_IPIP_NET_DEVICE_H */
