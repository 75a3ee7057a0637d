/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ARP_UPDATE_LISTENER_H
#define LINUX_TX_ARP_UPDATE_LISTENER_H

#include "ns3/address.h"
#include "ns3/arp-cache.h"
#include "ns3/arp-header.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Lets a stock ns-3 host believe ARP messages about addresses it knows, as Linux does (the
 *        end of arp_process()).
 *
 * ns-3's ArpL3Protocol takes no notice of a reply it does not wait for, nor of a request's sender:
 * such a client cannot be moved to another slave of a balance-alb bond. Linux writes the sender of
 * every message into an entry that exists, except that a reply changes nothing within a second of
 * the last change (LOCKTIME); and a request for the host's own address makes an entry.
 *
 * Invariant: no entry is changed while ArpL3Protocol waits for a reply.
 */
class ArpUpdateListener : public SimpleRefCount<ArpUpdateListener>
{
  public:
    /**
     * @brief Have a host listen on a device; call after the device has got its IPv4 address.
     *
     * A device without IPv4 interface ends the program (ExitOnConfigurationError).
     * @param device a device of the host
     */
    static void Install(const Ptr<NetDevice>& device);

  private:
    /**
     * @brief Take a message's sender into the cache.
     * @param message the message
     */
    void Learn(const ArpHeader& message);

    /**
     * @brief Is a message for one of the host's own addresses?
     * @param message the message
     * @return true if so
     */
    bool IsForUs(const ArpHeader& message) const;

    /**
     * @brief Constructor.
     * @param cache the device's ARP cache
     */
    explicit ArpUpdateListener(Ptr<ArpCache> cache);

    /**
     * @brief A protocol handler for ARP.
     * @param device the receiving device
     * @param packet the message
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param type whom it was for
     */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType type);

    Ptr<ArpCache> m_cache;                   //!< whose entries are changed
    std::map<Ipv4Address, Time> m_changedAt; //!< when entries were last changed here
};

} // namespace ns3

#endif /* LINUX_TX_ARP_UPDATE_LISTENER_H */
