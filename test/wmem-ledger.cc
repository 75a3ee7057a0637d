/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wmem-ledger.h"

#include "ns3/callback.h"

using namespace ns3;

void
WmemLedger::Watch(const Ptr<LinuxTcpSocket>& socket)
{
    socket->TraceConnectWithoutContext("WmemAlloc", MakeCallback(&WmemLedger::NotifyChange, this));
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&WmemLedger::NotifyTx, this));
    // An accepted socket has sent SYNs before anybody could watch it.
    m_charged = m_allCharges = m_costOfPackets = socket->GetWmemAlloc();
    m_outstanding[OVERHEAD] = m_charged / OVERHEAD;
    socket->TraceConnectWithoutContext("Skb", MakeCallback(&WmemLedger::NotifySkb, this));
}

void
WmemLedger::NotifyChange(uint64_t before, uint64_t after)
{
    if (m_fault.empty() && before != m_charged)
    {
        m_fault = "wmem_alloc was " + std::to_string(before) + " and not " +
                  std::to_string(m_charged) + " bytes";
    }
    if (after > before)
    {
        m_allCharges += after - before;
        ++m_outstanding[after - before];
    }
    else if (after < before)
    {
        const auto charge = m_outstanding.find(before - after);
        if (charge == m_outstanding.end() || charge->second == 0)
        {
            m_inOnePiece = false;
        }
        else
        {
            --charge->second;
        }
    }
    m_charged = after;
    if (m_fault.empty() && m_charged > m_allCharges)
    {
        m_fault = "more was given back than had been charged";
    }
}

void
WmemLedger::NotifySkb(uint32_t payload, uint32_t segments)
{
    m_costOfPackets += OVERHEAD + payload;
    if (m_fault.empty() && (payload == 0 || segments == 0 || payload < segments))
    {
        m_fault = std::to_string(segments) + " segments have " + std::to_string(payload) + " bytes";
    }
}

void
WmemLedger::NotifyTx(Ptr<const Packet> packet,
                     const TcpHeader& header,
                     Ptr<const TcpSocketBase> /* socket */)
{
    if (header.GetFlags() & TcpHeader::RST)
    {
        m_costOfResets += OVERHEAD;
    }
    else if (packet->GetSize() == 0 && (header.GetFlags() & (TcpHeader::SYN | TcpHeader::FIN)))
    {
        m_costOfPackets += OVERHEAD;
    }
}
