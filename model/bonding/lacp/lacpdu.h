/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACPDU_H
#define LINUX_TX_LACPDU_H

#include "ns3/mac48-address.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The bits of a port's state as LACPDUs carry them (IEEE 802.1AX 6.4.2.3, LACP_STATE_*).
 */
struct LacpState
{
    static constexpr uint8_t ACTIVITY = 0x01;        //!< sends LACPDUs without being asked
    static constexpr uint8_t TIMEOUT = 0x02;         //!< short timeout: wants one every second
    static constexpr uint8_t AGGREGATION = 0x04;     //!< may be aggregated with others
    static constexpr uint8_t SYNCHRONIZATION = 0x08; //!< attached to the right aggregator
    static constexpr uint8_t COLLECTING = 0x10;      //!< receives
    static constexpr uint8_t DISTRIBUTING = 0x20;    //!< sends
    static constexpr uint8_t DEFAULTED = 0x40;       //!< knows its partner by default values only
    static constexpr uint8_t EXPIRED = 0x80;         //!< has not heard its partner for too long
};

/**
 * @ingroup linux-tx
 * @brief What one end of a link says about itself, or is said about it (struct port_params).
 */
struct LacpPortParams
{
    uint16_t systemPriority{0}; //!< system priority
    Mac48Address system;        //!< system address
    uint16_t key{0};            //!< operational key
    uint16_t portPriority{0};   //!< port priority
    uint16_t portNumber{0};     //!< port number
    uint8_t state{0};           //!< bits of LacpState

    /**
     * @brief Is a bit of the state set?
     * @param bits bits of LacpState
     * @return true if any of them is
     */
    bool Has(uint8_t bits) const
    {
        return (state & bits) != 0;
    }

    /**
     * @brief Set or clear bits of the state.
     * @param bits bits of LacpState
     * @param on set them?
     */
    void Set(uint8_t bits, bool on)
    {
        state = on ? (state | bits) : (state & static_cast<uint8_t>(~bits));
    }

    /**
     * @brief Do both name the same port of the same system with the same key, and agree in whether
     *        it can be aggregated?
     * @param other what to compare with
     * @return true if so
     */
    bool IsSamePort(const LacpPortParams& other) const;

    /**
     * @brief Is there a system address? Ports that have never heard a partner have none of it.
     * @return true if it is not zero
     */
    bool HasSystem() const;
};

/**
 * @ingroup linux-tx
 * @brief A LACPDU, version 1 (struct lacpdu): what a port says of itself and of its partner.
 *
 * A codec of bytes, without packets. Like the kernel it trusts the fixed offsets and looks at no
 * TLV type or length, so any 110 bytes of subtype 1 are a LACPDU.
 */
struct Lacpdu
{
    static constexpr std::size_t SIZE = 110;       //!< without Ethernet header, in bytes
    static constexpr uint16_t ETHER_TYPE = 0x8809; //!< Slow Protocols (ETH_P_SLOW)
    static constexpr uint8_t SUBTYPE = 1;          //!< AD_TYPE_LACPDU
    static constexpr const char* MULTICAST = "01:80:c2:00:00:02"; //!< Slow Protocols address

    /// The bytes behind the Ethernet header.
    using Bytes = std::array<uint8_t, SIZE>;

    LacpPortParams actor;   //!< the sender
    LacpPortParams partner; //!< what the sender knows of the receiver

    /**
     * @brief The bytes behind the Ethernet header.
     * @return all of them
     */
    Bytes Serialize() const;

    /**
     * @brief Read a LACPDU.
     * @param bytes what follows the Ethernet header
     * @param size number of bytes
     * @return the LACPDU, or nothing if it is cut short or of another subtype
     */
    static std::optional<Lacpdu> Parse(const uint8_t* bytes, std::size_t size);
};

} // namespace ns3

#endif /* LINUX_TX_LACPDU_H */
