/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_GRE_NET_DEVICE_H
#define LINUX_TX_GRE_NET_DEVICE_H

#include "ns3/ip-tunnel-net-device.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A GRE tunnel (`ip link add gre1 type gre`, net/ipv4/ip_gre.c): carries IPv4, IPv6 and any
 *        other protocol behind a GreHeader, with a key if it has one.
 */
class GreNetDevice : public IpTunnelNetDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    GreNetDevice();
    ~GreNetDevice() override;

  protected:
    Ptr<TunnelL4Protocol> GetTunnels(const Ptr<Node>& node) const override;
    uint32_t GetTunnelHeaderSize() const override;
    bool Carries(uint16_t protocol) const override;
    void AddTunnelHeader(const Ptr<Packet>& packet, uint16_t protocol) const override;

  private:
    /**
     * @brief Attribute Key.
     * @param text a number or dotted quad; empty for none
     */
    void SetKeyAttribute(std::string text);

    /**
     * @brief Attribute Key.
     * @return the key as SetKeyAttribute() reads it
     */
    std::string GetKeyAttribute() const;
};

} // namespace ns3

#endif /* LINUX_TX_GRE_NET_DEVICE_H */
