/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ETHERNET_WIRE_CLOCK_H
#define LINUX_TX_ETHERNET_WIRE_CLOCK_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief When frames begin and end on one direction of an Ethernet link (IEEE 802.3, clause 4).
 *
 * A frame occupies the wire for preamble and start delimiter (8 bytes), the frame itself with
 * header and FCS (padded to 64 bytes), and the gap to the next frame (12 byte times). The receiver
 * has the frame with its last bit, that is before the gap.
 *
 * Invariant: frames never overlap, and rounding to ns-3's time resolution does not add up: in a row
 * of frames without a pause, the n-th ends at the exact time of all their bytes, rounded once. (A
 * minimum frame at 100 Gb/s takes 6.72 ns; 7 ns for each would cost 4 % of the link.)
 *
 * It knows no simulator and no packet; NicTransmitter asks it once per frame. A copy gives the
 * same answers again.
 */
class EthernetWireClock
{
  public:
    static constexpr uint32_t FCS_BYTES = 4;        //!< frame check sequence (ETH_FCS_LEN)
    static constexpr uint32_t MIN_FRAME_BYTES = 64; //!< shortest frame, FCS included
    static constexpr uint32_t PREAMBLE_BYTES = 8;   //!< preamble and start frame delimiter
    static constexpr uint32_t GAP_BYTES = 12;       //!< inter-frame gap, in byte times

    /// When a frame that begins now is through.
    struct Slot
    {
        Time lastBit; //!< its last bit has left
        Time next;    //!< the next frame may begin
    };

    /**
     * @brief What a frame measures on the wire, without preamble and gap.
     * @param bytes length with Ethernet header, without FCS, in bytes
     * @return length with padding and FCS, in bytes
     */
    static uint32_t GetFrameBytes(uint32_t bytes);

    /**
     * @brief Put a frame on the wire.
     * @param now the time; not before the end of the previous frame's slot
     * @param rate the link's data rate, above 0
     * @param bytes length of the frame with Ethernet header, without FCS, at most 65,549 bytes
     * @return when it is through
     */
    Slot Occupy(Time now, DataRate rate, uint32_t bytes);

  private:
    /// A time that need not be a whole number of ns-3's time steps.
    struct ExactTime
    {
        uint64_t steps;   //!< whole time steps
        uint64_t residue; //!< and the rest, in 1/m_rate of a time step; below m_rate
    };

    /**
     * @brief When a number of bits that begin at @p begin are through.
     * @param begin the time
     * @param bits number of bits
     * @return the time
     */
    ExactTime After(const ExactTime& begin, uint64_t bits) const;

    /**
     * @brief The nearest time that ns-3 can express.
     * @param time the exact time
     * @return the rounded time
     */
    Time Round(const ExactTime& time) const;

    uint64_t m_rate{0};           //!< data rate of the previous frame, in bit/s; 0 before any
    uint64_t m_stepsPerSecond{0}; //!< time steps per second, known with m_rate
    ExactTime m_end{0, 0};        //!< end of the previous frame's slot
};

} // namespace ns3

#endif /* LINUX_TX_ETHERNET_WIRE_CLOCK_H */
