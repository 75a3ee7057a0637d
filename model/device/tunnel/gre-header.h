/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_GRE_HEADER_H
#define LINUX_TX_GRE_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The header of Generic Routing Encapsulation (RFC 2784) with the key of RFC 2890 (struct
 *        gre_base_hdr).
 *
 * It writes neither checksum nor sequence number, as GRE devices of Linux do unless told otherwise.
 * Of a received header it knows whether there is a checksum, but does not verify it, because a
 * tunnel that expects none refuses it either way; a sequence number is stepped over.
 */
class GreHeader : public Header
{
  public:
    static constexpr uint32_t BASE_SIZE = 4;  //!< flags and protocol, in bytes
    static constexpr uint32_t FIELD_SIZE = 4; //!< checksum, key, or sequence number, in bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    GreHeader() = default;

    /**
     * @brief Constructor.
     * @param protocol EtherType of what follows
     * @param key the key; nothing for a header without one
     */
    GreHeader(uint16_t protocol, std::optional<uint32_t> key);

    /**
     * @brief EtherType of what follows.
     * @return the EtherType
     */
    uint16_t GetProtocol() const
    {
        return m_protocol;
    }

    /**
     * @brief The key.
     * @return the key, or nothing
     */
    const std::optional<uint32_t>& GetKey() const
    {
        return m_key;
    }

    /**
     * @brief Does the header have a checksum (GRE_CSUM)?
     * @return true if so
     */
    bool HasChecksum() const
    {
        return m_hasChecksum;
    }

    /**
     * @brief Was a header read that gre_parse_header() takes?
     * @return false if it was cut short, is of another version or has source routes
     */
    bool IsValid() const
    {
        return m_valid;
    }

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;

    /**
     * @brief Read a header.
     * @param start where it begins
     * @return its size in bytes; 0 if it is not valid
     */
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint16_t m_protocol{0};        //!< EtherType of what follows
    std::optional<uint32_t> m_key; //!< the key, or nothing
    bool m_hasChecksum{false};     //!< GRE_CSUM
    bool m_valid{true};            //!< see IsValid()
};

} // namespace ns3

#endif /* LINUX_TX_GRE_HEADER_H */
