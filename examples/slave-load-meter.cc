/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "slave-load-meter.h"

#include "ns3/simulator.h"

namespace ns3
{

namespace
{

constexpr uint32_t WIRE_OVERHEAD = 24; //!< FCS, preamble and gap of a frame, in bytes

/**
 * @brief For which part of a time a wire was busy; padding of the shortest frames is neglected.
 * @param packets frames sent over it
 * @param bytes their bytes, with Ethernet header
 * @param rate its data rate
 * @param time the time
 * @return 0 to 1
 */
double
GetBusy(uint64_t packets, uint64_t bytes, const DataRate& rate, Time time)
{
    return 8.0 * (bytes + WIRE_OVERHEAD * packets) / rate.GetBitRate() / time.GetSeconds();
}

} // namespace

SlaveLoadMeter::SlaveLoadMeter(const SwitchedBond& network, uint32_t slaves)
    : m_network(network),
      m_begin(Simulator::Now())
{
    for (uint32_t i = 0; i < slaves; ++i)
    {
        m_before.push_back(network.GetSlave(i)->GetStats());
    }
}

std::vector<SlaveLoad>
SlaveLoadMeter::Read() const
{
    const Time time = Simulator::Now() - m_begin;
    std::vector<SlaveLoad> loads(m_before.size());
    uint64_t allTx = 0;
    uint64_t allRx = 0;
    for (std::size_t i = 0; i < loads.size(); ++i)
    {
        const auto slave = m_network.GetSlave(i);
        const NicStats& before = m_before[i];
        const NicStats& now = slave->GetStats();
        SlaveLoad& load = loads[i];
        load.txPackets = now.txPackets - before.txPackets;
        load.rxPackets = now.rxPackets - before.rxPackets;
        load.txBusy =
            GetBusy(load.txPackets, now.txBytes - before.txBytes, slave->GetDataRate(), time);
        load.rxBusy =
            GetBusy(load.rxPackets, now.rxBytes - before.rxBytes, slave->GetDataRate(), time);
        allTx += load.txPackets;
        allRx += load.rxPackets;
    }
    for (auto& load : loads)
    {
        load.txShare = allTx == 0 ? 0 : 1.0 * load.txPackets / allTx;
        load.rxShare = allRx == 0 ? 0 : 1.0 * load.rxPackets / allRx;
    }
    return loads;
}

} // namespace ns3
