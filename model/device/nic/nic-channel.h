/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_CHANNEL_H
#define LINUX_TX_NIC_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

class NicNetDevice;

/**
 * @ingroup linux-tx
 * @brief An Ethernet cable between two NicNetDevices, with a carrier that can go.
 *
 * It carries both directions at once, unless an end is half duplex: then one frame or train at a
 * time, and who has waited longest comes next. (Ends of a real half-duplex link collide now and
 * then, and try again; these hear each other at once.)
 *
 * The link is up while both ends are attached and administratively up and nobody has cut the
 * carrier. What is on the cable when the link goes down arrives nowhere.
 *
 * Invariant: both ends agree at any time whether the link is up, and every frame given to
 * TransmitStart() is received by the peer, counted in GetNLost(), or was aborted and counted by its
 * sender.
 *
 * A channel to a node of another MPI rank would override TransmitStart().
 */
class NicChannel : public Channel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    NicChannel();
    ~NicChannel() override;

    /**
     * @brief Plug a device in; the link comes up with the second one. For NicNetDevice::Attach().
     * @param device the device
     * @return false if both ends are taken
     */
    bool Attach(Ptr<NicNetDevice> device);

    /**
     * @brief Cut the cable, or mend it. Both ends notice at once.
     * @param up false to cut
     */
    void SetCarrier(bool up);

    /**
     * @brief Is the cable whole?
     * @return false after SetCarrier(false)
     */
    bool IsCarrierUp() const;

    /**
     * @brief Do both ends have a link?
     * @return true if the cable is whole and both devices are attached and up
     */
    bool IsLinkUp() const;

    /**
     * @brief An end went up or down: find out what that means for the link.
     */
    void UpdateLink();

    /**
     * @brief An end has another duplex than before: find out what that means for the link.
     */
    void UpdateDuplex();

    /**
     * @brief Do both directions share the cable?
     * @return true if an end is half duplex
     */
    bool IsHalfDuplex() const
    {
        return m_halfDuplex;
    }

    /**
     * @brief Of a half-duplex link: an end sends for so long.
     * @param duration time until its last bit and the gap behind it have left
     */
    void Occupy(const Time& duration);

    /**
     * @brief Of a half-duplex link: how long it is still busy.
     * @return the time; 0 if it is free
     */
    Time GetBusyTime() const;

    /**
     * @brief A device begins to send a frame; or it will, right behind those it is sending.
     * @param frame the frame with its Ethernet header; the peer gets a copy
     * @param sender the device
     * @param duration time from now until the last bit has left the sender
     */
    virtual void TransmitStart(Ptr<const Packet> frame,
                               Ptr<NicNetDevice> sender,
                               const Time& duration);

    /**
     * @brief The device at the other end.
     * @param device one end
     * @return the other end, or null if there is none
     */
    Ptr<NicNetDevice> GetPeer(const Ptr<const NicNetDevice>& device) const;

    /**
     * @brief Propagation delay.
     * @return the delay
     */
    Time GetDelay() const;

    /**
     * @brief Frames that had left their sender and were still under way when the link went down.
     * @return number of frames, both directions together
     */
    uint64_t GetNLost() const;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    /// One plug, and the direction that ends there.
    struct End
    {
        Ptr<NicNetDevice> device;  //!< who is attached, or null
        uint32_t framesInbound{0}; //!< frames under way to this end
    };

    /**
     * @brief A frame's last bit arrives.
     * @param end index of the end
     * @param frame the frame
     * @param linkSession the link session in which it was sent
     */
    void Deliver(std::size_t end, Ptr<Packet> frame, uint32_t linkSession);

    /**
     * @brief The link has gone: nothing that is under way arrives.
     */
    void LoseFrames();

    std::array<End, 2> m_ends; //!< both plugs
    Time m_delay;              //!< propagation delay
    bool m_carrier{true};      //!< the cable is whole
    bool m_linkUp{false};      //!< both ends have a link
    uint32_t m_linkSession{0}; //!< how often the link went down: tells lost frames from live ones
    uint64_t m_nLost{0};       //!< frames lost under way
    bool m_halfDuplex{false};  //!< an end is half duplex
    Time m_busyUntil;          //!< then, when the last bit and the gap will have arrived
};

} // namespace ns3

#endif /* LINUX_TX_NIC_CHANNEL_H */
