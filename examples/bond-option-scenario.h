/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTION_SCENARIO_H
#define LINUX_TX_BOND_OPTION_SCENARIO_H

#include "bond-option-session.h"

#include "ns3/bonding-net-device.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A host with a bond on which options are written: devices s0, s1, s2 ... with link, of
 *        which the first ones are slaves.
 *
 * Invariant: one scenario at a time, because names are the simulation's.
 */
class BondOptionScenario
{
  public:
    static constexpr uint32_t LEAST_DEVICES = 3; //!< one more than the slaves of the reference

    /**
     * @brief Constructor: build the host. An up bond gets time to find its slaves usable.
     * @param mode mode of the bond
     * @param up is the bond up?
     * @param slaves number of slaves
     */
    BondOptionScenario(const std::string& mode, bool up, uint32_t slaves);

    /**
     * @brief Destructor: ends the simulation.
     */
    ~BondOptionScenario();

    BondOptionScenario(const BondOptionScenario&) = delete;
    BondOptionScenario& operator=(const BondOptionScenario&) = delete;

    /**
     * @brief Writes to the bond.
     * @return the session
     */
    BondOptionSession& GetSession()
    {
        return m_session;
    }

    /**
     * @brief The bond.
     * @return the device
     */
    const Ptr<BondingNetDevice>& GetBond() const
    {
        return m_bond;
    }

  private:
    /**
     * @brief Sink of the bond's log.
     * @param line a line
     */
    void Log(const std::string& line);

    Ptr<BondingNetDevice> m_bond;   //!< the bond
    std::vector<std::string> m_log; //!< lines not yet taken
    BondOptionSession m_session;    //!< writes
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTION_SCENARIO_H */
