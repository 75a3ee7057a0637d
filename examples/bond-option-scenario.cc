/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-option-scenario.h"

#include "ns3/bonding-helper.h"
#include "ns3/boolean.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/names.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// After it, slaves are usable in every mode: 802.3ad without partner takes longest.
constexpr double SETTLING_TIME = 10; // s

} // namespace

BondOptionScenario::BondOptionScenario(const std::string& mode, bool up, uint32_t slaves)
    : m_session({[this](const std::string& option, const std::string& value) {
                     return m_bond->SetOption(option, value);
                 },
                 [this](const std::string& option) { return m_bond->GetOption(option); },
                 [this] { return std::exchange(m_log, {}); }})
{
    NodeContainer nodes;
    nodes.Create(2);
    InternetStackHelper().Install(nodes.Get(0));
    LinuxTxHelper().Install(nodes.Get(0));
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < std::max(slaves + 1, LEAST_DEVICES); ++i)
    {
        devices.Add(NicHelper().Install(nodes).Get(0));
        Names::Add("s" + std::to_string(i), devices.Get(i));
    }
    NetDeviceContainer enslaved;
    for (uint32_t i = 0; i < slaves; ++i)
    {
        enslaved.Add(devices.Get(i));
    }
    BondingHelper bonding(mode);
    bonding.SetBondAttribute("OpenAtStart", BooleanValue(false));
    m_bond = DynamicCast<BondingNetDevice>(bonding.Install(nodes.Get(0), enslaved).Get(0));
    m_bond->TraceConnectWithoutContext("Log", MakeCallback(&BondOptionScenario::Log, this));
    if (up)
    {
        m_bond->Open();
    }
    Simulator::Stop(Seconds(SETTLING_TIME));
    Simulator::Run();
}

BondOptionScenario::~BondOptionScenario()
{
    m_bond = nullptr;
    Simulator::Destroy();
    Names::Clear();
}

void
BondOptionScenario::Log(const std::string& line)
{
    m_log.push_back(line);
}

} // namespace ns3
