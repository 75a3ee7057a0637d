/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_HELPER_H
#define LINUX_TX_NIC_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"

#include <cstdint>
#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Builds Ethernet links of two NicNetDevices and a NicChannel.
 *
 * Each device gets a MAC address of its own and a NetDeviceQueueInterface with byte queue limits
 * (BQL, ns3::DynamicQueueLimits) of each transmit queue, as nearly every Ethernet driver of Linux
 * has. The helper's pcap
 * files are DLT_EN10MB; Sniffer shows the frames of the host, PromiscSniffer all of them. In its
 * ascii traces "+" is a frame put on the transmit ring, "-" the begin of its transmission, "d" a
 * drop on the way out or in, and "r" a frame received for the host.
 *
 * What is wrong with its arguments ends the program (ExitOnConfigurationError).
 */
class NicHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    NicHelper();
    ~NicHelper() override = default;

    /**
     * @brief Set an attribute of the devices to be made.
     * @param name the attribute's name
     * @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Set the number of transmit queues of the devices to be made (attribute NTxQueues).
     * @param n number of queues, 1 to 64; 1 by default
     */
    void SetTxQueues(uint32_t n);

    /**
     * @brief Choose what kind of driver the devices to be made have.
     *
     * - "normal": an Skb is held until its transmission was reported, each at once; with BQL.
     * - "orphaning": it is orphaned in ndo_start_xmit; without BQL (virtio_net without napi-tx).
     * - "slow": reported up to 128 us late (TxUsecs, as mlx4 did in 2013); with BQL.
     * - "no-bql": as normal, without BQL.
     *
     * It sets the attributes OrphanPolicy and TxUsecs, and the queue limits; what is set later
     * counts.
     * @param kind the kind
     */
    void SetDriver(const std::string& kind);

    /**
     * @brief Set an attribute of the channels to be made.
     * @param name the attribute's name
     * @param value its value
     */
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Choose the queue limits of the devices to be made.
     * @tparam Args (deduced) names and values of attributes
     * @param type TypeId of a ns3::QueueLimits
     * @param args names and values of its attributes
     */
    template <typename... Args>
    void SetQueueLimits(const std::string& type, Args&&... args);

    /**
     * @brief No byte queue limits: only the full ring stops the queue.
     */
    void DisableQueueLimits();

    /**
     * @brief No NetDeviceQueueInterface: nothing stops whoever sends, a full ring drops.
     */
    void DisableFlowControl();

    /**
     * @brief Connect two nodes.
     * @param nodes exactly two nodes
     * @return the two devices, in the order of the nodes
     */
    NetDeviceContainer Install(const NodeContainer& nodes) const;

    /**
     * @brief Connect two nodes.
     * @param a a node
     * @param b a node
     * @return the two devices, that of @p a first
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;

    /**
     * @brief Connect two nodes.
     * @param a a node
     * @param bName name of a node
     * @return the two devices, that of @p a first
     */
    NetDeviceContainer Install(Ptr<Node> a, const std::string& bName) const;

    /**
     * @brief Connect two nodes.
     * @param aName name of a node
     * @param b a node
     * @return the two devices, that of @p aName first
     */
    NetDeviceContainer Install(const std::string& aName, Ptr<Node> b) const;

    /**
     * @brief Connect two nodes.
     * @param aName name of a node
     * @param bName name of a node
     * @return the two devices, that of @p aName first
     */
    NetDeviceContainer Install(const std::string& aName, const std::string& bName) const;

    /**
     * @brief Give the random receive error models of NICs fixed streams.
     * @param devices devices; those that are no NIC, or have no random error model, take none
     * @param stream first stream to use
     * @return how many streams were used
     */
    int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream) const;

  private:
    /**
     * @brief Make a device on a node.
     * @param node the node
     * @param channel what it is plugged into
     * @return the device
     */
    Ptr<NicNetDevice> MakeDevice(const Ptr<Node>& node, const Ptr<NicChannel>& channel) const;

    /**
     * @brief Name the type of the queue limits, after a check.
     * @param type TypeId of a ns3::QueueLimits
     */
    void SetQueueLimitsType(const std::string& type);

    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> nd,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> nd,
                             bool explicitFilename) override;

    ObjectFactory m_deviceFactory;      //!< makes devices
    ObjectFactory m_channelFactory;     //!< makes channels
    ObjectFactory m_queueLimitsFactory; //!< makes queue limits
    bool m_hasFlowControl{true};        //!< devices get a NetDeviceQueueInterface
    bool m_hasQueueLimits{true};        //!< its queues get queue limits
};

template <typename... Args>
void
NicHelper::SetQueueLimits(const std::string& type, Args&&... args)
{
    SetQueueLimitsType(type);
    m_queueLimitsFactory.Set(std::forward<Args>(args)...);
}

} // namespace ns3

#endif /* LINUX_TX_NIC_HELPER_H */
