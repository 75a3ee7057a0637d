/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_MACVLAN_PORT_H
#define LINUX_TX_MACVLAN_PORT_H

#include "ns3/address.h"
#include "ns3/mac48-address.h"
#include "ns3/macvlan-net-device.h"
#include "ns3/net-device.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What the macvlans of one lower device share (struct macvlan_port): who has which address,
 *        and who hears a frame.
 *
 * It is aggregated to the lower device, of whatever kind that is, by the first macvlan. It hears
 * every frame the lower device receives, once for all macvlans (macvlan_handle_frame), and hands
 * frames from one macvlan to another within the host.
 *
 * Invariant: every macvlan on the lower device is in it exactly once, under its current address;
 * it keeps no frame beyond the instant.
 */
class MacvlanPort : public Object
{
  public:
    /// Macvlans in the order in which they were made.
    using Devices = std::vector<Ptr<MacvlanNetDevice>>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    MacvlanPort();
    ~MacvlanPort() override;

    /**
     * @brief The port of a lower device (macvlan_port_get_rtnl, macvlan_port_create).
     * @param lower the device
     * @return its port, a new one if it has none
     */
    static Ptr<MacvlanPort> Of(const Ptr<NetDevice>& lower);

    /**
     * @brief What speaks against one more macvlan?
     * @param mode its mode
     * @return the reason, with what is allowed; empty if nothing does
     */
    std::string FindObjection(MacvlanNetDevice::Mode mode) const;

    /**
     * @brief Does the lower device or a macvlan have an address (macvlan_addr_busy)?
     * @param address the address
     * @return true if so
     */
    bool IsAddressBusy(Mac48Address address) const;

    /**
     * @brief Take a macvlan in.
     * @param device the macvlan, with its address
     */
    void Attach(const Ptr<MacvlanNetDevice>& device);

    /**
     * @brief Let a macvlan go.
     * @param device the macvlan
     */
    void Detach(const Ptr<MacvlanNetDevice>& device);

    /**
     * @brief A macvlan changes its address (macvlan_hash_change_addr).
     * @param device the macvlan, not in passthru mode
     * @param address its new address, which nobody has
     */
    void ChangeAddress(const Ptr<MacvlanNetDevice>& device, Mac48Address address);

    /**
     * @brief The macvlan that is up and has an address (macvlan_hash_lookup).
     * @param address the address
     * @return the macvlan, or null
     */
    Ptr<MacvlanNetDevice> Find(Mac48Address address) const;

    /**
     * @brief Listen to the lower device from now on; the first call counts.
     */
    void Listen();

    /**
     * @brief A macvlan in bridge mode sends a frame to another one (dev_forward_skb).
     *
     * It arrives at this instant, but after the caller is done, as what netif_rx() queues.
     * @param item the frame, which may be a train; its headers and tags are written
     * @param receivers the other one, or all that get this copy
     */
    void Forward(const Ptr<QueueDiscItem>& item, const Devices& receivers) const;

    /**
     * @brief A macvlan in bridge mode sends a frame for a group: the others in that mode get a copy
     *        (macvlan_broadcast), unless it is too long for them.
     * @param item the frame; it is not changed
     * @param source the macvlan
     */
    void Broadcast(const Ptr<QueueDiscItem>& item, const Ptr<MacvlanNetDevice>& source) const;

  protected:
    void DoDispose() override;

  private:
    /**
     * @brief Is the one macvlan in passthru mode?
     * @return true if so
     */
    bool IsPassthru() const;

    /**
     * @brief Who hears a frame for a group.
     * @param source the macvlan whose address is the frame's source, or null; it does not hear it
     * @param modes modes of those who hear it, combined
     * @return macvlans that are up
     */
    Devices FindListeners(const Ptr<MacvlanNetDevice>& source, uint32_t modes) const;

    /**
     * @brief The macvlan that alone gets a frame for a group which it has sent itself.
     *
     * In private and passthru mode such a frame, reflected by the switch, goes to nobody else.
     * @param from the frame's source
     * @return the macvlan, or null if the frame is no such
     */
    Ptr<MacvlanNetDevice> FindOnlyListener(Mac48Address from) const;

    /**
     * @brief Does a macvlan take a frame away from the lower device's own protocols
     *        (RX_HANDLER_CONSUMED, RX_HANDLER_ANOTHER)?
     * @param from the frame's source
     * @param to its destination
     * @return true if so
     */
    bool Consumes(Mac48Address from, Mac48Address to) const;

    /**
     * @brief What the lower device has received, from the node's protocol handlers
     *        (macvlan_handle_frame).
     * @param lower the lower device
     * @param packet the packet
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param type what it is to the lower device
     */
    void Receive(Ptr<NetDevice> lower,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType type);

    NetDevice* m_lower{nullptr};                               //!< what this is aggregated to
    Devices m_devices;                                         //!< all macvlans (port->vlans)
    std::map<Mac48Address, Ptr<MacvlanNetDevice>> m_byAddress; //!< all but a passthru one
    bool m_listens{false};                                     //!< Listen() was called
};

} // namespace ns3

#endif /* LINUX_TX_MACVLAN_PORT_H */
