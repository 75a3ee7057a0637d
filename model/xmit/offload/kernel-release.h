/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_KERNEL_RELEASE_H
#define LINUX_TX_KERNEL_RELEASE_H

#include "ns3/gso-type.h"
#include "ns3/orphan-policy.h"
#include "ns3/segment-ownership.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The kernel profile: what a given release does where releases differ.
 *
 * One question, one function; each names the releases in which the answer changed. Whoever sets a
 * policy himself (an attribute of a device) overrides the profile.
 */
class KernelRelease
{
  public:
    /// Major, minor, and for 2.6 the patch level.
    using Number = std::array<uint32_t, 3>;

    /// The release that everything is measured against: 6.1.
    KernelRelease() = default;

    /**
     * @brief Read a release.
     * @param text MAJOR.MINOR or 2.6.PATCH, from 2.6.32 on
     * @return the release; nothing if the text is none
     */
    static std::optional<KernelRelease> FromText(const std::string& text);

    /**
     * @brief The release as FromText() reads it.
     * @return the text
     */
    std::string ToText() const;

    /**
     * @brief Is this release at least as new as another? For rules of rooms above this one.
     * @param number the other
     * @return true if so
     */
    bool IsSince(const Number& number) const
    {
        return m_number >= number;
    }

    /**
     * @brief Is there UDP fragmentation offload (removed in 4.14)?
     * @return true before 4.14
     */
    bool HasUfo() const;

    /**
     * @brief Is there UDP_SEGMENT (new in 4.18)?
     * @return true since 4.18
     */
    bool HasUdpSegment() const;

    /**
     * @brief Which segments of a train keep its charge when it is cut?
     *
     * UDP_FRAGMENTS: none, the last since 3.19 (skb_segment). UDP_SEGMENTS: every
     * (__udp_gso_segment). TCP_SEGMENTS: none, every since 3.10 (tcp_gso_segment).
     * @param type kind of train
     * @return none, last or every
     */
    SegmentOwnership GetSegmentOwnership(GsoType type) const;

    /**
     * @brief Is a packet without socket spread over transmit queues by its headers?
     * @return true since 3.14 (skb_get_hash in __skb_tx_hash); before, by its protocol alone
     */
    bool HashesPackets() const;

    /**
     * @brief Does a queue disc tell the driver that more is to come (xmit_more)?
     * @return true since 3.18
     */
    bool HasXmitMore() const;

    /**
     * @brief Where does a packet's charge end on a device without a policy of its own?
     * @return early from 2.6.35 to 3.4 (skb_orphan_try), at completion otherwise
     */
    OrphanPolicy GetOrphanPolicy() const;

    /**
     * @brief What mac80211 sets sk_pacing_shift of a socket to that sends over Wi-Fi.
     * @return 7 since 5.0 (tx_sk_pacing_shift in ieee80211_alloc_hw_nm), 8 since 4.16
     *         (__ieee80211_subif_start_xmit); before it lets the 10 be that any socket has
     */
    uint32_t GetWifiPacingShift() const;

  private:
    Number m_number{6, 1, 0}; //!< the release
};

} // namespace ns3

#endif /* LINUX_TX_KERNEL_RELEASE_H */
