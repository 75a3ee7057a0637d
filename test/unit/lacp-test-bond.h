/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_TEST_BOND_H
#define LINUX_TX_LACP_TEST_BOND_H

#include "fake-bond.h"

#include "ns3/ieee-8023ad-mode.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx-tests
 * @brief A FakeBond in mode 802.3ad whose slaves can be wired to those of another one.
 *
 * There are no devices: a link is cut by SetLink(), which is carrier and link monitor in one.
 */
class LacpTestBond : public FakeBond
{
  public:
    /// Time on the wire.
    static constexpr int64_t WIRE_US = 10;

    /**
     * @brief Constructor.
     * @param letter last but one byte of its addresses ('a' is 02:00:00:00:0a:00)
     * @param fast option lacp_rate
     */
    explicit LacpTestBond(char letter, bool fast = true)
        : m_letter(letter)
    {
        params.mode = BondModeId::IEEE_8023AD;
        params.lacpFast = fast;
        address = GetAddress(0);
        carrier = false;
        mode = std::make_unique<Ieee8023adMode>(*this);
    }

    /**
     * @brief Address of the slave with a number.
     * @param number the number, from 0
     * @return the address
     */
    Mac48Address GetAddress(uint8_t number) const
    {
        const uint8_t bytes[6] = {2, 0, 0, 0, static_cast<uint8_t>(m_letter - 'a' + 10), number};
        Mac48Address mac;
        mac.CopyFrom(bytes);
        return mac;
    }

    /**
     * @brief Enslave a 10 Gb/s slave with its link up.
     * @param name its name
     * @return the slave
     */
    Ptr<BondSlave> Enslave(const std::string& name)
    {
        const Mac48Address mac = GetAddress(static_cast<uint8_t>(slaves.GetN()));
        auto slave = AddSlave(name, BondLink::UP, mac);
        slave->SetSpeed(10000, true);
        slave->SetOriginal(mac, 1500);
        mode->SlaveEnslaved(*slave);
        return slave;
    }

    /**
     * @brief Release a slave.
     * @param slave the slave
     */
    void Release(const Ptr<BondSlave>& slave)
    {
        mode->SlaveReleasing(*slave);
        slaves.Remove(slave);
        m_peers.erase(slave->GetName());
        mode->SkipInSlaveArray(*slave);
        UpdateSlaveArray();
        UpdateCarrier();
    }

    /**
     * @brief Wire a slave to a slave of another bond, both directions.
     * @param slave the slave
     * @param other the other bond
     * @param peer its slave
     */
    void Wire(const Ptr<BondSlave>& slave, LacpTestBond& other, const Ptr<BondSlave>& peer)
    {
        m_peers[slave->GetName()] = {&other, peer};
        other.m_peers[peer->GetName()] = {this, slave};
    }

    /**
     * @brief Carrier and verdict of the link monitor change.
     * @param slave the slave
     * @param isUp the new state
     */
    void SetLink(const Ptr<BondSlave>& slave, bool isUp)
    {
        slave->SetCarrier(isUp);
        slave->SetLink(isUp ? BondLink::UP : BondLink::DOWN);
        slave->SetInactiveFlags(params);
        mode->SlaveLinkChanged(*slave);
    }

    /**
     * @brief The port of a slave.
     * @param slave the slave
     * @return the port
     */
    const LacpPort& GetPort(const Ptr<BondSlave>& slave) const
    {
        return *mode->GetPort(*slave);
    }

    /**
     * @brief Names of the usable slaves.
     * @return the names, in order, without separator
     */
    std::string GetUsable() const
    {
        std::string names;
        for (const auto& slave : mode->GetUsableSlaves().GetAll())
        {
            names += slave->GetName();
        }
        return names;
    }

    void UpdateCarrier() override
    {
        carrier = slaves.GetN() > 0 && mode->HasCarrier();
    }

    void UpdateSlaveArray() override
    {
        ++arrayUpdates;
        mode->UpdateSlaveArray();
    }

    void SendOnSlave(BondSlave& slave,
                     const Ptr<Packet>& payload,
                     const Mac48Address& source,
                     const Mac48Address& destination,
                     uint16_t etherType) override
    {
        FakeBond::SendOnSlave(slave, payload, source, destination, etherType);
        const auto peer = m_peers.find(slave.GetName());
        if (peer == m_peers.end() || !slave.HasCarrier())
        {
            return;
        }
        const auto [bond, to] = peer->second;
        Simulator::Schedule(MicroSeconds(WIRE_US), [=, bond = bond, to = to] {
            bond->mode->ReceiveProbe(*to, payload, source, destination, etherType);
        });
    }

    std::unique_ptr<Ieee8023adMode> mode; //!< the mode

  private:
    char m_letter;                                                           //!< of its addresses
    std::map<std::string, std::pair<LacpTestBond*, Ptr<BondSlave>>> m_peers; //!< by slave
};

} // namespace ns3

#endif /* LINUX_TX_LACP_TEST_BOND_H */
