/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_BRIDGE_NET_DEVICE_H
#define LINUX_TX_LINUX_BRIDGE_NET_DEVICE_H

#include "ns3/bridge-fdb.h"
#include "ns3/event-id.h"
#include "ns3/linux-bridge-port-list.h"
#include "ns3/linux-bridge-port.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"
#include "ns3/upper-net-device.h"
#include "ns3/xmit-layer.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Counters of a bridge, as `ip -s link show` names them, and two that Linux does not have.
 *
 * Of a train every segment counts.
 */
struct LinuxBridgeStats
{
    uint64_t txPackets{0};  //!< packets of this host given to the bridge, whatever became of them
    uint64_t txBytes{0};    //!< bytes of these, with the Ethernet header
    uint64_t txDropped{0};  //!< of these, those whose last port did not take them (not in Linux)
    uint64_t rxPackets{0};  //!< received frames for this host
    uint64_t rxBytes{0};    //!< bytes of these, with the Ethernet header
    uint64_t lostNoLink{0}; //!< packets given to it while down or without carrier (not in Linux)
};

/**
 * @ingroup linux-tx
 * @brief A Linux bridge (net/bridge of 6.1) as a device that IP, or a device above, sends with.
 *
 * What this host sends through it goes to the queue disc of one port or of all (br_dev_xmit), and
 * so do frames that come in on one port and belong behind another (br_handle_frame_finish). ns-3's
 * BridgeNetDevice calls the ports' Send() instead, past their queue discs.
 *
 * To an address that has been learned, a packet goes with its charge to that port. Other frames go
 * to every port: br_flood() walks the ports from the youngest to the oldest and gives each but the
 * last a clone without owner, so the sender pays for the copy on the port that was added first.
 * Frames that are forwarded have no owner.
 *
 * There is no spanning tree (Linux: off unless turned on), so a port forwards while its device has
 * a link; no VLAN filtering (off), so tags are content like any other; and multicast is flooded as
 * broadcast is, which is what Linux does where nobody queries for groups.
 *
 * Verdict: that of the queue disc of the last port, the one that gets the original. Linux's
 * br_dev_xmit() swallows it; here a sender learns that its packet, or the last segment of its
 * train, was dropped below a bridge as it does below the other stacked devices.
 *
 * Invariants: the bridge keeps no packet and no Skb; nothing goes out where it came in, unless the
 * port is a hairpin; ports belong to one bridge, are on its node and had no IP interface when they
 * were added.
 *
 * XmitLayer calls StartXmit(); LinuxBridgeHelper, scripts and tests call AddPort() and
 * RemovePort(). A clean-up timer runs while anything is learned, so a simulation without
 * Simulator::Stop() goes on until all addresses have aged.
 */
class LinuxBridgeNetDevice : public UpperNetDevice
{
  public:
    /// Lost without error, as by the noop queue disc: the bridge is down or no port has a link.
    static constexpr const char* NO_CARRIER = "no carrier";
    /// Drop reason: no port may send the frame.
    static constexpr const char* NO_PORT = "no port to send on";
    /// Drop reason: larger than the port's MTU and a VLAN tag (is_skb_forwardable).
    static constexpr const char* TOO_LARGE = "larger than the port's MTU";
    /// Drop reason: the port's queue disc or device did not take it.
    static constexpr const char* REFUSED_BY_PORT = "refused by the port";
    /// Drop reason, received frames: the source is a group address or zero.
    static constexpr const char* INVALID_SOURCE = "invalid source address";
    /// Drop reason, received frames: for 01:80:c2:00:00:01, which is link flow control.
    static constexpr const char* PAUSE_FRAME = "pause frame";

    /// How many ports a bridge can have (BR_MAX_PORTS; number 0 is none).
    static constexpr uint32_t MAX_PORTS = 1023;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxBridgeNetDevice();
    ~LinuxBridgeNetDevice() override;

    LinuxBridgeNetDevice(const LinuxBridgeNetDevice&) = delete;
    LinuxBridgeNetDevice& operator=(const LinuxBridgeNetDevice&) = delete;

    /**
     * @brief Make a device a port (br_add_if). The bridge must be on a node that has a
     *        LinuxTransmitPath.
     * @param device an Ethernet device of the same node, no bridge, in no bridge or bond, and
     *        without IP interface
     * @return why it was refused, one line that ends with the errno's name; empty after success
     */
    std::string AddPort(Ptr<NetDevice> device);

    /**
     * @brief Take a port out (br_del_if). What its queue disc holds is still sent.
     * @param device a port of this bridge
     * @return why it was refused, one line that ends with the errno's name; empty after success
     */
    std::string RemovePort(Ptr<NetDevice> device);

    /**
     * @brief `bridge link set dev PORT hairpin on|off`: may frames go out where they came in?
     * @param device a port of this bridge
     * @param on true if they may
     * @return false if the device is no port of this bridge
     */
    bool SetHairpin(const Ptr<NetDevice>& device, bool on);

    /**
     * @brief The port that a device is.
     * @param device the device
     * @return the port, or null
     */
    Ptr<const LinuxBridgePort> FindPort(const Ptr<NetDevice>& device) const;

    /**
     * @brief What was learned, and the host's own addresses (`bridge fdb show`).
     * @return the forwarding database
     */
    const BridgeFdb& GetFdb() const
    {
        return m_fdb;
    }

    /**
     * @brief The counters.
     * @return the counters since the bridge was made
     */
    const LinuxBridgeStats& GetStats() const
    {
        return m_stats;
    }

    /**
     * @brief `ip link set dev br0 up`; it is up from the start.
     */
    void SetUp();

    /**
     * @brief `ip link set dev br0 down`: nothing is sent, received or forwarded, all that was
     *        learned is forgotten.
     */
    void SetDown();

    /**
     * @brief Is the bridge administratively up (IFF_UP)?
     * @return false after SetDown()
     */
    bool IsUp() const
    {
        return m_up;
    }

    // Inherited from XmitDevice.
    XmitVerdict StartXmit(Ptr<QueueDiscItem> item) override;
    std::vector<Ptr<NetDevice>> GetLowerDevices() const override;

    // Inherited from NetDevice.
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

    /**
     * @brief The bridge drops a frame.
     * @param packet the packet; its L3 header may not have been written yet
     * @param reason one of the reasons above
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, const char* reason);

    /**
     * @brief Something changes in what was learned.
     * @param address the address
     * @param port the port it is, or was last, behind; null if that is gone
     * @param change "learned", "moved", "aged" or "flushed"
     */
    typedef void (*FdbChangeTracedCallback)(Mac48Address address,
                                            Ptr<NetDevice> port,
                                            const char* change);

  protected:
    void DoDispose() override;
    void NotifyConstructionCompleted() override;
    uint16_t DoGetMtu() const override;
    DeviceFeatures FixFeatures(const DeviceFeatures& wanted) const override;

  private:
    friend class LinuxBridgePort;

    /**
     * @brief For LinuxBridgePort: a port has received a frame (br_handle_frame).
     * @param port the port
     * @param packet the frame without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     */
    void ReceiveFromPort(const LinuxBridgePort& port,
                         const Ptr<const Packet>& packet,
                         uint16_t protocol,
                         const Address& from,
                         const Address& to);

    /**
     * @brief For LinuxBridgePort: the link of a port may have changed (br_port_carrier_check).
     * @param port the port
     */
    void PortLinkChanged(const LinuxBridgePort& port);

    /**
     * @brief br_dev_xmit(): find the ports for a packet of this host, and send it there.
     * @param item the packet
     * @return what became of it
     */
    XmitVerdict DoStartXmit(const Ptr<QueueDiscItem>& item);

    /**
     * @brief br_handle_frame_finish(): send a received frame on.
     * @param in where it came in
     * @param packet the frame without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     */
    void Forward(const LinuxBridgePort& in,
                 const Ptr<const Packet>& packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to);

    /**
     * @brief Pass a received frame up: to promiscuous listeners, and to IP if it is for this host.
     * @param in where it came in
     * @param packet the frame without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     */
    void PassUpReceived(const LinuxBridgePort& in,
                        const Ptr<const Packet>& packet,
                        uint16_t protocol,
                        const Address& from,
                        const Address& to);

    /**
     * @brief What is known of a destination.
     * @param destination the address
     * @return its entry; null for groups and what is not known, which are flooded
     */
    const BridgeFdb::Entry* Find(const Address& destination) const;

    /**
     * @brief br_dev_queue_push_xmit(): give a frame to the queue disc of a port.
     * @param port the port
     * @param item the frame
     * @param bytes its size with the Ethernet header
     * @return what became of it
     */
    XmitVerdict TransmitOn(const LinuxBridgePort& port,
                           const Ptr<QueueDiscItem>& item,
                           uint32_t bytes);

    /**
     * @brief What the source address of a received frame tells (br_fdb_update).
     * @param port where it came in
     * @param source the source address
     */
    void Learn(const LinuxBridgePort& port, const Mac48Address& source);

    /**
     * @brief The clean-up timer (br->gc_work): age, and come again if there is more to age.
     */
    void Cleanup();

    /**
     * @brief See whether the addresses of the ports, and with them the bridge's, have changed
     *        (NETDEV_CHANGEADDR, which ns-3 does not have).
     */
    void RefreshAddresses();

    /**
     * @brief Has the bridge now another link state than it told? Tell who asked to be told.
     */
    void UpdateLink();

    /**
     * @brief A change in what was learned.
     * @param entry the entry
     * @param change what happened
     */
    void TraceFdbChange(const BridgeFdb::Entry& entry, BridgeFdb::Change change);

    /**
     * @brief Attribute AgeingTime.
     * @param time the time
     */
    void SetAgeingTime(Time time);

    /**
     * @brief Attribute AgeingTime.
     * @return the time
     */
    Time GetAgeingTime() const;

    Ptr<XmitLayer> m_layer;      //!< the node's dev_queue_xmit; set by AddPort()
    LinuxBridgePortList m_ports; //!< the ports
    BridgeFdb m_fdb;             //!< who is where
    std::vector<std::pair<BridgeFdb::Port, Mac48Address>> m_local; //!< addresses of the host
    EventId m_cleanup;                                             //!< clean-up timer
    LinuxBridgeStats m_stats;                                      //!< counters
    uint16_t m_mtu{0};        //!< MTU that was set, in bytes; 0 for that of the ports
    bool m_hasAddress{false}; //!< SetAddress() was called
    bool m_up{true};          //!< administratively up
    bool m_linkWasUp{false};  //!< what the link change callbacks were told last

    TracedCallback<Ptr<const Packet>, const char*> m_dropTrace;                 //!< Drop
    TracedCallback<Mac48Address, Ptr<NetDevice>, const char*> m_fdbChangeTrace; //!< FdbChange
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_BRIDGE_NET_DEVICE_H */
