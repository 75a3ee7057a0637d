/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "alb-replay.h"

#include "ns3/alb-arp-message.h"
#include "ns3/alb-learning-packet.h"
#include "ns3/balance-tlb-mode.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/// A tick of a work that re-arms itself with 100 ms, at HZ=250.
const Time TICK = MilliSeconds(104);

/**
 * @brief A frame of the host, from the bond's address.
 * @param destination destination address
 * @param etherType EtherType
 * @param payload what follows the header
 * @return its bytes
 */
std::vector<uint8_t>
MakeFrame(const Mac48Address& destination, uint16_t etherType, const std::vector<uint8_t>& payload)
{
    std::vector<uint8_t> frame(14);
    destination.CopyTo(frame.data());
    AlbReference::BOND_MAC.CopyTo(frame.data() + 6);
    frame[12] = etherType >> 8;
    frame[13] = etherType & 0xff;
    frame.insert(frame.end(), payload.begin(), payload.end());
    return frame;
}

/**
 * @brief An address as the files have it.
 * @param address the address
 * @return the text
 */
template <class Address>
std::string
Text(const Address& address)
{
    std::ostringstream text;
    text << address;
    return text.str();
}

} // namespace

AlbReplay::AlbReplay(BondModeId mode, const std::string& file)
    : m_reference(file)
{
    params.mode = mode;
    params.miimon = 100;
    address = AlbReference::BOND_MAC;
}

void
AlbReplay::Run(Time opened)
{
    m_opened = opened;
    m_mode = BondMode::Create(params.mode, *this);
    Enslave();
    m_observed.clear(); // nobody watched before
    Simulator::Schedule(opened, [this] { m_mode->Open(); });
    ScheduleRows();
    Simulator::Run();
    m_mode.reset();
    Simulator::Destroy();
}

void
AlbReplay::Enslave()
{
    for (const std::string name : {"s0", "s1", "s2"})
    {
        const Mac48Address own = AlbReference::GetSlaveMac(slaves.GetN());
        auto slave = Create<BondSlave>();
        slave->SetName(name);
        slave->SetCarrier(true);
        slave->SetSpeed(10000, true);
        slave->SetLink(params.updelay > 0 ? BondLink::BACK : BondLink::UP);
        slave->SetOriginal(own, 1500);
        slaveAddresses[name] = own;
        slaves.Add(slave);
        m_mode->SlaveEnslaved(*slave);
        UpdateSlaveArray();
    }
    ChooseActive();
}

void
AlbReplay::ScheduleRows()
{
    if (params.updelay > 0)
    {
        // The array of usable slaves was built when none was, and a link monitor ignores updelay
        // while that is empty: one slave a tick. Its ticks came 11 ms after the mode's there.
        Time tick = m_opened + MilliSeconds(8);
        for (const auto& slave : slaves.GetAll())
        {
            Simulator::Schedule(tick, &AlbReplay::Judge, this, slave);
            tick += TICK;
        }
    }
    for (std::size_t i = 0; i < m_reference.GetRows().size(); ++i)
    {
        const Row& row = m_reference.GetRows()[i];
        const Time time = Seconds(std::stod(row.at("t")));
        const std::string& what = row.at("what");
        const std::string& detail = row.at("detail");
        if (what == "event")
        {
            Simulator::Schedule(time,
                                &AlbReplay::SetCarrier,
                                this,
                                slaves.FindByName(row.at("slave")),
                                detail == "link up");
        }
        else if (what == "arp" && detail[0] == 'i')
        {
            Simulator::Schedule(time, &AlbReplay::ReceiveArp, this, row);
        }
        else if (what == "arp" && !m_reference.IsInBurst(i))
        {
            Simulator::Schedule(time, &AlbReplay::SendArp, this, row);
        }
    }
    Simulator::Schedule(m_reference.GetStart(), &AlbReplay::NoteAddresses, this);
    Simulator::Schedule(m_reference.GetStart(), &AlbReplay::SendToClients, this, 0);
    Simulator::Stop(m_reference.GetEnd());
}

void
AlbReplay::SetCarrier(const Ptr<BondSlave>& slave, bool carrier)
{
    m_counts.emplace_back();
    slave->SetCarrier(carrier);
    UpdateSlaveArray();
    // The tick of the link monitor, just before the mode's in the same jiffy.
    const Time now = Simulator::Now();
    const int64_t ticks = (now - m_opened).GetTimeStep() / TICK.GetTimeStep() + 1;
    const uint32_t delay = carrier ? params.updelay : 0;
    Simulator::Schedule(m_opened + (ticks + delay) * TICK - MilliSeconds(1) - now,
                        &AlbReplay::Judge,
                        this,
                        slave);
}

void
AlbReplay::Judge(const Ptr<BondSlave>& slave)
{
    slave->SetLink(slave->HasCarrier() ? BondLink::UP : BondLink::DOWN);
    m_mode->SlaveLinkChanged(*slave);
    ChooseActive();
}

void
AlbReplay::ChooseActive()
{
    const Ptr<BondSlave> before = slaves.GetActive();
    if (before && before->CanTransmit())
    {
        return;
    }
    for (const auto& slave : slaves.GetAll())
    {
        if (slave->CanTransmit())
        {
            slaves.SetActive(slave);
            m_mode->ActiveSlaveChanged(before, slave);
            if (Simulator::Now() >= m_reference.GetStart())
            {
                NoteAddresses();
            }
            return;
        }
    }
}

void
AlbReplay::SendArp(const Row& row)
{
    AlbArpMessage message = AlbReference::ReadArp(row);
    message.senderMac = AlbReference::BOND_MAC; // as the host's ARP writes it
    const Mac48Address destination = AlbReference::ReadDestination(row);
    std::vector<uint8_t> payload(28);
    message.Write()->CopyData(payload.data(), payload.size());
    const BondFrame frame(MakeFrame(destination, AlbArpMessage::ETHER_TYPE, payload));
    BondTransmitPlan plan;
    m_mode->Select(frame, plan);
    if (plan.original)
    {
        const auto sent = plan.rewritten ? *AlbArpMessage::Read(plan.rewritten) : message;
        Note("arp to " + Text(message.targetIp),
             plan.original->GetName() + " " +
                 AlbReference::Describe(sent,
                                        plan.source.value_or(AlbReference::BOND_MAC),
                                        destination));
    }
}

void
AlbReplay::ReceiveArp(const Row& row)
{
    const AlbArpMessage message = AlbReference::ReadArp(row);
    m_mode->ReceiveProbe(*slaves.FindByName(row.at("slave")),
                         message.Write(),
                         message.senderMac,
                         AlbReference::ReadDestination(row),
                         AlbArpMessage::ETHER_TYPE);
}

void
AlbReplay::SendToClients(uint32_t round)
{
    SendDatagram(1, AlbReference::LARGE);
    if (round % AlbReference::GROUP_ROUNDS == AlbReference::GROUP_ROUNDS - 1)
    {
        for (uint32_t client = 2; client <= AlbReference::N_CLIENTS; ++client)
        {
            SendDatagram(client, AlbReference::SMALL);
        }
    }
    Simulator::Schedule(AlbReference::ROUND, &AlbReplay::SendToClients, this, round + 1);
}

void
AlbReplay::SendDatagram(uint32_t client, uint32_t bytes)
{
    std::vector<uint8_t> payload(bytes - 14);
    payload[0] = 0x45; // version, header length
    payload[9] = 17;   // UDP
    AlbReference::HOST_IP.Serialize(&payload[12]);
    AlbReference::GetClientIp(client).Serialize(&payload[16]);
    const BondFrame frame(MakeFrame(AlbReference::GetClientMac(client), 0x0800, payload));
    BondTransmitPlan plan;
    m_mode->Select(frame, plan);
    if (!plan.original)
    {
        return;
    }
    const std::string slave = plan.original->GetName();
    const std::string source = Text(plan.source.value_or(AlbReference::BOND_MAC));
    const std::string name = "c" + std::to_string(client);
    Count({slave, "0800", source, name}, bytes);
    if (m_sentBy[client] != slave)
    {
        m_sentBy[client] = slave;
        Note("out " + name,
             slave + " " + name + ", source MAC " + source + ", destination MAC " +
                 Text(AlbReference::GetClientMac(client)));
    }
}

void
AlbReplay::SendOnSlave(BondSlave& slave,
                       const Ptr<Packet>& payload,
                       const Mac48Address& source,
                       const Mac48Address& destination,
                       uint16_t etherType)
{
    const uint32_t bytes = payload->GetSize() + 14;
    const std::string ether = Text(source) + " > " + Text(destination);
    if (etherType == AlbLearningPacket::ETHER_TYPE)
    {
        Note("learn " + slave.GetName(),
             slave.GetName() + " ether " + ether + ", " + std::to_string(bytes) + " bytes");
        Count({slave.GetName(), "9000", Text(source), "-"}, bytes);
        return;
    }
    const AlbArpMessage message = *AlbArpMessage::Read(payload);
    Note("arp to " + Text(message.targetIp),
         slave.GetName() + " " + AlbReference::Describe(message, source, destination));
}

void
AlbReplay::UpdateSlaveArray()
{
    m_mode->UpdateSlaveArray();
}

void
AlbReplay::Note(const std::string& timeline, const std::string& value)
{
    m_observed[timeline].emplace_back(Simulator::Now().GetSeconds(), value);
}

void
AlbReplay::Count(const std::array<std::string, 4>& key, uint32_t bytes)
{
    auto& [frames, sum] = m_counts.back()[key];
    ++frames;
    sum += bytes;
}

void
AlbReplay::NoteAddresses()
{
    std::string text = "- bond0 " + Text(address);
    for (const auto& slave : slaves.GetAll())
    {
        text += " " + slave->GetName() + " " + Text(slaveAddresses[slave->GetName()]);
    }
    Note("mac", text + " active " + slaves.GetActive()->GetName());
}

} // namespace ns3
