/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TAPPED_NET_DEVICE_H
#define LINUX_TX_TAPPED_NET_DEVICE_H

#include "ns3/ethernet-net-device.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief An Ethernet device without a wire of its own, on which one can listen all the same
 *        (dev_queue_xmit_nit, packet sockets): what bonds, bridges, VLAN devices and macvlans show
 *        of their frames.
 *
 * Nothing is copied unless somebody listens.
 */
class TappedNetDevice : public EthernetNetDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~TappedNetDevice() override;

  protected:
    /**
     * @brief Constructor.
     * @param features what the device has unless the user wants otherwise
     */
    explicit TappedNetDevice(const DeviceFeatures& features);

    /**
     * @brief Show a packet on its way down: with all headers and VLAN tags, of a train every
     *        segment.
     * @param item an XmitItem; it is not changed
     */
    void ShowTransmitted(const Ptr<QueueDiscItem>& item);

    /**
     * @brief Show a received packet.
     * @param packet the packet without Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param type what it is to this host
     */
    void ShowReceived(const Ptr<const Packet>& packet,
                      uint16_t protocol,
                      const Address& from,
                      const Address& to,
                      PacketType type);

  private:
    /**
     * @brief The frames of a packet on its way down.
     * @param item an XmitItem
     * @return copies, with GetAddress() as source unless the item has another
     */
    std::vector<Ptr<Packet>> MakeFrames(const Ptr<QueueDiscItem>& item) const;

    TracedCallback<Ptr<const Packet>> m_macTxTrace;          //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          //!< MacRx
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        //!< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; //!< PromiscSniffer
};

} // namespace ns3

#endif /* LINUX_TX_TAPPED_NET_DEVICE_H */
