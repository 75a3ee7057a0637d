/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_UFO_NETWORK_H
#define LINUX_TX_UFO_NETWORK_H

#include "ns3/data-rate.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc.h"

#include <cstdint>
#include <string>

namespace ns3
{

/// Everything that moves a figure of the scenario.
struct UfoSettings
{
    /// The release that the hosts run: the last one whose segments of UFO trains have no owner.
    static constexpr const char* KERNEL = "3.18";

    std::string stack{"macvlan-vlan"}; //!< macvlan-vlan, gre-bridge, vlan-bond or none
    std::string ownership{"none"};     //!< none, last or every: whose segments are charged
    uint32_t messageSize{65507};       //!< payload, in bytes
    uint32_t sndbuf{0};                //!< SO_SNDBUF as given to setsockopt, in bytes; or 0
    DataRate rate{"1Gbps"};            //!< of the NICs
    Time duration{Seconds(10)};        //!< for which messages are sent
    Time sendTime{NanoSeconds(43850)}; //!< what a send call takes
    uint32_t limit{1000};              //!< of the queue disc, in packets
    Time linkDelay{MicroSeconds(1)};   //!< propagation delay of the cable
};

/**
 * @ingroup linux-tx
 * @brief Two Linux hosts on a cable, and on the sending one a stack of devices of which the lowest
 *        above the NIC lacks UFO while the one that IP uses has it.
 *
 * The receiver knows no way back and the sender knows all hardware addresses, so that there is
 * nothing on the wire but the messages.
 */
class UfoNetwork
{
  public:
    /**
     * @brief Build it.
     * @param settings all settings
     */
    explicit UfoNetwork(const UfoSettings& settings);

    /**
     * @brief The sending host.
     * @return the node
     */
    Ptr<Node> GetSender() const
    {
        return m_hosts.Get(0);
    }

    /**
     * @brief The receiving host.
     * @return the node
     */
    Ptr<Node> GetReceiver() const
    {
        return m_hosts.Get(1);
    }

    /**
     * @brief A host's NIC.
     * @param host 0 for the sender's, 1 for the receiver's
     * @return the device
     */
    Ptr<NicNetDevice> GetNic(uint32_t host) const;

    /**
     * @brief The queue disc of the sender's NIC.
     * @return the queue disc
     */
    Ptr<QueueDisc> GetQdisc() const;

    /**
     * @brief The device that the sender's IP uses.
     * @return the device
     */
    Ptr<NetDevice> GetIpDevice() const
    {
        return m_ends.Get(0);
    }

    /**
     * @brief The device for which trains are cut.
     * @return its name in Linux; empty if none is
     */
    std::string GetCutter() const;

    /**
     * @brief The names of the sender's devices, from the one that IP uses to the NIC.
     * @return as in gre1 - br0 - eth0
     */
    std::string GetDeviceNames() const;

    /**
     * @brief The receiver's address.
     * @return the address to send to
     */
    Ipv4Address GetDestination() const
    {
        return m_destination;
    }

    /**
     * @brief Into how many packets IP or a device cuts a message.
     * @return number of packets
     */
    uint32_t GetNSegments() const;

    /**
     * @brief What the frames of a message occupy on the wire, with preambles and gaps.
     * @return bytes
     */
    uint64_t GetWireBytes() const;

  private:
    /**
     * @brief Connect the hosts, with Linux's queue disc at the sender.
     */
    void BuildLink();

    /**
     * @brief Put devices on top of the link.
     */
    void BuildStack();

    /**
     * @brief The sender has a macvlan on a VLAN device, the receiver a VLAN device.
     */
    void BuildMacvlanOnVlan();

    /**
     * @brief The hosts have a GRE tunnel, the sender's over a bridge.
     */
    void BuildGreOnBridge();

    /**
     * @brief The hosts have VLAN devices, the sender's on a bond.
     */
    void BuildVlanOnBond();

    /**
     * @brief Turn UFO off for a device, and have it cut trains as the settings say.
     * @param device the device
     */
    void MakeCutter(const Ptr<NetDevice>& device) const;

    /**
     * @brief Give a device an address.
     * @param device the device
     * @param address the address
     * @param mask the mask
     */
    static void AssignAddress(const Ptr<NetDevice>& device,
                              const Ipv4Address& address,
                              const char* mask);

    /**
     * @brief Tell the sender the receiver's hardware address.
     * @param ends the devices of both
     * @param address the receiver's IP address
     */
    static void AddNeighbour(const NetDeviceContainer& ends, const Ipv4Address& address);

    UfoSettings m_settings;    //!< all settings
    NodeContainer m_hosts;     //!< sender and receiver
    NetDeviceContainer m_nics; //!< their NICs
    NetDeviceContainer m_ends; //!< what IP uses
    Ipv4Address m_destination; //!< the receiver's
    uint32_t m_outerBytes{0};  //!< what the stack adds to an IP packet, in bytes
};

} // namespace ns3

#endif /* LINUX_TX_UFO_NETWORK_H */
