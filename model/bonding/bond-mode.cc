/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-mode.h"

#include "ns3/active-backup-mode.h"
#include "ns3/balance-rr-mode.h"
#include "ns3/balance-xor-mode.h"
#include "ns3/broadcast-mode.h"

namespace ns3
{

namespace
{

/// A mode that can be chosen by name.
struct NamedMode
{
    const char* name;                      //!< its Linux name
    std::unique_ptr<BondMode> (*create)(); //!< makes one
};

/**
 * @brief Make a mode, as function pointer for the table.
 * @tparam T the mode
 * @return a new one
 */
template <typename T>
std::unique_ptr<BondMode>
Make()
{
    return std::make_unique<T>();
}

/// All modes, in the order of their numbers in Linux (bond_mode_tbl).
constexpr NamedMode MODES[] = {
    {BalanceRrMode::NAME, &Make<BalanceRrMode>},
    {ActiveBackupMode::NAME, &Make<ActiveBackupMode>},
    {BalanceXorMode::NAME, &Make<BalanceXorMode>},
    {BroadcastMode::NAME, &Make<BroadcastMode>},
};

} // namespace

std::unique_ptr<BondMode>
BondMode::Create(const std::string& name)
{
    for (const auto& mode : MODES)
    {
        if (name == mode.name)
        {
            return mode.create();
        }
    }
    return nullptr;
}

std::string
BondMode::GetNames()
{
    std::string names;
    for (const auto& mode : MODES)
    {
        names += names.empty() ? "" : ", ";
        names += mode.name;
    }
    return names;
}

void
BondMode::SlavesChanged(const BondSlaveList& /* slaves */)
{
}

bool
BondMode::Delivers(const BondSlave& /* slave */) const
{
    return true;
}

bool
BondMode::CountsRefusedFrames() const
{
    return false;
}

} // namespace ns3
