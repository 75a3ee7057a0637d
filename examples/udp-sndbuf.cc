/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What each send charges to a socket's write memory, until it is refused.
//
//   sending host                                receiving host
//   +-----------------------------+             +-------------+
//   | socket -- UDP/IP -- [vlan0] |             |   [vlan0]   |
//   |                        |    |             |      |      |
//   |                     [bond0] |             |      |      |
//   |                        |    |             |      |      |
//   |               tbf -- device ~~~~~ wire ~~~~~ device     |
//   +-----------------------------+             +-------------+
//
// The token bucket of the queue disc is smaller than any packet, so all packets stay parked in it,
// and charged. The socket sends without blocking, all messages at one instant. Then the bucket is
// opened, the packets leave, and the charge has to be 0 again.
//
// With --gsoSize the messages are trains (UDP_SEGMENT), the bucket is a real one whose burst has
// been used up, and it is shown how the charge is given back, by where the train is cut.

#include "example-end.h"
#include "example-options.h"
#include "shaped-train.h"
#include "sndbuf-network.h"

#include "ns3/packet.h"
#include "ns3/simulator.h"

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

constexpr uint32_t SMALLEST_IPV6_MTU = 1280; //!< bytes
constexpr std::size_t VALUES_PER_LINE = 10;  //!< of a list
constexpr uint32_t MAX_GSO_SIZE = 65535;     //!< of UDP_SEGMENT, in bytes
constexpr uint32_t WIDE_BURST = 100000;      //!< of the shaper, in bytes
constexpr uint32_t NARROW_BURST = 4000;      //!< of one that trains are larger than, in bytes

/// Everything that moves a figure.
struct Settings
{
    std::string stack{"nic"}; //!< nic, bond, vlan-bond or csma
    bool ipv6{false};         //!< UDP over IPv6
    uint32_t mtu{1500};       //!< bytes
    uint32_t size{1000};      //!< payload of a message, in bytes
    uint32_t sndbuf{0};       //!< SO_SNDBUF as given to setsockopt, in bytes; 0 for the default
    std::optional<uint32_t> sends;    //!< at most that many; nothing for no limit
    std::optional<uint32_t> gsoSize;  //!< UDP_SEGMENT, in bytes; nothing for plain messages
    uint32_t segments{1};             //!< datagrams of a train
    std::string segmentAt{"nowhere"}; //!< where the train is cut
    DataRate rate{"2Mbps"};           //!< of the shaper that trains go through
    std::optional<uint32_t> burst;    //!< of that shaper, in bytes
    std::string format{"text"};       //!< text or json
};

/**
 * @brief The network of the plain messages: nothing leaves until the bucket is opened.
 * @param settings all settings
 * @return what it is made of
 */
SndbufNetwork::Settings
GetParkingNetwork(const Settings& settings)
{
    return {settings.stack, settings.ipv6, settings.mtu, DataRate("8bps"), 1};
}

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
          m_network(GetParkingNetwork(settings))
    {
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
        if (m_network.GetNReceived() != m_result.wmemAfterEach.size())
        {
            return std::to_string(m_result.wmemAfterEach.size()) + " messages were accepted, but " +
                   std::to_string(m_network.GetNReceived()) + " received";
        }
        return "";
    }

  private:
    /**
     * @brief Send until a send is refused, or all are done.
     */
    void Send()
    {
        m_socket = m_network.MakeSocket(m_settings.sndbuf);
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
        m_network.GetTbf()->SetBurst(std::numeric_limits<uint32_t>::max());
        m_network.GetTbf()->SetRate(DataRate("8Gbps"));
        RunQdisc();
    }

    /**
     * @brief Run the queue disc until it is empty: it stops by itself after 64 packets.
     */
    void RunQdisc()
    {
        m_network.GetTbf()->Run();
        if (m_network.GetTbf()->GetNPackets() > 0)
        {
            Simulator::Schedule(MilliSeconds(1), &ParkedSends::RunQdisc, this);
        }
    }

    Settings m_settings;          //!< all settings
    SndbufNetwork m_network;      //!< the hosts
    Ptr<LinuxUdpSocket> m_socket; //!< the sender
    Result m_result;              //!< what the sends did
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
 * @param error the errno; 0 without one
 * @return its name, or null without one
 */
nlohmann::ordered_json
GetErrorName(int error)
{
    const std::map<int, std::string> names{
        {EAGAIN, "EAGAIN"},
        {EINVAL, "EINVAL"},
        {EIO, "EIO"},
        {ENOBUFS, "ENOBUFS"},
        {EMSGSIZE, "EMSGSIZE"},
    };
    if (error == 0)
    {
        return {};
    }
    const auto name = names.find(error);
    return name == names.end() ? "errno " + std::to_string(error) : name->second;
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
              << "error               " << orDash(GetErrorName(result.error)) << "\n"
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
    json["error"] = GetErrorName(result.error);
    json["charge_per_message"] = GetCharge(result);
    json["wmem_after_each"] = result.wmemAfterEach;
    json["sndbuf"] = result.sndbuf;
    std::cout << json.dump(2) << std::endl;
}

/**
 * @brief The settings of a train, in the order of the options.
 * @param settings all settings
 * @return the settings
 */
ShapedTrain::Settings
GetTrainSettings(const Settings& settings)
{
    const uint32_t burst =
        settings.burst.value_or(settings.segmentAt == "enqueue" ? NARROW_BURST : WIDE_BURST);
    return {{settings.stack, settings.ipv6, settings.mtu, settings.rate, burst},
            *settings.gsoSize,
            settings.segments,
            settings.sends.value_or(1),
            settings.sndbuf,
            settings.segmentAt};
}

/**
 * @brief Why a train was refused.
 * @param settings its settings
 * @param error the errno
 * @return one sentence
 */
std::string
GetTrainVerdict(const ShapedTrain::Settings& settings, int error)
{
    const std::string size = std::to_string(settings.gsoSize);
    switch (error)
    {
    case 0:
        return "No send was refused.";
    case EMSGSIZE:
        return "Refused with EMSGSIZE: a datagram of " + size +
               " bytes does not fit the MTU, or the message is longer than 65507 bytes.";
    case EINVAL:
        return "Refused with EINVAL: " + std::to_string(settings.segments) +
               " datagrams; a send can become 64 (UDP_MAX_SEGMENTS).";
    case EIO:
        return "Refused with EIO: the device has no checksum offload.";
    case EAGAIN:
        return "Refused with EAGAIN: the charge has reached sndbuf.";
    default:
        return "Refused for a reason that is not the train's.";
    }
}

/**
 * @brief Print what became of a train for people.
 * @param settings its settings
 * @param result what the sends did
 */
void
PrintTrainText(const ShapedTrain::Settings& settings, const ShapedTrain::Result& result)
{
    const auto& network = settings.network;
    std::cout << settings.segments << " x " << settings.gsoSize << " B with UDP_SEGMENT over "
              << (network.ipv6 ? "IPv6" : "IPv4") << " over " << network.stack << ", MTU "
              << network.mtu << ", --segmentAt=" << settings.segmentAt << ", through a tbf of "
              << network.rate.GetBitRate() << " b/s whose burst of " << network.burst
              << " B is used up by " << ShapedTrain::CountFillers(network.burst)
              << " messages before\n\n"
              << "sndbuf                  " << result.sndbuf << " B\n"
              << "sent                    " << result.sent << "\n"
              << "queue disc after send   " << result.qdiscQlenAfterSend << " packets\n"
              << "charge after send       " << result.outqAfterSend << " B\n"
              << "charge over time\n";
    for (const auto& [time, bytes] : result.outqOverTime)
    {
        std::cout << "  " << time.As(Time::MS) << "  " << bytes << " B\n";
    }
    std::cout << "\n" << GetTrainVerdict(settings, result.error) << std::endl;
}

/**
 * @brief Print what became of a train for programs.
 * @param settings its settings
 * @param result what the sends did
 */
void
PrintTrainJson(const ShapedTrain::Settings& settings, const ShapedTrain::Result& result)
{
    nlohmann::ordered_json json;
    json["config"] = {
        {"stack", settings.network.stack},
        {"ipv6", settings.network.ipv6},
        {"mtu", settings.network.mtu},
        {"gsoSize", settings.gsoSize},
        {"segments", settings.segments},
        {"segmentAt", settings.segmentAt},
        {"rate", settings.network.rate.GetBitRate()},
        {"burst", settings.network.burst},
        {"fillers", ShapedTrain::CountFillers(settings.network.burst)},
        {"sndbuf", settings.sndbuf},
        {"sends", settings.sends},
    };
    json["sent"] = result.sent;
    json["error"] = GetErrorName(result.error);
    json["sndbuf"] = result.sndbuf;
    json["qdisc_qlen_after_send"] = result.qdiscQlenAfterSend;
    json["outq_after_send"] = result.outqAfterSend;
    json["outq_over_time"] = nlohmann::ordered_json::array();
    for (const auto& [time, bytes] : result.outqOverTime)
    {
        json["outq_over_time"].push_back({time.GetMicroSeconds() / 1000.0, bytes});
    }
    std::cout << json.dump(2) << std::endl;
}

/**
 * @brief Show plain messages.
 * @param settings all settings
 * @return exit status
 */
int
ShowMessages(const Settings& settings)
{
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
    return EndExample("udp-sndbuf", sends.CheckConservation());
}

/**
 * @brief Show a train.
 * @param settings all settings
 * @return exit status
 */
int
ShowTrain(const Settings& settings)
{
    const auto trainSettings = GetTrainSettings(settings);
    ShapedTrain train(trainSettings);
    const ShapedTrain::Result result = train.Run();
    if (settings.format == "json")
    {
        PrintTrainJson(trainSettings, result);
    }
    else
    {
        PrintTrainText(trainSettings, result);
    }
    return EndExample("udp-sndbuf", train.CheckConservation());
}

/**
 * @brief Refuse options that have a meaning with --gsoSize only.
 * @param options the options
 * @param settings all settings
 */
void
RefuseTrainOptions(const ExampleOptions& options, const Settings& settings)
{
    const std::string rule = "is for trains: --gsoSize comes with it";
    const Settings defaults;
    if (settings.segmentAt != defaults.segmentAt)
    {
        options.Refuse("segmentAt", settings.segmentAt, rule);
    }
    if (settings.segments != defaults.segments)
    {
        options.Refuse("segments", std::to_string(settings.segments), rule);
    }
    if (settings.rate != defaults.rate)
    {
        options.Refuse("rate", std::to_string(settings.rate.GetBitRate()) + "bps", rule);
    }
    if (settings.burst)
    {
        options.Refuse("burst", std::to_string(*settings.burst), rule);
    }
}

/**
 * @brief Check what options have to do with each other.
 * @param options the options
 * @param settings all settings
 */
void
CheckSettings(const ExampleOptions& options, const Settings& settings)
{
    if (settings.ipv6 && settings.mtu < SMALLEST_IPV6_MTU)
    {
        options.Refuse("mtu", std::to_string(settings.mtu), "must be at least 1280 with --ipv6");
    }
    const std::string& at = settings.segmentAt;
    if (!settings.gsoSize)
    {
        RefuseTrainOptions(options, settings);
    }
    else if (*settings.gsoSize > MAX_GSO_SIZE)
    {
        options.Refuse("gsoSize",
                       std::to_string(*settings.gsoSize),
                       "must be an integer from 1 to 65535");
    }
    else
    {
        const ShapedTrain::Settings train = GetTrainSettings(settings);
        const uint32_t least = ShapedTrain::GetLargestFrame(train.network, train.gsoSize);
        if (train.network.burst < least)
        {
            options.Refuse("burst",
                           std::to_string(train.network.burst),
                           "must be at least " + std::to_string(least) +
                               ", the size of the largest frame");
        }
    }
    const bool hasBond = settings.stack == "bond" || settings.stack == "vlan-bond";
    if (at == "bond" && !hasBond)
    {
        options.Refuse("segmentAt", at, "needs --stack=bond or --stack=vlan-bond");
    }
    if (at == "vlan" && settings.stack != "vlan-bond")
    {
        options.Refuse("segmentAt", at, "needs --stack=vlan-bond");
    }
    if (settings.gsoSize && settings.stack == "csma")
    {
        options.Refuse("stack", settings.stack, "must be nic, bond or vlan-bond with --gsoSize");
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Settings settings;
    ExampleOptions options(__FILE__,
                           "What each send charges to a UDP socket's write memory, until it is "
                           "refused, while all packets stay in the queue disc.");
    options.AddChoice("stack",
                      "what IP sends to",
                      settings.stack,
                      {"nic", "bond", "vlan-bond", "csma"});
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
    options.AddOptionalInteger("gsoSize",
                               "send trains: payload of each datagram (UDP_SEGMENT), in bytes",
                               settings.gsoSize,
                               1);
    options.AddInteger("segments", "datagrams of a train", settings.segments, 1, 65535);
    options.AddChoice(
        "segmentAt",
        "where a train is cut: nowhere before the wire, when it leaves the queue disc, "
        "when it enters it, at the bond, at the VLAN device",
        settings.segmentAt,
        {"nowhere", "dequeue", "enqueue", "bond", "vlan"});
    options.AddRate("rate", "rate of the shaper that trains go through", settings.rate);
    options.AddOptionalInteger("burst",
                               "burst of that shaper, in bytes; default: 100000, or 4000 with "
                               "--segmentAt=enqueue",
                               settings.burst,
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
    CheckSettings(options, settings);

    const int status = settings.gsoSize ? ShowTrain(settings) : ShowMessages(settings);
    Simulator::Destroy();
    return status;
}
