/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What each send charges to a socket's write memory, until it is refused.
//
//   sending host                                receiving host
//   +-----------------------------+             +-------------+
//   | socket -- UDP/IP -- [bond0] |             |             |
//   |                       |     |             |             |
//   |              tbf -- device ~~~~~ wire ~~~~~ device      |
//   +-----------------------------+             +-------------+
//
// The token bucket of the queue disc is smaller than any packet, so all packets stay parked in it,
// and charged. The socket sends without blocking, all messages at one instant. Then the bucket is
// opened, the packets leave, and the charge has to be 0 again.

#include "example-end.h"
#include "example-options.h"

#include "ns3/arp-cache.h"
#include "ns3/bonding-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/ndisc-cache.h"
#include "ns3/nic-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tbf-queue-disc.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 5001;              //!< of the receiver
constexpr uint32_t SMALLEST_IPV6_MTU = 1280; //!< bytes
constexpr std::size_t VALUES_PER_LINE = 10;  //!< of a list

/// Everything that moves a figure.
struct Settings
{
    std::string stack{"nic"}; //!< nic, bond or csma
    bool ipv6{false};         //!< UDP over IPv6
    uint32_t mtu{1500};       //!< bytes
    uint32_t size{1000};      //!< payload of a message, in bytes
    uint32_t sndbuf{0};       //!< SO_SNDBUF as given to setsockopt, in bytes; 0 for the default
    std::optional<uint32_t> sends; //!< at most that many; nothing for no limit
    std::string format{"text"};    //!< text or json
};

/// What the sends did.
struct Result
{
    std::vector<uint64_t> wmemAfterEach; //!< wmem_alloc after each send that succeeded, in bytes
    int error{0};                        //!< errno of the send that did not; 0 if all did
    uint32_t sndbuf{0};                  //!< getsockopt(SO_SNDBUF), in bytes
};

/// Two hosts, and a queue disc from which nothing leaves until it is told to.
class ParkedSends
{
  public:
    /**
     * @brief Build the hosts and the network.
     * @param settings all settings
     */
    explicit ParkedSends(const Settings& settings)
        : m_settings(settings),
          m_hosts(2)
    {
        InternetStackHelper().Install(m_hosts);
        LinuxTxHelper().Install(m_hosts.Get(0));
        BuildLink();
        AssignAddresses();
        InstallReceiver();
    }

    /**
     * @brief Send until refused, then let everything drain.
     * @return what the sends did
     */
    Result Run()
    {
        // after duplicate address detection, which leaves an IPv6 address alone for a second
        Simulator::Schedule(Seconds(5), &ParkedSends::Send, this);
        Simulator::Schedule(Seconds(6), &ParkedSends::OpenBucket, this);
        Simulator::Run();
        return m_result;
    }

    /**
     * @brief Check that every message arrived, and that nothing is charged any more.
     * @return what is wrong, as one line; empty if nothing is
     */
    std::string CheckConservation() const
    {
        if (m_socket->GetWmemAlloc() != 0)
        {
            return "the socket is still charged for " + std::to_string(m_socket->GetWmemAlloc()) +
                   " bytes";
        }
        if (m_received != m_result.wmemAfterEach.size())
        {
            return std::to_string(m_result.wmemAfterEach.size()) + " messages were accepted, but " +
                   std::to_string(m_received) + " received";
        }
        return "";
    }

  private:
    /**
     * @brief Connect the hosts, and put the queue disc in front of the sender's device.
     */
    void BuildLink()
    {
        NetDeviceContainer ends;
        if (m_settings.stack == "csma")
        {
            CsmaHelper csma;
            csma.SetDeviceAttribute("Mtu", UintegerValue(m_settings.mtu));
            ends = csma.Install(m_hosts);
        }
        else
        {
            NicHelper nic;
            nic.SetDeviceAttribute("Mtu", UintegerValue(m_settings.mtu));
            ends = nic.Install(m_hosts);
        }
        m_sender = ends.Get(0);
        m_receiver = ends.Get(1);

        TrafficControlHelper helper;
        const uint16_t root = helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                                      "Burst",
                                                      UintegerValue(1),
                                                      "Rate",
                                                      StringValue("8bps"));
        const auto classes = helper.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
        helper.AddChildQueueDisc(root,
                                 classes[0],
                                 "ns3::FifoQueueDisc",
                                 "MaxSize",
                                 StringValue("1000000p"));
        m_tbf = DynamicCast<TbfQueueDisc>(helper.Install(m_sender).Get(0));

        if (m_settings.stack == "bond")
        {
            BondingHelper bonding;
            bonding.SetBondAttribute("Mtu", UintegerValue(m_settings.mtu));
            m_sender = bonding.Install(m_hosts.Get(0), NetDeviceContainer(m_sender)).Get(0);
        }
    }

    /**
     * @brief Give both ends addresses, and the sender the receiver's hardware address: no packet
     *        shall wait for address resolution.
     */
    void AssignAddresses()
    {
        const NetDeviceContainer ends(m_sender, m_receiver);
        if (m_settings.ipv6)
        {
            Ipv6AddressHelper helper("2001:db8::", Ipv6Prefix(64));
            const Ipv6InterfaceContainer interfaces = helper.Assign(ends);
            m_destination = Inet6SocketAddress(interfaces.GetAddress(1, 1), PORT);
            const auto ipv6 = m_hosts.Get(0)->GetObject<Ipv6L3Protocol>();
            const auto interface = ipv6->GetInterface(ipv6->GetInterfaceForDevice(m_sender));
            auto entry = interface->GetNdiscCache()->Add(interfaces.GetAddress(1, 1));
            entry->SetMacAddress(m_receiver->GetAddress());
            entry->MarkPermanent();
        }
        else
        {
            Ipv4AddressHelper helper("10.0.0.0", "255.255.255.0");
            const Ipv4InterfaceContainer interfaces = helper.Assign(ends);
            m_destination = InetSocketAddress(interfaces.GetAddress(1), PORT);
            const auto ipv4 = m_hosts.Get(0)->GetObject<Ipv4L3Protocol>();
            const auto interface = ipv4->GetInterface(ipv4->GetInterfaceForDevice(m_sender));
            auto entry = interface->GetArpCache()->Add(interfaces.GetAddress(1));
            entry->SetMacAddress(m_receiver->GetAddress());
            entry->MarkPermanent();
        }
    }

    /**
     * @brief Count what arrives.
     */
    void InstallReceiver()
    {
        const Address any = m_settings.ipv6
                                ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                                : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        PacketSinkHelper helper("ns3::UdpSocketFactory", any);
        helper.Install(m_hosts.Get(1))
            .Get(0)
            ->TraceConnectWithoutContext(
                "Rx",
                Callback<void, Ptr<const Packet>, const Address&>(
                    [this](Ptr<const Packet>, const Address&) { ++m_received; }));
    }

    /**
     * @brief Send until a send is refused, or all are done.
     */
    void Send()
    {
        m_socket = DynamicCast<LinuxUdpSocket>(
            Socket::CreateSocket(m_hosts.Get(0),
                                 TypeId::LookupByName("ns3::LinuxUdpSocketFactory")));
        m_socket->SetAttribute("Sndbuf", UintegerValue(m_settings.sndbuf));
        m_socket->Connect(m_destination);
        m_result.sndbuf = m_socket->GetSndbuf();
        while (!m_settings.sends || m_result.wmemAfterEach.size() < *m_settings.sends)
        {
            if (m_socket->Send(Create<Packet>(m_settings.size)) < 0)
            {
                m_result.error = m_socket->GetLinuxErrno();
                return;
            }
            m_result.wmemAfterEach.push_back(m_socket->GetWmemAlloc());
        }
    }

    /**
     * @brief Let everything leave the queue disc.
     */
    void OpenBucket()
    {
        m_tbf->SetBurst(std::numeric_limits<uint32_t>::max());
        m_tbf->SetRate(DataRate("8Gbps"));
        RunQdisc();
    }

    /**
     * @brief Run the queue disc until it is empty: it stops by itself after 64 packets.
     */
    void RunQdisc()
    {
        m_tbf->Run();
        if (m_tbf->GetNPackets() > 0)
        {
            Simulator::Schedule(MilliSeconds(1), &ParkedSends::RunQdisc, this);
        }
    }

    Settings m_settings;          //!< all settings
    NodeContainer m_hosts;        //!< sender and receiver
    Ptr<NetDevice> m_sender;      //!< what IP sends to: a device, or the bond
    Ptr<NetDevice> m_receiver;    //!< at the other end
    Ptr<TbfQueueDisc> m_tbf;      //!< where packets are parked
    Address m_destination;        //!< the receiver's
    Ptr<LinuxUdpSocket> m_socket; //!< the sender
    Result m_result;              //!< what the sends did
    uint64_t m_received{0};       //!< messages
};

/**
 * @brief What each send added to wmem_alloc.
 * @param result what the sends did
 * @return the distinct steps, as e4-charge.tsv has them: a number, "a/b", or null without any
 */
nlohmann::ordered_json
GetCharge(const Result& result)
{
    std::vector<uint64_t> steps;
    uint64_t before = 0;
    for (const uint64_t wmem : result.wmemAfterEach)
    {
        if (std::find(steps.begin(), steps.end(), wmem - before) == steps.end())
        {
            steps.push_back(wmem - before);
        }
        before = wmem;
    }
    if (steps.size() == 1)
    {
        return steps.front();
    }
    std::string text;
    for (const uint64_t step : steps)
    {
        text += (text.empty() ? "" : "/") + std::to_string(step);
    }
    return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

/**
 * @brief The name of the error that ended the sends.
 * @param result what the sends did
 * @return its name, or null without one
 */
nlohmann::ordered_json
GetError(const Result& result)
{
    const std::map<int, std::string> names{
        {EAGAIN, "EAGAIN"},
        {ENOBUFS, "ENOBUFS"},
        {EMSGSIZE, "EMSGSIZE"},
    };
    if (result.error == 0)
    {
        return {};
    }
    const auto name = names.find(result.error);
    return name == names.end() ? "errno " + std::to_string(result.error) : name->second;
}

/**
 * @brief Why there was no further send.
 * @param result what the sends did
 * @return one sentence
 */
std::string
GetVerdict(const Result& result)
{
    const uint64_t wmem = result.wmemAfterEach.empty() ? 0 : result.wmemAfterEach.back();
    const std::string charged = "wmem_alloc " + std::to_string(wmem);
    const std::string sndbuf = "sndbuf " + std::to_string(result.sndbuf);
    switch (result.error)
    {
    case 0:
        return "No send was refused: --sends was reached, with " + charged + " and " + sndbuf + ".";
    case EAGAIN:
        if (wmem < result.sndbuf)
        {
            return "The next send was refused with EAGAIN, although " + charged + " < " + sndbuf +
                   ": it has sent as much as that at one instant (see ns3::LinuxUdpSocket's "
                   "SendCallTime).";
        }
        return "The next send was refused with EAGAIN: " + charged + " >= " + sndbuf + ".";
    case ENOBUFS:
        return "The next send was refused with ENOBUFS: with " + charged +
               ", a later fragment of the message would pass 2 x " + sndbuf + ".";
    default:
        return "The next send was refused for a reason that is not write memory.";
    }
}

/**
 * @brief Print the result for people.
 * @param settings all settings
 * @param result what the sends did
 */
void
PrintText(const Settings& settings, const Result& result)
{
    const auto orDash = [](const nlohmann::ordered_json& value) {
        return value.is_null() ? "-" : value.is_string() ? value.get<std::string>() : value.dump();
    };
    std::cout << "UDP over " << (settings.ipv6 ? "IPv6" : "IPv4") << " over " << settings.stack
              << ", MTU " << settings.mtu << ", messages of " << settings.size << " B, SO_SNDBUF "
              << (settings.sndbuf == 0 ? "default" : std::to_string(settings.sndbuf))
              << ", packets parked in a tbf\n\n"
              << "sndbuf              " << result.sndbuf << " B\n"
              << "sent                " << result.wmemAfterEach.size() << "\n"
              << "error               " << orDash(GetError(result)) << "\n"
              << "charge per message  " << orDash(GetCharge(result))
              << (result.wmemAfterEach.empty() ? "\n" : " B\n") << "wmem after each, B "
              << (result.wmemAfterEach.empty() ? " -" : "");
    for (std::size_t i = 0; i < result.wmemAfterEach.size(); ++i)
    {
        const bool isNewLine = i > 0 && i % VALUES_PER_LINE == 0;
        std::cout << (isNewLine ? "\n" + std::string(19, ' ') : "") << " "
                  << result.wmemAfterEach[i];
    }
    std::cout << "\n\n" << GetVerdict(result) << std::endl;
}

/**
 * @brief Print the result for programs.
 * @param settings all settings
 * @param result what the sends did
 */
void
PrintJson(const Settings& settings, const Result& result)
{
    nlohmann::ordered_json json;
    json["config"] = {
        {"stack", settings.stack},
        {"ipv6", settings.ipv6},
        {"mtu", settings.mtu},
        {"size", settings.size},
        {"sndbuf", settings.sndbuf},
        {"sends", settings.sends ? nlohmann::ordered_json(*settings.sends) : nullptr},
    };
    json["sent"] = result.wmemAfterEach.size();
    json["error"] = GetError(result);
    json["charge_per_message"] = GetCharge(result);
    json["wmem_after_each"] = result.wmemAfterEach;
    json["sndbuf"] = result.sndbuf;
    std::cout << json.dump(2) << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    Settings settings;
    ExampleOptions options(__FILE__,
                           "What each send charges to a UDP socket's write memory, until it is "
                           "refused, while all packets stay in the queue disc.");
    options.AddChoice("stack", "what IP sends to", settings.stack, {"nic", "bond", "csma"});
    options.AddFlag("ipv6", "UDP over IPv6", settings.ipv6);
    options.AddInteger("mtu", "MTU, in bytes", settings.mtu, 68, 65535);
    options.AddInteger("size", "payload of a message, in bytes", settings.size, 1, 65507);
    options.AddInteger("sndbuf",
                       "SO_SNDBUF as given to setsockopt, in bytes; 0 for the default of 212992",
                       settings.sndbuf,
                       0,
                       2147483647);
    options.AddOptionalInteger("sends",
                               "send at most that often; default: until refused",
                               settings.sends,
                               1);
    options.AddChoice("format", "output", settings.format, {"text", "json"});
    options.Reserve(
        "mtu",
        {"ns3::NicNetDevice::Mtu", "ns3::BondingNetDevice::Mtu", "ns3::CsmaNetDevice::Mtu"});
    options.Reserve("sndbuf", {"ns3::LinuxUdpSocket::Sndbuf"});
    options.Reserve("",
                    {"ns3::TbfQueueDisc::Rate",
                     "ns3::TbfQueueDisc::Burst",
                     "ns3::FifoQueueDisc::MaxSize",
                     "ns3::PacketSink::Local",
                     "ns3::PacketSink::Protocol"});
    options.Parse(argc, argv);
    if (settings.ipv6 && settings.mtu < SMALLEST_IPV6_MTU)
    {
        options.Refuse("mtu", std::to_string(settings.mtu), "must be at least 1280 with --ipv6");
    }

    ParkedSends sends(settings);
    const Result result = sends.Run();
    if (settings.format == "json")
    {
        PrintJson(settings, result);
    }
    else
    {
        PrintText(settings, result);
    }

    const int status = EndExample("udp-sndbuf", sends.CheckConservation());
    Simulator::Destroy();
    return status;
}
