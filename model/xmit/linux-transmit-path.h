/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_TRANSMIT_PATH_H
#define LINUX_TX_LINUX_TRANSMIT_PATH_H

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"
#include "ns3/xmit-layer.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Makes a node a Linux host: owns its XmitLayer and keeps it in place.
 *
 * Aggregated to the node by LinuxTxHelper. ns-3 gives every new IP interface the node's stock
 * TrafficControlLayer, so the XmitLayer is put in front of it (SetTrafficControl) when this object
 * is installed, again at initialisation, and whenever a socket or a new device shows that there
 * are interfaces it has not seen. It also gives the ARP and ND caches of those interfaces Linux's
 * pending queues.
 */
class LinuxTransmitPath : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxTransmitPath();
    ~LinuxTransmitPath() override;

    /**
     * @brief The transmit path of a node; ends the program with an error if it has none.
     * @param node the node
     * @param who the asking class, for the error message
     * @return the path
     */
    static Ptr<LinuxTransmitPath> Of(const Ptr<Node>& node, const char* who);

    /**
     * @brief The host's dev_queue_xmit.
     * @return the layer
     */
    const Ptr<XmitLayer>& GetXmitLayer() const;

    /**
     * @brief See that the XmitLayer is in front on every IP interface; cheap enough for every send.
     */
    void Hook()
    {
        if (HasNewInterfaces())
        {
            HookInterfaces();
        }
    }

    /**
     * @brief A hash for a new socket of the host (SocketWriteMemory::SetTransmitHash).
     * @return the hash
     */
    uint32_t AllocateTransmitHash();

    /**
     * @brief A packet was orphaned.
     * @param packet the packet, as it was handed over
     * @param device the device at whose hand-over it happened
     * @param truesize what was given back, in bytes
     */
    typedef void (*OrphanTracedCallback)(Ptr<const Packet> packet,
                                         Ptr<NetDevice> device,
                                         uint32_t truesize);

    /**
     * @brief A fragment was freed, unsent, because an earlier one of its datagram was dropped.
     * @param packet the fragment
     * @param device the device it was sent to
     */
    typedef void (*DiscardTracedCallback)(Ptr<const Packet> packet, Ptr<NetDevice> device);

    /**
     * @brief A train is cut.
     * @param packet its first packet
     * @param device the device that could not take it whole
     * @param nSegments number of segments
     */
    typedef void (*CutTracedCallback)(Ptr<const Packet> packet,
                                      Ptr<NetDevice> device,
                                      uint32_t nSegments);

    /**
     * @brief A train is dropped whole.
     * @param packet its first packet
     * @param device the device whose queue disc or driver dropped it
     * @param nSegments number of segments
     * @param reason why
     */
    typedef void (*TrainDropTracedCallback)(Ptr<const Packet> packet,
                                            Ptr<NetDevice> device,
                                            uint32_t nSegments,
                                            const char* reason);

  protected:
    void DoInitialize() override;
    void DoDispose() override;
    void NotifyNewAggregate() override;

  private:
    /**
     * @brief Are there interfaces that have not been hooked?
     * @return true if so
     */
    bool HasNewInterfaces() const;

    /**
     * @brief Put the XmitLayer in front of the node's TrafficControlLayer on every IP interface.
     */
    void HookInterfaces();

    /**
     * @brief A device was added; IP may be put on it later in the same event.
     * @param device the device
     */
    void NotifyDeviceAdded(Ptr<NetDevice> device);

    /**
     * @brief Attribute ParkedDeadline.
     * @param deadline the longest time
     */
    void SetParkedDeadline(Time deadline);

    /**
     * @brief Attribute SegmentTime.
     * @param time CPU time of each segment that is cut in a send call
     */
    void SetSegmentTime(Time time);

    /**
     * @brief Attribute OrphansKeepHash.
     * @param keep true if orphaned packets keep their socket's hash
     */
    void SetOrphansKeepHash(bool keep);

    /**
     * @brief Attribute Kernel; a text that is no release ends the program.
     * @param text the release
     */
    void SetKernel(std::string text);

    /**
     * @brief Attribute Kernel.
     * @return the release
     */
    std::string GetKernel() const;

    /**
     * @brief Trace a train that is cut.
     * @param packet its first packet
     * @param device the device that could not take it whole
     * @param nSegments number of segments
     */
    void NotifyCut(Ptr<const Packet> packet, Ptr<NetDevice> device, uint32_t nSegments);

    /**
     * @brief Trace a train that is dropped.
     * @param packet its first packet
     * @param device the device whose queue disc or driver dropped it
     * @param nSegments number of segments
     * @param reason why
     */
    void NotifyTrainDrop(Ptr<const Packet> packet,
                         Ptr<NetDevice> device,
                         uint32_t nSegments,
                         const char* reason);

    /**
     * @brief Trace an orphaned packet.
     * @param packet the packet
     * @param device the device
     * @param truesize bytes given back
     */
    void NotifyOrphan(Ptr<const Packet> packet, Ptr<NetDevice> device, uint32_t truesize);

    /**
     * @brief Trace a fragment freed unsent.
     * @param packet the fragment
     * @param device the device
     */
    void NotifyDiscard(Ptr<const Packet> packet, Ptr<NetDevice> device);

    Ptr<Node> m_node;              //!< the node
    Ptr<XmitLayer> m_xmitLayer;    //!< dev_queue_xmit
    Ptr<Ipv4L3Protocol> m_ipv4;    //!< the node's IPv4, or null
    Ptr<Ipv6L3Protocol> m_ipv6;    //!< the node's IPv6, or null
    uint32_t m_nIpv4Hooked{0};     //!< IPv4 interfaces seen
    uint32_t m_nIpv6Hooked{0};     //!< IPv6 interfaces seen
    uint32_t m_unresolvedPackets;  //!< packets that may wait for a neighbour
    bool m_arpDropsWatched{false}; //!< ArpL3Protocol's drops are connected
    uint32_t m_nTransmitHashes{0}; //!< hashes that sockets were given

    /// Traces orphaned packets.
    TracedCallback<Ptr<const Packet>, Ptr<NetDevice>, uint32_t> m_orphanTrace;
    /// Traces fragments freed unsent.
    TracedCallback<Ptr<const Packet>, Ptr<NetDevice>> m_discardTrace;
    /// Traces trains that are cut.
    TracedCallback<Ptr<const Packet>, Ptr<NetDevice>, uint32_t> m_cutTrace;
    /// Traces trains that are dropped.
    TracedCallback<Ptr<const Packet>, Ptr<NetDevice>, uint32_t, const char*> m_trainDropTrace;
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_TRANSMIT_PATH_H */
