/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SLAVE_LOAD_METER_H
#define LINUX_TX_SLAVE_LOAD_METER_H

#include "switched-bond.h"

#include "ns3/nic-net-device.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// What a slave carried while it was measured.
struct SlaveLoad
{
    uint64_t txPackets{0}; //!< frames sent
    uint64_t rxPackets{0}; //!< frames received
    double txShare{0};     //!< of all frames the bond sent; 0 to 1
    double rxShare{0};     //!< of all frames the bond received; 0 to 1
    double txBusy{0};      //!< part of the time for which the wire away from the host was busy
    double rxBusy{0};      //!< part of the time for which the wire to the host was busy
};

/**
 * @ingroup linux-tx
 * @brief Measures how a bond's traffic spreads over its slaves.
 */
class SlaveLoadMeter
{
  public:
    /**
     * @brief Constructor: measurement begins now.
     * @param network the network of the bond; must outlive the meter
     * @param slaves number of its slaves
     */
    SlaveLoadMeter(const SwitchedBond& network, uint32_t slaves);

    /**
     * @brief The measurement until now.
     * @return the loads by slave
     */
    std::vector<SlaveLoad> Read() const;

  private:
    const SwitchedBond& m_network;  //!< the network
    std::vector<NicStats> m_before; //!< counters at the beginning
    Time m_begin;                   //!< when that was
};

} // namespace ns3

#endif /* LINUX_TX_SLAVE_LOAD_METER_H */
