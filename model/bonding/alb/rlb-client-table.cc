/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rlb-client-table.h"

#include "ns3/alb-learning-packet.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @brief is_valid_ether_addr(): neither zero nor a group address.
 * @param address the address
 * @return true if so
 */
bool
IsUnicast(const Mac48Address& address)
{
    return !address.IsGroup() && address != Mac48Address();
}

} // namespace

RlbClientTable::RlbClientTable(BondContext& bond)
    : m_bond(bond)
{
}

void
RlbClientTable::Reset()
{
    m_clients.fill(Client{});
    m_used.clear();
}

Ptr<BondSlave>
RlbClientTable::Transmit(AlbArpMessage& message, uint16_t vlanTci)
{
    // A message of another host that the bond only passes on stays as it is.
    const auto& slaves = m_bond.GetSlaveList().GetAll();
    const bool isOwn = std::any_of(slaves.begin(), slaves.end(), [&](const auto& slave) {
        return m_bond.GetSlaveAddress(*slave) == message.senderMac;
    });
    if (!isOwn)
    {
        return nullptr;
    }
    Ptr<BondSlave> slave;
    if (message.operation == AlbArpMessage::REPLY)
    {
        slave = ChooseSlave(message, vlanTci);
        if (slave)
        {
            message.senderMac = m_bond.GetSlaveAddress(*slave);
        }
    }
    else if (message.operation == AlbArpMessage::REQUEST)
    {
        // Not rewritten: the client's answer must come to the bond's address.
        slave = ChooseSlave(message, vlanTci);
        m_updateDelay = UPDATE_DELAY;
        RequestUpdate(message.senderIp);
    }
    return slave;
}

void
RlbClientTable::Receive(const AlbArpMessage& message)
{
    // Somebody else uses an address that clients know as the bond's: tell them no more.
    m_used.erase(std::remove_if(m_used.begin(),
                                m_used.end(),
                                [&](uint8_t index) {
                                    Client& client = m_clients[index];
                                    const bool isOutdated = client.serverIp == message.senderIp &&
                                                            client.serverMac != message.senderMac;
                                    if (isOutdated)
                                    {
                                        client = Client{};
                                    }
                                    return isOutdated;
                                }),
                 m_used.end());

    if (message.operation == AlbArpMessage::REPLY)
    {
        Client& client = m_clients[Hash(message.senderIp)];
        if (client.isAssigned && client.serverIp == message.targetIp &&
            client.clientIp == message.senderIp && client.clientMac != message.senderMac)
        {
            client.clientMac = message.senderMac;
            MarkForUpdate(client);
        }
    }
}

void
RlbClientTable::ClearSlave(const BondSlave& slave)
{
    for (const uint8_t index : m_used)
    {
        Client& client = m_clients[index];
        if (PeekPointer(client.slave) != &slave)
        {
            continue;
        }
        client.slave = NextSlave();
        if (client.slave && IsUnicast(client.clientMac))
        {
            MarkForUpdate(client);
            m_updateRetries = UPDATE_RETRY;
        }
    }
    if (PeekPointer(m_bond.GetSlaveList().GetActive()) != &slave)
    {
        TeachAddressOnActive(m_bond.GetSlaveAddress(slave));
    }
}

void
RlbClientTable::RequestUpdate(const BondSlave& slave)
{
    for (const uint8_t index : m_used)
    {
        Client& client = m_clients[index];
        if (PeekPointer(client.slave) == &slave && IsUnicast(client.clientMac))
        {
            MarkForUpdate(client);
            m_updateRetries = UPDATE_RETRY;
        }
    }
}

void
RlbClientTable::TeachAddressOnActive(const Mac48Address& address)
{
    if (const auto& active = m_bond.GetSlaveList().GetActive())
    {
        AlbLearningPacket::Send(m_bond, *active, address, false);
    }
}

void
RlbClientTable::ForgetLastSlave()
{
    m_lastSlave = nullptr;
}

void
RlbClientTable::OrderRebalance()
{
    m_rebalance = true;
}

void
RlbClientTable::Tick()
{
    if (m_rebalance)
    {
        m_rebalance = false;
        Rebalance();
    }
    if (!m_needsUpdate)
    {
        return;
    }
    if (m_updateDelay > 0)
    {
        --m_updateDelay;
        return;
    }
    TellClients();
    if (m_updateRetries > 0)
    {
        --m_updateRetries;
    }
    else
    {
        m_needsUpdate = false;
    }
}

Ptr<BondSlave>
RlbClientTable::GetSlave(Ipv4Address address) const
{
    const Client& client = m_clients[Hash(address)];
    return client.isAssigned && client.clientIp == address ? client.slave : nullptr;
}

uint8_t
RlbClientTable::Hash(Ipv4Address address)
{
    const uint32_t bits = address.Get();
    return static_cast<uint8_t>(bits >> 24 ^ bits >> 16 ^ bits >> 8 ^ bits);
}

Ptr<BondSlave>
RlbClientTable::ChooseSlave(const AlbArpMessage& message, uint16_t vlanTci)
{
    const uint8_t index = Hash(message.targetIp);
    Client& client = m_clients[index];
    if (client.isAssigned)
    {
        if (client.serverIp == message.senderIp && client.clientIp == message.targetIp)
        {
            if (!message.targetMac.IsBroadcast())
            {
                client.clientMac = message.targetMac;
            }
            client.serverMac = message.senderMac;
            if (client.slave)
            {
                return client.slave;
            }
        }
        else
        {
            // The entry is needed for another client: the old one goes to the active slave, where
            // it would be without receive load balancing.
            const auto& active = m_bond.GetSlaveList().GetActive();
            if (active && client.slave != active)
            {
                client.slave = active;
                Tell(client);
            }
        }
    }
    const Ptr<BondSlave> slave = NextSlave();
    if (!slave)
    {
        return nullptr;
    }
    if (!client.isAssigned)
    {
        client.isAssigned = true;
        m_used.push_front(index);
    }
    client.serverIp = message.senderIp;
    client.clientIp = message.targetIp;
    client.serverMac = message.senderMac;
    client.clientMac = message.targetMac; // of a request: zeros until the client has answered
    client.slave = slave;
    client.vlanTci = vlanTci;
    client.needsUpdate = false;
    if (IsUnicast(client.clientMac))
    {
        MarkForUpdate(client);
    }
    return slave;
}

Ptr<BondSlave>
RlbClientTable::NextSlave()
{
    Ptr<BondSlave> upToLast; // the fastest one, the last slave included
    Ptr<BondSlave> beyondLast;
    bool found = false;
    for (const auto& slave : m_bond.GetSlaveList().GetAll())
    {
        if (!slave->CanTransmit())
        {
            continue;
        }
        Ptr<BondSlave>& best = found ? beyondLast : upToLast;
        if (!best || best->GetSpeed() < slave->GetSpeed())
        {
            best = slave;
        }
        found = found || slave == m_lastSlave;
    }
    const bool isBeyondBetter =
        beyondLast && (!upToLast || beyondLast->GetSpeed() >= upToLast->GetSpeed());
    const Ptr<BondSlave> next = isBeyondBetter ? beyondLast : upToLast;
    if (next)
    {
        m_lastSlave = next;
    }
    return next;
}

void
RlbClientTable::Tell(const Client& client)
{
    if (!client.slave || !IsUnicast(client.clientMac))
    {
        return;
    }
    AlbArpMessage reply;
    reply.operation = AlbArpMessage::REPLY;
    reply.senderMac = m_bond.GetSlaveAddress(*client.slave);
    reply.senderIp = client.serverIp;
    reply.targetMac = client.clientMac;
    reply.targetIp = client.clientIp;
    VlanTags tags;
    if (client.vlanTci != 0)
    {
        tags.Put({VlanTag::DOT1Q, client.vlanTci});
    }
    for (uint32_t i = 0; i < BURST; ++i)
    {
        m_bond.SendTaggedOnSlave(*client.slave,
                                 reply.Write(),
                                 reply.senderMac,
                                 reply.targetMac,
                                 AlbArpMessage::ETHER_TYPE,
                                 tags);
    }
}

void
RlbClientTable::TellClients()
{
    for (const uint8_t index : m_used)
    {
        Client& client = m_clients[index];
        if (client.needsUpdate)
        {
            Tell(client);
            client.needsUpdate = m_updateRetries > 0;
        }
    }
    m_updateDelay = UPDATE_DELAY;
}

void
RlbClientTable::RequestUpdate(Ipv4Address serverIp)
{
    for (const uint8_t index : m_used)
    {
        Client& client = m_clients[index];
        if (client.slave && client.serverIp == serverIp && IsUnicast(client.clientMac) &&
            m_bond.GetSlaveAddress(*client.slave) != m_bond.GetHardwareAddress())
        {
            MarkForUpdate(client);
        }
    }
}

void
RlbClientTable::Rebalance()
{
    for (const uint8_t index : m_used)
    {
        Client& client = m_clients[index];
        const Ptr<BondSlave> slave = NextSlave();
        if (slave && client.slave != slave)
        {
            client.slave = slave;
            if (client.clientMac != Mac48Address())
            {
                MarkForUpdate(client);
            }
        }
    }
}

void
RlbClientTable::MarkForUpdate(Client& client)
{
    client.needsUpdate = true;
    m_needsUpdate = true;
}

} // namespace ns3
