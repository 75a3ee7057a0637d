/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_MACVLAN_HOST_H
#define LINUX_TX_MACVLAN_HOST_H

#include "ns3/address.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/macvlan-net-device.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A host with macvlans on a device, and one other host on its link, which may reflect frames
 *        as a switch with hairpin mode does; who hears a frame is written down.
 *
 *     host: macvlans P1, B1 ... on lower device L ------ X: outside
 */
class MacvlanHost
{
  public:
    /// The lower device.
    enum Kind
    {
        NIC,  //!< NicNetDevice
        CSMA, //!< CsmaNetDevice, a foreign one
        BOND, //!< BondingNetDevice over one NicNetDevice
        VLAN, //!< VlanNetDevice over a NicNetDevice, on both hosts
    };

    static constexpr uint16_t PROTOCOL = 0x88B5; //!< an EtherType for local experiments

    /**
     * @brief Build the hosts without macvlans, on a link of 1 Gb/s.
     * @param kind the lower device
     */
    explicit MacvlanHost(Kind kind = NIC);
    ~MacvlanHost();
    MacvlanHost(const MacvlanHost&) = delete;
    MacvlanHost& operator=(const MacvlanHost&) = delete;

    /**
     * @brief Make a macvlan on L.
     * @param name its name, a letter of its mode (P, V, B; T for passthru) and a number
     * @return the macvlan
     */
    ns3::Ptr<ns3::MacvlanNetDevice> Add(const std::string& name);

    /**
     * @brief Listen to a device of the host under a name.
     * @param name the name
     * @param device the device
     */
    void Watch(const std::string& name, const ns3::Ptr<ns3::NetDevice>& device);

    /**
     * @brief A device.
     * @param name its name
     * @return the device
     */
    ns3::Ptr<ns3::NetDevice> Get(const std::string& name) const;

    /**
     * @brief Let X send every frame back, or stop it.
     * @param on send back?
     */
    void SetHairpin(bool on)
    {
        m_hairpin = on;
    }

    /**
     * @brief Send a frame and see who hears it.
     * @param sender the device that sends it
     * @param destination the device it is for, or an address
     * @param protocol EtherType
     * @return names of the devices that hear it, once for each time, sorted and separated by blanks
     */
    std::string Hear(const std::string& sender,
                     const std::string& destination,
                     uint16_t protocol = PROTOCOL);

    /**
     * @brief Let X send a frame, with any source, and see who else hears it.
     * @param source the device whose address is the source, or an address
     * @param destination the device it is for, or an address
     * @return the same
     */
    std::string HearFromOutside(const std::string& source, const std::string& destination);

    /**
     * @brief Do something, and see who hears what comes of it within 10 ms.
     * @param action what to do
     * @return the same
     */
    std::string HearAfter(const std::function<void()>& action);

    /**
     * @brief Give devices IP addresses 10.1.1.1 and so on, X's last, and tell the host's ARP who X
     *        is.
     * @param names the host's devices
     */
    void AssignAddresses(const std::vector<std::string>& names);

    /**
     * @brief Tell the ARP of a device where an address is.
     * @param name the device
     * @param ip the address
     * @param mac where it is
     */
    void Resolve(const std::string& name, const char* ip, const ns3::Address& mac);

    /**
     * @brief Put a token bucket on the device that has the wire.
     * @param rate its rate; a burst of one frame leaves at once
     */
    void Shape(const std::string& rate);

    /**
     * @brief A socket on the host that sends through a device.
     * @param name the device
     * @return a new LinuxUdpSocket
     */
    ns3::Ptr<ns3::LinuxUdpSocket> MakeSocket(const std::string& name) const;

    /**
     * @brief Skbs alive on the host.
     * @return number of Skbs
     */
    std::size_t GetNLiveSkbs() const;

    /**
     * @brief The host and the one outside.
     * @return the nodes
     */
    const ns3::NodeContainer& GetNodes() const
    {
        return m_nodes;
    }

    /**
     * @brief The host's device that has the wire.
     * @return L, or what it is on top of
     */
    const ns3::Ptr<ns3::NetDevice>& GetWireDevice() const
    {
        return m_wire;
    }

  private:
    /**
     * @brief An address by name.
     * @param name a device's, or the address itself
     * @return the address
     */
    ns3::Address GetAddress(const std::string& name) const;

    /**
     * @brief A device has heard a frame.
     * @param device the device
     * @param packet what follows the Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param type ignored
     */
    void Receive(ns3::Ptr<ns3::NetDevice> device,
                 ns3::Ptr<const ns3::Packet> packet,
                 uint16_t protocol,
                 const ns3::Address& from,
                 const ns3::Address& to,
                 ns3::NetDevice::PacketType type);

    ns3::NodeContainer m_nodes;                                //!< host, outside
    ns3::Ptr<ns3::NetDevice> m_wire;                           //!< the host's NIC
    std::map<std::string, ns3::Ptr<ns3::NetDevice>> m_devices; //!< by name
    std::vector<std::string> m_heard;                          //!< names, one for each frame
    bool m_hairpin{false};                                     //!< X sends frames back
};

#endif /* LINUX_TX_MACVLAN_HOST_H */
