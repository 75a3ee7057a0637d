/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-port.h"

#include "ns3/log.h"
#include "ns3/socket.h"

#include <algorithm>
#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LacpPort");

namespace
{

// Layout of a key: user part, speed code, duplex (AD_*_KEY_MASKS).
constexpr uint16_t KEY_DUPLEX = 0x0001;
constexpr uint16_t KEY_SPEED = 0x003e;
constexpr int KEY_SPEED_SHIFT = 1;
constexpr int KEY_USER_SHIFT = 6;

constexpr uint16_t PORT_PRIORITY = 0xff;
constexpr uint16_t DEFAULT_SYSTEM_PRIORITY = 0xffff;
constexpr uint8_t PRIORITY_CONTROL = 7; // TC_PRIO_CONTROL: ahead of all data in pfifo_fast

/// Link speeds in Mb/s; a speed's code is its position plus 1 (enum ad_link_speed_type).
constexpr std::array<uint32_t, 16> SPEEDS{1,
                                          10,
                                          100,
                                          1000,
                                          2500,
                                          5000,
                                          10000,
                                          14000,
                                          20000,
                                          25000,
                                          40000,
                                          50000,
                                          56000,
                                          100000,
                                          200000,
                                          400000};

/**
 * @brief Code of a speed in a key.
 * @param speed the speed, in Mb/s
 * @return the code, or 0 if the speed has none
 */
uint16_t
GetSpeedCode(uint32_t speed)
{
    // The kernel's switch has no case for 1 Mb/s.
    const auto it = std::find(SPEEDS.begin() + 1, SPEEDS.end(), speed);
    return it == SPEEDS.end() ? 0 : static_cast<uint16_t>(it - SPEEDS.begin() + 1);
}

/**
 * @brief The partner as it is assumed to be before it is heard.
 * @return the values
 */
LacpPortParams
MakeUnknownPartner()
{
    LacpPortParams partner;
    partner.systemPriority = DEFAULT_SYSTEM_PRIORITY;
    partner.key = 1;
    partner.portPriority = PORT_PRIORITY;
    partner.portNumber = 1;
    return partner;
}

} // namespace

LacpPort::LacpPort(BondContext& bond, BondSlave& slave, uint16_t number)
    : m_bond(bond),
      m_slave(slave),
      m_transmitTimer(LacpTicks::BETWEEN_TRANSMITS)
{
    const BondParams& params = bond.GetParams();
    LacpPortParams& actor = m_variables.actor;
    actor.portPriority = PORT_PRIORITY;
    actor.portNumber = number;
    actor.Set(LacpState::AGGREGATION, true);
    actor.Set(LacpState::ACTIVITY, params.lacpActive);
    actor.Set(LacpState::TIMEOUT, params.lacpFast);
    m_variables.partner = MakeUnknownPartner();
    m_variables.partnerAdmin = m_variables.partner;
    actor.key = static_cast<uint16_t>(params.adUserPortKey << KEY_USER_SHIFT);
    UpdateKey(false);
    Disable();
}

void
LacpPort::Enable()
{
    if (m_slave.IsLinkUp() && m_slave.HasCarrier())
    {
        m_slave.SetActiveFlags();
    }
}

void
LacpPort::Disable()
{
    m_slave.SetInactiveFlags(m_bond.GetParams());
}

bool
LacpPort::IsFullDuplex() const
{
    return (m_variables.actor.key & KEY_DUPLEX) != 0;
}

uint32_t
LacpPort::GetKeySpeed() const
{
    return m_slave.IsLinkUp() && GetSpeedCode(m_slave.GetSpeed()) != 0 ? m_slave.GetSpeed() : 0;
}

void
LacpPort::UpdateKey(bool reset)
{
    uint16_t& key = m_variables.actor.key;
    const uint16_t before = key;
    const bool up = !reset && m_slave.IsLinkUp();
    const uint16_t speed = up ? GetSpeedCode(m_slave.GetSpeed()) : 0;
    const bool duplex = up && m_slave.IsFullDuplex();
    key = static_cast<uint16_t>((key & ~(KEY_SPEED | KEY_DUPLEX)) | speed << KEY_SPEED_SHIFT |
                                (duplex ? KEY_DUPLEX : 0));
    if (key == before)
    {
        return;
    }
    // Only a full-duplex link takes part in LACP, and another speed needs another aggregator.
    m_variables.lacpEnabled = duplex;
    if (speed != 0 && duplex && speed != (before & KEY_SPEED) >> KEY_SPEED_SHIFT)
    {
        m_variables.begin = true;
    }
}

void
LacpPort::LinkChanged()
{
    m_variables.portEnabled = m_slave.IsLinkUp();
    UpdateKey(!m_variables.portEnabled);
}

void
LacpPort::SetSystem(const Mac48Address& address, uint16_t priority)
{
    m_variables.actor.system = address;
    m_variables.actor.systemPriority = priority;
    m_variables.ntt = true;
}

template <typename Machine>
void
LacpPort::LogTransition(const char* machine,
                        typename Machine::State before,
                        const Machine& now) const
{
    if (before != now.GetState())
    {
        NS_LOG_LOGIC(m_slave.GetName()
                     << ": " << machine << " machine: " << Machine::GetName(before) << " -> "
                     << Machine::GetName(now.GetState()));
    }
}

void
LacpPort::RunReceive(const Lacpdu* pdu)
{
    if (pdu)
    {
        ++m_counters.lacpduRx;
    }
    const auto before = m_receive.GetState();
    if (m_receive.Run(m_variables, pdu) == LacpReceiveMachine::Result::LOOPBACK)
    {
        m_bond.Log("(slave " + m_slave.GetName() + "): a LACPDU of this very bond came back");
    }
    LogTransition("receive", before, m_receive);
}

void
LacpPort::RunPeriodic()
{
    const auto before = m_periodic.GetState();
    m_periodic.Run(m_variables);
    LogTransition("periodic", before, m_periodic);
}

bool
LacpPort::RunMux(bool selectionPending)
{
    const auto before = m_mux.GetState();
    const bool stale = m_mux.Run(*this, selectionPending);
    LogTransition("mux", before, m_mux);
    return stale;
}

void
LacpPort::RunTransmit()
{
    if (--m_transmitTimer > 0)
    {
        return;
    }
    m_transmitTimer = LacpTicks::BETWEEN_TRANSMITS;
    if (m_variables.ntt && m_variables.lacpEnabled)
    {
        m_variables.ntt = false;
        SendLacpdu();
    }
}

void
LacpPort::SendLacpdu()
{
    ++m_counters.lacpduTx;
    SendSlowFrame(Lacpdu{m_variables.actor, m_variables.partner}.Serialize());
}

void
LacpPort::SendSlowFrame(const Lacpdu::Bytes& bytes)
{
    static const Mac48Address multicast(Lacpdu::MULTICAST);
    auto payload = Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
    SocketPriorityTag priority;
    priority.SetPriority(PRIORITY_CONTROL);
    payload->AddPacketTag(priority);
    m_bond.SendOnSlave(m_slave,
                       payload,
                       Mac48Address::ConvertFrom(m_slave.GetOriginalAddress()),
                       multicast,
                       Lacpdu::ETHER_TYPE);
}

} // namespace ns3
