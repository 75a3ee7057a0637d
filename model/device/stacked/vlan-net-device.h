/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VLAN_NET_DEVICE_H
#define LINUX_TX_VLAN_NET_DEVICE_H

#include "ns3/stacked-net-device.h"
#include "ns3/vlan-tags.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief EtherType of the tags of a VLAN device (vlan_proto).
 */
enum VlanProtocol : uint16_t
{
    VLAN_8021Q = VlanTag::DOT1Q,   //!< 802.1Q: customer tag
    VLAN_8021AD = VlanTag::DOT1AD, //!< 802.1ad: service tag, the outer one of QinQ
};

/**
 * @ingroup linux-tx
 * @brief A VLAN device, as eth0.7 (`ip link add link eth0 name eth0.7 type vlan id 7`;
 *        net/8021q/vlan_dev.c and vlan_do_receive() of vlan_core.c).
 *
 * What is sent through it gets a tag, beside the data until the NIC writes it
 * (vlan_dev_hard_start_xmit), and goes on with its Skb to the device below. Of the frames that the
 * device below receives, those with the tag come up as the VLAN device's, without it. Devices on
 * top of each other make frames with several tags; any order of protocols works. The header is
 * reordered (VLAN_FLAG_REORDER_HDR), which is Linux's default.
 *
 * The tag comes on top of the MTU, except on a SimpleNetDevice, which sends nothing larger than its
 * MTU: there the VLAN device's is 4 less (netif_reduces_vlan_mtu).
 *
 * Set VlanId and Protocol before SetLowerDevice(), which refuses an id that another VLAN device on
 * the same device has with the same protocol (EEXIST). VlanHelper does both.
 *
 * Invariant: id and protocol of a device with a lower device do not change.
 */
class VlanNetDevice : public StackedNetDevice
{
  public:
    static constexpr uint8_t MAX_PRIORITY = 7; //!< largest priority in a tag (PCP)

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    VlanNetDevice();
    ~VlanNetDevice() override;

    /**
     * @brief Set the id (vlan_id), before SetLowerDevice(); a mistake ends the program.
     * @param id 0 to 4094; 4095 and more do not exist (ERANGE)
     */
    void SetVlanId(uint16_t id);

    /**
     * @brief The id (vlan_dev_vlan_id).
     * @return 0 to 4094
     */
    uint16_t GetVlanId() const
    {
        return m_id;
    }

    /**
     * @brief Set the protocol (vlan_proto), before SetLowerDevice(); a mistake ends the program.
     * @param protocol 802.1Q or 802.1ad
     */
    void SetProtocol(VlanProtocol protocol);

    /**
     * @brief The protocol (vlan_dev_vlan_proto).
     * @return EtherType of the tags
     */
    VlanProtocol GetProtocol() const
    {
        return m_protocol;
    }

    /**
     * @brief Give packets of a priority a priority in their tag (egress-qos-map,
     *        vlan_dev_set_egress_priority); priorities without an entry get 0.
     * @param skbPriority skb->priority, which in ns-3 is the SocketPriorityTag; 0 without
     * @param priority priority in the tag (PCP)
     * @return false, and no change, if that is above 7
     */
    bool SetEgressPriority(uint32_t skbPriority, uint8_t priority);

    /**
     * @brief The tag of a packet that this device sends.
     * @param skbPriority its skb->priority
     * @return the tag
     */
    VlanTag GetTag(uint32_t skbPriority = 0) const;

    /**
     * @brief The VLAN devices directly on top of a device (vlan_group_for_each_dev).
     * @param lower a device
     * @return the VLAN devices, 802.1Q before 802.1ad, by id
     */
    static std::vector<Ptr<VlanNetDevice>> FindAllOn(const Ptr<const NetDevice>& lower);

    /**
     * @brief The VLAN device on top of a device that gets the frames with a tag (vlan_find_dev).
     * @param lower a device
     * @param tag the tag; its priority plays no role
     * @return the VLAN device, or null
     */
    static Ptr<VlanNetDevice> FindOn(const Ptr<const NetDevice>& lower, const VlanTag& tag);

    // Inherited from StackedNetDevice.
    void SetLowerDevice(Ptr<NetDevice> lower) override;

    // Inherited from XmitDevice.
    uint32_t GetHardHeaderLength() const override;

    // Inherited from NetDevice.
    bool SetMtu(const uint16_t mtu) override;

  protected:
    // Inherited from EthernetNetDevice.
    uint16_t DoGetMtu() const override;
    DeviceFeatures FixFeatures(const DeviceFeatures& wanted) const override;

    // Inherited from StackedNetDevice.
    std::string FindLowerObjection(const Ptr<NetDevice>& lower) const override;
    XmitVerdict DoStartXmit(const Ptr<QueueDiscItem>& item) override;
    void ReceiveFromLower(const Ptr<const Packet>& packet,
                          uint16_t protocol,
                          const Address& from,
                          const Address& to) override;

  private:
    /**
     * @brief End the program if id and protocol may no longer change.
     * @param what which of them
     */
    void CheckChangeable(const char* what) const;

    /**
     * @brief Attribute EgressQosMap.
     * @param text FROM:TO pairs, separated by spaces
     */
    void SetEgressQosMap(std::string text);

    /**
     * @brief Attribute EgressQosMap.
     * @return the pairs by FROM
     */
    std::string GetEgressQosMap() const;

    /**
     * @brief The largest MTU (vlan_dev_change_mtu).
     * @return bytes; that of the device below, or what a tag leaves of it
     */
    uint16_t GetMaxMtu() const;

    uint16_t m_id{1};                             //!< vlan_id
    bool m_tagReducesMtu{false};                  //!< a device below counts tags in its MTU
    VlanProtocol m_protocol{VLAN_8021Q};          //!< vlan_proto
    std::map<uint32_t, uint8_t> m_egressPriority; //!< egress_priority_map: PCP by skb->priority
};

} // namespace ns3

#endif /* LINUX_TX_VLAN_NET_DEVICE_H */
