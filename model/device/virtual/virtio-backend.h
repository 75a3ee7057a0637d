/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VIRTIO_BACKEND_H
#define LINUX_TX_VIRTIO_BACKEND_H

#include "ns3/channel.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/tap-net-device.h"
#include "ns3/traced-value.h"
#include "ns3/virtio-net-device.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a backend has done.
 */
struct VirtioBackendStats
{
    uint64_t written{0}; //!< frames of the guest's written to the tap
    uint64_t read{0};    //!< frames read from the tap for the guest
    uint64_t eagain{0};  //!< times a write would have given EAGAIN
    uint64_t lost{0};    //!< frames, both ways, that came while the carrier was cut
};

/**
 * @ingroup linux-tx
 * @brief What carries frames between a guest's NIC and the host's tap: QEMU's main loop
 *        (virtio_net_flush_tx, tap_receive_iov), or the kernel's vhost thread (handle_tx).
 *
 * It takes one frame after the other from the guest's ring and writes it to the tap. When the tap
 * gives EAGAIN it leaves the rest on the ring and goes on when the tap is writable again
 * (tap_write_poll, vhost_net_enable_vq). That is where the host's back-pressure reaches the guest:
 * tap write memory -> ring -> the guest's queue disc -> the guest's socket.
 *
 * To ns-3 it is the channel between the two devices. It holds no frame, and works in the context of
 * the node that it gives something to.
 */
class VirtioBackend : public Channel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    VirtioBackend();
    ~VirtioBackend() override;

    /**
     * @brief Connect a guest's NIC and a tap.
     * @param guest the guest's NIC
     * @param tap the tap
     * @return false if any of the three has a partner already
     */
    bool Attach(const Ptr<VirtioNetDevice>& guest, const Ptr<TapNetDevice>& tap);

    /**
     * @brief `set_link NAME on|off` of QEMU's monitor: the guest's NIC loses its carrier. The tap
     *        does not, and what is sent to either is lost.
     * @param up false to cut
     */
    void SetCarrier(bool up);

    /**
     * @brief Has the guest's NIC a carrier?
     * @return false after SetCarrier(false)
     */
    bool IsCarrierUp() const
    {
        return m_carrier;
    }

    /**
     * @brief Does the tap's write memory hold it up?
     * @return true from an EAGAIN until the tap is writable again
     */
    bool IsStalled() const
    {
        return m_stalled;
    }

    /**
     * @brief What it has done.
     * @return the counters
     */
    const VirtioBackendStats& GetStats() const
    {
        return m_stats;
    }

    // Inherited from Channel.
    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    friend class VirtualLinkNetDevice;
    friend class VirtioNetDevice;
    friend class TapNetDevice;

    /**
     * @brief For VirtioNetDevice: there are frames on the ring.
     */
    void Kick();

    /**
     * @brief For TapNetDevice: there are frames to read.
     */
    void NotifyReadable();

    /**
     * @brief For TapNetDevice: it is worth while to write again.
     */
    void NotifyWritable();

    /**
     * @brief For VirtualLinkNetDevice: a device goes away.
     * @param device the device
     */
    void Detach(const VirtualLinkNetDevice* device);

    /**
     * @brief Write frames to the tap in a while, unless that is planned already.
     * @param delay after what time
     */
    void ScheduleWrites(Time delay);

    /**
     * @brief Write what is on the guest's ring to the tap.
     */
    void WriteToTap();

    /**
     * @brief Give what the tap has to the guest.
     */
    void ReadFromTap();

    Ptr<VirtioNetDevice> m_guest;       //!< the guest's NIC, or null
    Ptr<TapNetDevice> m_tap;            //!< the tap, or null
    Time m_txTime;                      //!< CPU time of a frame to the host
    Time m_rxTime;                      //!< CPU time of a frame to the guest
    VirtioBackendStats m_stats;         //!< counters
    bool m_carrier{true};               //!< see IsCarrierUp()
    bool m_writing{false};              //!< WriteToTap() is planned
    bool m_reading{false};              //!< ReadFromTap() is planned
    TracedValue<bool> m_stalled{false}; //!< Stalled
};

} // namespace ns3

#endif /* LINUX_TX_VIRTIO_BACKEND_H */
