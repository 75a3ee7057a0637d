/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_MARKER_H
#define LINUX_TX_LACP_MARKER_H

#include "ns3/lacpdu.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A PDU of the marker protocol (struct bond_marker): a station asks whether all its earlier
 *        frames have been received, the other end returns the PDU as a response.
 *
 * A codec of bytes. Linux never asks, it only answers, and returns every byte but the TLV type as
 * it came.
 */
class LacpMarker
{
  public:
    static constexpr std::size_t SIZE = Lacpdu::SIZE; //!< without Ethernet header, in bytes
    static constexpr uint8_t SUBTYPE = 2;             //!< AD_TYPE_MARKER

    /// What a marker PDU is (its TLV type).
    enum class Type : uint8_t
    {
        INFORMATION = 1, //!< a question
        RESPONSE = 2,    //!< the answer
    };

    /**
     * @brief Make a question, as another station would.
     * @param port number of the asking port
     * @param system address of the asking system
     * @param transaction number of the question
     */
    LacpMarker(uint16_t port, const Mac48Address& system, uint32_t transaction);

    /**
     * @brief Read a marker PDU.
     * @param bytes what follows the Ethernet header
     * @param size number of bytes
     * @return the PDU, or nothing if it is cut short or of another subtype
     */
    static std::optional<LacpMarker> Parse(const uint8_t* bytes, std::size_t size);

    /**
     * @brief What it is.
     * @return INFORMATION, RESPONSE, or nothing if it is neither
     */
    std::optional<Type> GetType() const;

    /**
     * @brief The answer to this PDU (ad_marker_info_received).
     * @return the same bytes with the TLV type RESPONSE
     */
    LacpMarker MakeResponse() const;

    /**
     * @brief The bytes behind the Ethernet header.
     * @return all of them
     */
    const Lacpdu::Bytes& GetBytes() const
    {
        return m_bytes;
    }

  private:
    LacpMarker() = default;

    Lacpdu::Bytes m_bytes{}; //!< behind the Ethernet header
};

} // namespace ns3

#endif /* LINUX_TX_LACP_MARKER_H */
