/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_MACVLAN_NET_DEVICE_H
#define LINUX_TX_MACVLAN_NET_DEVICE_H

#include "ns3/mac48-address.h"
#include "ns3/stacked-net-device.h"

namespace ns3
{

class MacvlanPort;

/**
 * @ingroup linux-tx
 * @brief A further Ethernet interface, with an address of its own, on top of another device
 *        (drivers/net/macvlan.c, struct macvlan_dev): `ip link add link LOWER type macvlan mode M`.
 *
 * What it sends goes to the queue disc of the lower device with its Skb, so the sender pays until
 * that has sent it, and the lower device's verdict is returned. Only in bridge mode some of it goes
 * to other macvlans of the same lower device on the spot (macvlan_queue_xmit): a frame for one of
 * them does not leave the host, and its charge ends, as with any local reception; of a frame for a
 * group they get copies that nobody pays for, and it goes out as well.
 *
 * Who gets what the lower device receives is the business of MacvlanPort, which all macvlans of a
 * lower device share.
 *
 * Invariant: its address is nobody else's among the lower device and the macvlans on it; only in
 * passthru mode it is the lower device's, and then there is no other macvlan.
 */
class MacvlanNetDevice : public StackedNetDevice
{
  public:
    /// Whom of its siblings it talks to (enum macvlan_mode).
    enum Mode
    {
        PRIVATE,  //!< to none
        VEPA,     //!< through the adjacent switch, which has to send frames back (hairpin)
        BRIDGE,   //!< directly
        PASSTHRU, //!< there is none: it takes over the lower device
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    MacvlanNetDevice();
    ~MacvlanNetDevice() override;

    /**
     * @brief Set the mode. Into and out of passthru it cannot change any more once the device is on
     *        top of another (EINVAL): that ends the program.
     * @param mode the mode
     */
    void SetMode(Mode mode);

    /**
     * @brief The mode.
     * @return the mode
     */
    Mode GetMode() const
    {
        return m_mode;
    }

    /**
     * @brief Put the device on top of another (macvlan_common_newlink).
     *
     * On top of a macvlan it is on top of what that is on. Without SetAddress() it gets an address
     * from Mac48Address::Allocate(). What Linux refuses ends the program: a second macvlan where
     * one is passthru (EINVAL), an address that is taken (EADDRINUSE), a device whose frames a bond
     * or a bridge takes (EBUSY).
     * @param lower a device of the same node
     */
    void SetLowerDevice(Ptr<NetDevice> lower) override;

    /**
     * @brief Set the address; one that is taken (EADDRINUSE) ends the program.
     *
     * In passthru mode that sets the lower device's (macvlan_set_mac_address).
     * @param address a 48-bit address of a single device
     */
    void SetAddress(Address address) override;
    Address GetAddress() const override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;
    DeviceFeatures FixFeatures(const DeviceFeatures& wanted) const override;
    XmitVerdict DoStartXmit(const Ptr<QueueDiscItem>& item) override;
    void ReceiveFromLower(const Ptr<const Packet>& packet,
                          uint16_t protocol,
                          const Address& from,
                          const Address& to) override;
    void ListenToLower() override;

  private:
    friend class MacvlanPort;

    Mode m_mode{VEPA};       //!< the mode
    Ptr<MacvlanPort> m_port; //!< what it shares with its siblings; null without lower device
};

} // namespace ns3

#endif /* LINUX_TX_MACVLAN_NET_DEVICE_H */
