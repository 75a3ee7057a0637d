/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_UPPER_NET_DEVICE_H
#define LINUX_TX_UPPER_NET_DEVICE_H

#include "ns3/ethernet-net-device.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief An Ethernet device on top of others, without queue and wire of its own
 *        (netdev_upper_dev_link, IFF_NO_QUEUE): what bonds, bridges, VLAN devices and macvlans have
 *        in common.
 *
 * One can listen on it (dev_queue_xmit_nit, packet sockets); nothing is copied unless somebody
 * does. And it tells of its link at a moment that IP can bear.
 */
class UpperNetDevice : public EthernetNetDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~UpperNetDevice() override;

    // Inherited from XmitDevice.
    bool IsStacked() const override;

  protected:
    /// A packet is on its way through the device while this lives, and so is the device.
    class Transmission
    {
      public:
        /**
         * @brief Begin.
         * @param device the device
         */
        explicit Transmission(UpperNetDevice* device)
            : m_device(device)
        {
            ++m_device->m_nTransmitting;
        }

        ~Transmission()
        {
            --m_device->m_nTransmitting;
        }

        Transmission(const Transmission&) = delete;
        Transmission& operator=(const Transmission&) = delete;

      private:
        Ptr<UpperNetDevice> m_device; //!< kept whatever the transmission causes
    };

    /**
     * @brief Constructor.
     * @param features what the device has unless the user wants otherwise
     */
    explicit UpperNetDevice(const DeviceFeatures& features);

    /**
     * @brief The link has changed: tell who asked to be told, but not in the middle of a
     *        Transmission.
     */
    void TellLinkChange();

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

    uint32_t m_nTransmitting{0}; //!< Transmissions under way

    TracedCallback<Ptr<const Packet>> m_macTxTrace;          //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          //!< MacRx
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        //!< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; //!< PromiscSniffer
};

} // namespace ns3

#endif /* LINUX_TX_UPPER_NET_DEVICE_H */
