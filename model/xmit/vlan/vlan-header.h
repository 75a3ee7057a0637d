/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VLAN_HEADER_H
#define LINUX_TX_VLAN_HEADER_H

#include "ns3/header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What follows the EtherType of a VLAN tag (struct vlan_hdr, IEEE 802.1Q 9.6): TCI and the
 *        EtherType of what comes next.
 */
class VlanHeader : public Header
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    VlanHeader() = default;

    /**
     * @brief Constructor.
     * @param tci priority, DEI and VLAN id
     * @param protocol EtherType of what follows
     */
    VlanHeader(uint16_t tci, uint16_t protocol);

    /**
     * @brief Priority, DEI and VLAN id.
     * @return the TCI
     */
    uint16_t GetTci() const
    {
        return m_tci;
    }

    /**
     * @brief EtherType of what follows the tag (h_vlan_encapsulated_proto).
     * @return the EtherType
     */
    uint16_t GetProtocol() const
    {
        return m_protocol;
    }

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint16_t m_tci{0};      //!< priority, DEI and VLAN id
    uint16_t m_protocol{0}; //!< EtherType of what follows
};

} // namespace ns3

#endif /* LINUX_TX_VLAN_HEADER_H */
