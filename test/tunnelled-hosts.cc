/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tunnelled-hosts.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tunnel-helper.h"
#include "ns3/udp-header.h"

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9; ///< where the receiver listens

} // namespace

TunnelledHosts::TunnelledHosts(const std::string& tunnel,
                               const Attributes& attributes,
                               TwoHosts::Kind device,
                               uint16_t mtu)
    : m_hosts(device, mtu)
{
    TunnelHelper helper(tunnel);
    for (const auto& [name, value] : attributes)
    {
        helper.SetDeviceAttribute(name, StringValue(value));
    }
    NetDeviceContainer ends;
    ends.Add(helper.Install(m_hosts.GetNodes().Get(0), "10.1.1.1", "10.1.1.2"));
    ends.Add(helper.Install(m_hosts.GetNodes().Get(1), "10.1.1.2", "10.1.1.1"));
    Ipv4AddressHelper("10.9.9.0", "255.255.255.0").Assign(ends);
    for (uint32_t i = 0; i < ends.GetN(); ++i)
    {
        m_tunnels.push_back(DynamicCast<IpTunnelNetDevice>(ends.Get(i)));
    }
    m_hosts.GetNodes().Get(1)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
        "LocalDeliver",
        MakeCallback(&TunnelledHosts::Deliver, this));
}

TunnelledHosts::TunnelledHosts(const TunnelKind& kind, TwoHosts::Kind device, uint16_t mtu)
    : TunnelledHosts(kind.type, kind.attributes, device, mtu)
{
}

const std::vector<TunnelKind>&
TunnelKind::GetAll()
{
    static const std::vector<TunnelKind> kinds{
        {"IPIP", "ipip", {}, 20},
        {"GRE", "gre", {}, 24},
        {"GRE with a key", "gre", {{"Key", "5"}}, 28},
    };
    return kinds;
}

void
TunnelledHosts::RunToTheEnd()
{
    Simulator::Stop(Seconds(100));
    Simulator::Run();
}

void
TunnelledHosts::AddIpv6()
{
    for (uint32_t i = 0; i < m_tunnels.size(); ++i)
    {
        const auto ipv6 = m_hosts.GetNodes().Get(i)->GetObject<Ipv6L3Protocol>();
        const uint32_t interface = ipv6->AddInterface(m_tunnels[i]);
        const std::string address = "2001:9::" + std::to_string(i + 1);
        ipv6->AddAddress(interface,
                         Ipv6InterfaceAddress(Ipv6Address(address.c_str()), Ipv6Prefix(64)));
        ipv6->SetUp(interface);
    }
}

Address
TunnelledHosts::GetReceiver(bool ipv6)
{
    return ipv6 ? Address(Inet6SocketAddress(Ipv6Address("2001:9::2"), PORT))
                : Address(InetSocketAddress(Ipv4Address("10.9.9.2"), PORT));
}

Ptr<LinuxUdpSocket>
TunnelledHosts::Connect(bool ipv6) const
{
    const auto socket = m_hosts.MakeSocket();
    socket->Connect(GetReceiver(ipv6));
    return socket;
}

std::vector<TunnelledHosts::Delivery>
TunnelledHosts::GetDeliveries(uint8_t protocol) const
{
    std::vector<Delivery> result;
    for (const auto& delivery : m_deliveries)
    {
        if (delivery.header.GetProtocol() == protocol)
        {
            result.push_back(delivery);
        }
    }
    return result;
}

void
TunnelledHosts::Inject(uint8_t protocol,
                       uint8_t tos,
                       const Ptr<Packet>& packet,
                       const std::string& source,
                       const std::string& destination)
{
    Ipv4Header header;
    header.SetSource(Ipv4Address(source.c_str()));
    header.SetDestination(Ipv4Address(destination.c_str()));
    header.SetProtocol(protocol);
    header.SetTos(tos);
    header.SetTtl(64);
    header.SetPayloadSize(packet->GetSize());
    const auto route = Create<Ipv4Route>();
    route->SetDestination(header.GetDestination());
    route->SetGateway(Ipv4Address("10.1.1.2"));
    route->SetOutputDevice(m_hosts.GetDevice());
    m_hosts.GetNodes().Get(0)->GetObject<Ipv4L3Protocol>()->SendWithHeader(packet, header, route);
}

Ptr<Packet>
TunnelledHosts::MakeInnerPacket(uint8_t tos)
{
    const auto packet = Create<Packet>(100);
    UdpHeader udp;
    udp.SetSourcePort(1000);
    udp.SetDestinationPort(PORT);
    packet->AddHeader(udp);
    Ipv4Header header;
    header.SetSource(Ipv4Address("10.9.9.1"));
    header.SetDestination(Ipv4Address("10.9.9.2"));
    header.SetProtocol(17);
    header.SetTos(tos);
    header.SetTtl(64);
    header.SetPayloadSize(packet->GetSize());
    packet->AddHeader(header);
    return packet;
}

void
TunnelledHosts::Deliver(const Ipv4Header& header,
                        Ptr<const Packet> packet,
                        uint32_t /* interface */)
{
    m_deliveries.push_back({header, packet->Copy()});
}
