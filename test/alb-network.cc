/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "alb-network.h"

#include "ns3/alb-learning-packet.h"
#include "ns3/arp-cache.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/arp-update-listener.h"
#include "ns3/bonding-helper.h"
#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/names.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <sstream>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;          //!< where all sockets listen
constexpr uint32_t UDP_HEADERS = 42;  //!< Ethernet, IPv4 and UDP
constexpr uint32_t FROM_CLIENT = 102; //!< frame of a client, in bytes
constexpr uint16_t IPV4 = 0x0800;     //!< ETH_P_IP

const Time OPENED = MilliSeconds(32);           //!< as the works' ticks tell
const Time CLIENT_INTERVAL = MilliSeconds(100); //!< between a client's datagrams
const Time SAMPLE_INTERVAL = MilliSeconds(50);  //!< between two samples

/// When the clients begin, after the host has.
const Time CLIENT_PHASES[] = {MilliSeconds(136),
                              MilliSeconds(156),
                              MilliSeconds(179),
                              MilliSeconds(198),
                              MilliSeconds(117)};

/**
 * @brief The ARP cache of a device.
 * @param device the device
 * @return its cache
 */
Ptr<ArpCache>
GetArpCache(const Ptr<NetDevice>& device)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4L3Protocol>();
    return ipv4->GetInterface(ipv4->GetInterfaceForDevice(device))->GetArpCache();
}

} // namespace

AlbNetwork::AlbNetwork(const std::string& mode,
                       const std::vector<std::pair<std::string, std::string>>& options,
                       const std::string& file)
    : m_reference(file)
{
    m_nodes.Create(2 + AlbReference::N_CLIENTS);
    m_switch = std::make_unique<LearningSwitch>(
        m_nodes.Get(1),
        [this](const LearningSwitch::Frame& frame) { NoteFrame(frame); });
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        if (i != 1)
        {
            internet.Install(m_nodes.Get(i));
        }
    }
    LinuxTxHelper().Install(m_nodes.Get(0));
    BuildHost(mode, options);
    BuildClients();
    ScheduleRows();
}

AlbNetwork::~AlbNetwork()
{
    m_switch.reset();
    Simulator::Destroy();
    Names::Clear();
}

void
AlbNetwork::BuildHost(const std::string& mode,
                      const std::vector<std::pair<std::string, std::string>>& options)
{
    const auto host = m_nodes.Get(0);
    // Linux asks at once.
    host->GetObject<ArpL3Protocol>()->SetAttribute(
        "RequestJitter",
        StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    m_bond = CreateObjectWithAttributes<BondingNetDevice>("OpenAtStart", BooleanValue(false));
    host->AddDevice(m_bond);
    m_bond->SetAddress(AlbReference::BOND_MAC);
    m_bond->SetOption("mode", mode);
    for (const auto& [option, value] : options)
    {
        m_bond->SetOption(option, value);
    }
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    for (uint32_t i = 0; i < AlbReference::N_SLAVES; ++i)
    {
        const auto link = nic.Install(host, m_nodes.Get(1));
        link.Get(0)->SetAddress(AlbReference::GetSlaveMac(i));
        Names::Add("s" + std::to_string(i), link.Get(0));
        BondingHelper::Enslave(m_bond, link.Get(0));
        m_slaves.Add(link.Get(0));
        m_switch->AddPort(link.Get(1));
    }
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(NetDeviceContainer(m_bond));
    m_sockets.push_back(Socket::CreateSocket(host, TypeId::LookupByName("ns3::UdpSocketFactory")));
    m_sockets.back()->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    m_sockets.back()->SetRecvCallback(MakeCallback(&AlbNetwork::Receive, this));
}

void
AlbNetwork::BuildClients()
{
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0", "0.0.0.11");
    for (uint32_t client = 1; client <= AlbReference::N_CLIENTS; ++client)
    {
        const auto node = m_nodes.Get(1 + client);
        const auto link = nic.Install(node, m_nodes.Get(1));
        link.Get(0)->SetAddress(AlbReference::GetClientMac(client));
        m_clients.Add(link.Get(0));
        m_switch->AddPort(link.Get(1));
        addresses.Assign(NetDeviceContainer(link.Get(0)));
        ArpUpdateListener::Install(link.Get(0));
        m_sockets.push_back(
            Socket::CreateSocket(node, TypeId::LookupByName("ns3::UdpSocketFactory")));
        m_sockets.back()->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_sockets.back()->SetRecvCallback(MakeCallback(&AlbNetwork::Receive, this));
    }
}

void
AlbNetwork::ScheduleRows()
{
    std::string lastRequest;
    for (const auto& row : m_reference.GetRows())
    {
        const Time time = Seconds(std::stod(row.at("t")));
        if (row.at("what") == "event")
        {
            const uint32_t slave = row.at("slave")[1] - '0';
            Simulator::Schedule(time,
                                &NicChannel::SetCarrier,
                                DynamicCast<NicChannel>(m_slaves.Get(slave)->GetChannel()),
                                row.at("detail") == "link up");
        }
        else if (row.at("what") == "arp")
        {
            const auto message = AlbReference::ReadArp(row);
            const bool isOwn = message.senderIp == AlbReference::HOST_IP;
            const bool isSent = row.at("detail")[0] == 'o';
            // A client's request that was flooded is in the file for every slave.
            const std::string request = row.at("t") + row.at("detail");
            if (message.operation == AlbArpMessage::REQUEST && isOwn == isSent &&
                !AlbReference::ReadDestination(row).IsBroadcast() && request != lastRequest)
            {
                Simulator::Schedule(time, &AlbNetwork::SendRequest, this, row);
                lastRequest = request;
            }
        }
    }
    Simulator::Schedule(OPENED, &BondingNetDevice::Open, m_bond);
    Simulator::Schedule(m_reference.GetStart(), &AlbNetwork::SendToClients, this, 0);
    Simulator::Schedule(m_reference.GetStart() + 2 * SAMPLE_INTERVAL, &AlbNetwork::Sample, this);
    for (uint32_t client = 1; client <= AlbReference::N_CLIENTS; ++client)
    {
        Simulator::Schedule(m_reference.GetStart() + CLIENT_PHASES[client - 1],
                            &AlbNetwork::SendToHost,
                            this,
                            client);
    }
}

void
AlbNetwork::Run()
{
    Simulator::Stop(m_reference.GetEnd());
    Simulator::Run();
}

void
AlbNetwork::SendToClients(uint32_t round)
{
    SendDatagram(1, AlbReference::LARGE);
    if (round % AlbReference::GROUP_ROUNDS == AlbReference::GROUP_ROUNDS - 1)
    {
        for (uint32_t client = 2; client <= AlbReference::N_CLIENTS; ++client)
        {
            SendDatagram(client, AlbReference::SMALL);
        }
    }
    Simulator::Schedule(AlbReference::ROUND, &AlbNetwork::SendToClients, this, round + 1);
}

void
AlbNetwork::SendDatagram(uint32_t client, uint32_t bytes)
{
    m_sentToClients +=
        m_sockets[0]->SendTo(Create<Packet>(bytes - UDP_HEADERS),
                             0,
                             InetSocketAddress(AlbReference::GetClientIp(client), PORT)) >= 0;
}

void
AlbNetwork::SendToHost(uint32_t client)
{
    m_sentToHost += m_sockets[client]->SendTo(Create<Packet>(FROM_CLIENT - UDP_HEADERS),
                                              0,
                                              InetSocketAddress(AlbReference::HOST_IP, PORT)) >= 0;
    Simulator::Schedule(CLIENT_INTERVAL, &AlbNetwork::SendToHost, this, client);
}

void
AlbNetwork::SendRequest(const AlbReference::Row& row)
{
    AlbArpMessage message = AlbReference::ReadArp(row);
    Ptr<NetDevice> device = m_bond;
    for (uint32_t client = 1; client <= AlbReference::N_CLIENTS; ++client)
    {
        if (message.senderIp == AlbReference::GetClientIp(client))
        {
            device = m_clients.Get(client - 1);
        }
    }
    message.senderMac = Mac48Address::ConvertFrom(device->GetAddress());
    device->Send(message.Write(), AlbReference::ReadDestination(row), AlbArpMessage::ETHER_TYPE);
}

void
AlbNetwork::NoteFrame(const LearningSwitch::Frame& frame)
{
    // Nobody watched before the bond was up.
    if (frame.port >= AlbReference::N_SLAVES || Simulator::Now() < OPENED)
    {
        return;
    }
    if (frame.etherType == IPV4)
    {
        NoteDatagram(frame);
        return;
    }
    if (frame.leaves)
    {
        return;
    }
    const std::string slave = "s" + std::to_string(frame.port);
    std::ostringstream text;
    if (frame.etherType == AlbLearningPacket::ETHER_TYPE)
    {
        text << slave << " ether " << frame.source << " > " << frame.destination << ", "
             << frame.payload->GetSize() + 14 << " bytes";
        Note("learn " + slave, text.str());
    }
    else if (frame.etherType == AlbArpMessage::ETHER_TYPE)
    {
        const auto message = AlbArpMessage::Read(frame.payload);
        text << message->targetIp;
        Note("arp to " + text.str(),
             slave + " " + AlbReference::Describe(*message, frame.source, frame.destination));
    }
}

void
AlbNetwork::NoteDatagram(const LearningSwitch::Frame& frame)
{
    const Mac48Address& peer = frame.leaves ? frame.source : frame.destination;
    for (uint32_t client = 1; client <= AlbReference::N_CLIENTS; ++client)
    {
        if (peer != AlbReference::GetClientMac(client))
        {
            continue;
        }
        const std::string name = "c" + std::to_string(client);
        const std::string timeline = (frame.leaves ? "in " : "out ") + name;
        const auto [last, isFirst] = m_datagramAt.emplace(timeline, frame.port);
        if (isFirst || last->second != frame.port)
        {
            last->second = frame.port;
            std::ostringstream text;
            text << "s" << frame.port << " " << name << ", source MAC " << frame.source
                 << ", destination MAC " << frame.destination;
            Note(timeline, text.str());
        }
    }
}

void
AlbNetwork::Sample()
{
    std::ostringstream addresses;
    addresses << "- bond0 " << Mac48Address::ConvertFrom(m_bond->GetAddress());
    std::string active;
    for (uint32_t i = 0; i < m_slaves.GetN(); ++i)
    {
        addresses << " s" << i << " " << Mac48Address::ConvertFrom(m_slaves.Get(i)->GetAddress());
        if (m_slaves.Get(i) == m_bond->GetActiveSlave())
        {
            active = "s" + std::to_string(i);
        }
    }
    NoteChange("mac", addresses.str() + " active " + active);

    std::ostringstream known;
    known << "-";
    for (uint32_t i = 0; i < m_clients.GetN(); ++i)
    {
        ArpCache::Entry* entry = GetArpCache(m_clients.Get(i))->Lookup(AlbReference::HOST_IP);
        if (!entry || entry->IsWaitReply())
        {
            known << " ?";
        }
        else
        {
            known << " " << Mac48Address::ConvertFrom(entry->GetMacAddress());
        }
    }
    NoteChange("client-knows", known.str());
    Simulator::Schedule(SAMPLE_INTERVAL, &AlbNetwork::Sample, this);
}

void
AlbNetwork::Note(const std::string& timeline, const std::string& value)
{
    m_observed[timeline].emplace_back(Simulator::Now().GetSeconds(), value);
}

void
AlbNetwork::NoteChange(const std::string& timeline, const std::string& value)
{
    const auto& rows = m_observed[timeline];
    if (rows.empty() || rows.back().second != value)
    {
        Note(timeline, value);
    }
}

void
AlbNetwork::Receive(Ptr<Socket> socket)
{
    uint64_t& received = socket == m_sockets[0] ? m_receivedByHost : m_receivedByClients;
    while (socket->Recv())
    {
        ++received;
    }
}
