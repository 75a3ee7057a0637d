/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "request-study.h"

#include "source-ports.h"

#include "ns3/simulator.h"

#include <string>

namespace ns3
{

namespace
{

const Time SETTLE = MilliSeconds(10); //!< besides two think times

/// Longest time that sessions may take to connect and to become idle again: a minute of losses.
const Time PATIENCE = Minutes(10);

} // namespace

RequestStudy::RequestStudy(const BondStudySettings& settings)
    : m_settings(settings),
      m_network(settings.network)
{
    for (uint32_t i = 0; i < settings.network.hosts; ++i)
    {
        m_servers.push_back(
            std::make_unique<RequestServer>(m_network.GetFarHost(i), settings.pattern));
    }
    for (const uint16_t port : SourcePorts::Choose(settings.ports, settings.sessions))
    {
        m_sessions.push_back(
            std::make_unique<RequestSession>(m_network.GetHost(),
                                             InetSocketAddress(m_network.GetAddress(), port),
                                             settings.pattern));
    }
    m_result.network = settings.network;
    m_result.defaults = BondStudyDefaults::Read(m_network, m_sessions.front()->GetSocket());
}

BondStudyResult
RequestStudy::Run()
{
    Simulator::Schedule(SwitchedBond::READY, [this] {
        m_network.CheckReady();
        Connect(0);
    });
    Simulator::Stop(SwitchedBond::READY + m_settings.duration + PATIENCE);
    Simulator::Run();
    m_result.dropped = m_network.GetDropped();
    m_result.error = CheckConservation();
    return m_result;
}

void
RequestStudy::Connect(std::size_t session)
{
    if (session == m_sessions.size())
    {
        Simulator::Schedule(m_settings.pattern.thinkTime * 2 + SETTLE,
                            &RequestStudy::BeginMeasurement,
                            this);
        return;
    }
    const auto host = static_cast<uint32_t>(session % m_servers.size());
    m_sessions[session]->Connect(
        InetSocketAddress(m_network.GetFarAddress(host), RequestServer::PORT),
        [this, session] { Connect(session + 1); });
}

void
RequestStudy::BeginMeasurement()
{
    m_meter = std::make_unique<SlaveLoadMeter>(m_network, m_settings.network.slaves);
    m_before = GetCounters();
    Simulator::Schedule(m_settings.duration, &RequestStudy::EndMeasurement, this);
}

void
RequestStudy::EndMeasurement()
{
    const RequestSession::Counters now = GetCounters();
    m_result.transactions = now.transactions - m_before.transactions;
    if (m_result.transactions > 0)
    {
        m_result.roundTrip =
            (now.roundTrips - m_before.roundTrips) / static_cast<int64_t>(m_result.transactions);
    }
    m_result.slaves = m_meter->Read();

    m_busy = m_sessions.size();
    for (const auto& session : m_sessions)
    {
        session->Stop([this] {
            if (--m_busy == 0)
            {
                Simulator::Stop();
            }
        });
    }
}

RequestSession::Counters
RequestStudy::GetCounters() const
{
    RequestSession::Counters sum;
    for (const auto& session : m_sessions)
    {
        const RequestSession::Counters& counters = session->GetCounters();
        sum.requests += counters.requests;
        sum.transactions += counters.transactions;
        sum.roundTrips += counters.roundTrips;
    }
    return sum;
}

std::string
RequestStudy::CheckConservation() const
{
    const RequestSession::Counters counters = GetCounters();
    uint64_t answered = 0;
    for (const auto& server : m_servers)
    {
        answered += server->GetAnswered();
    }
    if (m_result.slaves.empty())
    {
        return "not all sessions had connected when the measurement was to begin, so none was "
               "made; "
               "a shorter --linkDelay leaves them time";
    }
    if (counters.requests != answered || answered != counters.transactions)
    {
        return std::to_string(counters.requests) + " requests were sent, but " +
               std::to_string(answered) + " answered and " + std::to_string(counters.transactions) +
               " answers received";
    }
    return "";
}

} // namespace ns3
