/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethtool-report.h"

#include "ns3/bond-params.h"
#include "ns3/bond-slave.h"
#include "ns3/bonding-net-device.h"
#include "ns3/device-features.h"
#include "ns3/ethtool-helper.h"
#include "ns3/interface-name.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/nic-net-device.h"
#include "ns3/node.h"
#include "ns3/slave-link-speed.h"
#include "ns3/stacked-net-device.h"
#include "ns3/xmit-layer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

namespace
{

constexpr const char* NOT_SUPPORTED = "netlink error: Operation not supported\n";

/// A line of `ethtool -k`.
struct FeatureLine
{
    const char* name;                //!< what is printed
    DeviceFeatures::Feature feature; //!< the feature
    bool heading;                    //!< the name of a group, which has no "[requested on]"
};

/// The lines, in ethtool's order.
constexpr std::array<FeatureLine, 10> FEATURE_LINES{{
    {"tx-checksumming", DeviceFeatures::TX_CHECKSUMMING, true},
    {"\ttx-checksum-ip-generic", DeviceFeatures::TX_CHECKSUMMING, false},
    {"scatter-gather", DeviceFeatures::TX_SCATTER_GATHER, true},
    {"\ttx-scatter-gather", DeviceFeatures::TX_SCATTER_GATHER, false},
    {"tcp-segmentation-offload", DeviceFeatures::TCP_SEGMENTATION, true},
    {"\ttx-tcp-segmentation", DeviceFeatures::TCP_SEGMENTATION, false},
    {"\ttx-tcp6-segmentation", DeviceFeatures::TCP_SEGMENTATION, false},
    {"udp-fragmentation-offload", DeviceFeatures::UDP_FRAGMENTATION, false},
    {"generic-segmentation-offload", DeviceFeatures::GENERIC_SEGMENTATION, false},
    {"tx-udp-segmentation", DeviceFeatures::UDP_SEGMENTATION, false},
}};

/// What `ethtool DEVICE` says of a link (struct ethtool_link_ksettings).
struct LinkSettings
{
    std::optional<uint32_t> speed{}; //!< in Mb/s, if it is known
    bool fullDuplex{false};          //!< duplex, if the speed is known
    bool twistedPair{true};          //!< the port is one (PORT_TP), else PORT_OTHER
};

/**
 * @brief Settings of a bond: the speeds of slaves that can send, added up; with broadcast the
 *        least (bond_ethtool_get_link_ksettings, bond_mode_bcast_speed).
 * @param bond the bond
 * @return the settings; duplex is the first slave's
 */
LinkSettings
GetBondSettings(const BondingNetDevice& bond)
{
    LinkSettings settings;
    settings.twistedPair = false;
    const bool least = bond.GetParams().mode == BondModeId::BROADCAST;
    for (const auto& slave : bond.GetSlaves().GetAll())
    {
        if (!slave->CanTransmit() || slave->GetSpeed() == BondSlave::SPEED_UNKNOWN)
        {
            continue;
        }
        if (!settings.speed)
        {
            settings.fullDuplex = slave->IsFullDuplex();
            settings.speed = slave->GetSpeed();
        }
        else
        {
            settings.speed = least ? std::min(*settings.speed, slave->GetSpeed())
                                   : *settings.speed + slave->GetSpeed();
        }
    }
    return settings;
}

/**
 * @brief Settings of a device.
 * @param device the device
 * @return the settings; nothing if its driver says nothing of speed
 */
std::optional<LinkSettings>
GetLinkSettings(const Ptr<NetDevice>& device)
{
    if (const auto bond = DynamicCast<BondingNetDevice>(device))
    {
        return GetBondSettings(*bond);
    }
    if (const auto stacked = DynamicCast<StackedNetDevice>(device))
    {
        const auto& lower = stacked->GetLowerDevice();
        return lower ? GetLinkSettings(lower) : std::nullopt;
    }
    LinkSettings settings;
    settings.speed = GetSlaveLinkSpeed(device);
    if (!settings.speed)
    {
        return std::nullopt;
    }
    settings.fullDuplex = IsSlaveLinkFullDuplex(device);
    return settings;
}

/**
 * @brief Print a line of `ethtool -S`.
 * @param os where to
 * @param name name of the counter
 * @param value its value
 */
void
PrintCounter(std::ostream& os, const std::string& name, uint64_t value)
{
    os << "     " << name << ": " << value << "\n";
}

} // namespace

void
EthtoolReport::PrintSettings(std::ostream& os, const Ptr<NetDevice>& device)
{
    os << "Settings for " << GetInterfaceName(device) << ":\n";
    const bool up = device->IsLinkUp();
    if (const auto settings = GetLinkSettings(device))
    {
        const bool known = up && settings->speed;
        const char* duplex = settings->fullDuplex ? "Full" : "Half";
        os << "\tSupported ports: [  ]\n"
              "\tSupported link modes:   Not reported\n"
              "\tSupported pause frame use: No\n"
              "\tSupports auto-negotiation: No\n"
              "\tSupported FEC modes: Not reported\n"
              "\tAdvertised link modes:  Not reported\n"
              "\tAdvertised pause frame use: No\n"
              "\tAdvertised auto-negotiation: No\n"
              "\tAdvertised FEC modes: Not reported\n"
              "\tSpeed: "
           << (known ? std::to_string(*settings->speed) + "Mb/s" : "Unknown!")
           << "\n\tDuplex: " << (known ? duplex : "Unknown! (255)")
           << "\n\tAuto-negotiation: off\n"
              "\tPort: "
           << (settings->twistedPair ? "Twisted Pair" : "Other")
           << "\n\tPHYAD: 0\n"
              "\tTransceiver: internal\n"
           << (settings->twistedPair ? "\tMDI-X: Unknown\n" : "");
    }
    os << "\tLink detected: " << (up ? "yes" : "no") << "\n";
}

void
EthtoolReport::PrintFeatures(std::ostream& os, const Ptr<NetDevice>& device)
{
    const DeviceFeatures features = EthtoolHelper::GetFeatures(device);
    const DeviceFeatures wanted = EthtoolHelper::GetWantedFeatures(device);
    const auto path = device->GetNode()->GetObject<LinuxTransmitPath>();
    const bool hasUfo = path->GetXmitLayer()->GetKernelRelease().HasUfo();
    os << "Features for " << GetInterfaceName(device) << ":\n";
    for (const FeatureLine& line : FEATURE_LINES)
    {
        if (line.feature == DeviceFeatures::UDP_FRAGMENTATION && !hasUfo)
        {
            continue;
        }
        const bool on = features.Has(line.feature);
        const bool requested = !line.heading && !on && wanted.Has(line.feature);
        os << line.name << ": " << (on ? "on" : "off") << (requested ? " [requested on]" : "")
           << "\n";
    }
}

void
EthtoolReport::PrintCoalescing(std::ostream& os, const Ptr<NetDevice>& device)
{
    const auto nic = DynamicCast<NicNetDevice>(device);
    if (!nic)
    {
        os << NOT_SUPPORTED;
        return;
    }
    const auto& coalescing = nic->GetTxQueue(0).GetCoalescing();
    os << "Coalesce parameters for " << GetInterfaceName(device)
       << ":\n"
          "Adaptive RX: n/a  TX: n/a\n"
          "stats-block-usecs: n/a\n"
          "sample-interval: n/a\n"
          "pkt-rate-low: n/a\n"
          "pkt-rate-high: n/a\n"
          "\n"
          "rx-usecs: n/a\n"
          "rx-frames: n/a\n"
          "rx-usecs-irq: n/a\n"
          "rx-frames-irq: n/a\n"
          "\n"
          "tx-usecs: "
       << coalescing.usecs << "\ntx-frames: " << coalescing.frames
       << "\n"
          "tx-usecs-irq: n/a\n"
          "tx-frames-irq: n/a\n"
          "\n"
          "rx-usecs-low: n/a\n"
          "rx-frame-low: n/a\n"
          "tx-usecs-low: n/a\n"
          "tx-frame-low: n/a\n"
          "\n"
          "rx-usecs-high: n/a\n"
          "rx-frame-high: n/a\n"
          "tx-usecs-high: n/a\n"
          "tx-frame-high: n/a\n"
          "\n"
          "CQE mode RX: n/a  TX: n/a\n"
          "\n";
}

void
EthtoolReport::PrintRing(std::ostream& os, const Ptr<NetDevice>& device)
{
    const auto nic = DynamicCast<NicNetDevice>(device);
    if (!nic)
    {
        os << NOT_SUPPORTED;
        return;
    }
    const auto printSizes = [&os](std::size_t descriptors) {
        os << "RX:\t\tn/a\n"
              "RX Mini:\tn/a\n"
              "RX Jumbo:\tn/a\n"
              "TX:\t\t"
           << descriptors << "\n";
    };
    os << "Ring parameters for " << GetInterfaceName(device) << ":\nPre-set maximums:\n";
    printSizes(NicTxRing::MAX_SIZE);
    os << "Current hardware settings:\n";
    printSizes(nic->GetTxRingSize());
    os << "RX Buf Len:\t\tn/a\n"
          "CQE Size:\t\tn/a\n"
          "TX Push:\toff\n"
          "TCP data split:\tn/a\n";
}

void
EthtoolReport::PrintStatistics(std::ostream& os, const Ptr<NetDevice>& device)
{
    const auto nic = DynamicCast<NicNetDevice>(device);
    if (!nic)
    {
        os << "no stats available\n";
        return;
    }
    const NicStats& stats = nic->GetStats();
    os << "NIC statistics:\n";
    PrintCounter(os, "rx_packets", stats.rxPackets);
    PrintCounter(os, "tx_packets", stats.txPackets);
    PrintCounter(os, "rx_bytes", stats.rxBytes);
    PrintCounter(os, "tx_bytes", stats.txBytes);
    PrintCounter(os, "rx_errors", stats.rxErrors);
    PrintCounter(os, "rx_dropped", stats.rxDropped);
    PrintCounter(os, "tx_dropped", stats.txDropped);
    PrintCounter(os, "tx_carrier_errors", stats.txCarrierErrors);
    for (std::size_t i = 0; i < nic->GetNTxQueues(); ++i)
    {
        const NicTxQueueStats& queue = nic->GetTxQueue(i).GetStats();
        const std::string prefix = "tx_queue_" + std::to_string(i) + "_";
        PrintCounter(os, prefix + "packets", queue.packets);
        PrintCounter(os, prefix + "bytes", queue.bytes);
        PrintCounter(os, prefix + "stopped", queue.stops);
        PrintCounter(os, prefix + "wake", queue.wakes);
        PrintCounter(os, prefix + "busy", queue.busy);
        PrintCounter(os, prefix + "doorbells", queue.doorbells);
        PrintCounter(os, prefix + "interrupts", queue.interrupts);
    }
}

} // namespace ns3
