/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TX_COALESCER_H
#define LINUX_TX_TX_COALESCER_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief `ethtool -C ... tx-usecs tx-frames`: when a NIC reports what it has sent.
 */
struct TxCoalescing
{
    static constexpr uint32_t MAX_USECS = 1'000'000; //!< most that a NIC takes, in us
    static constexpr uint32_t MAX_FRAMES = 65535;    //!< most that a NIC takes

    uint32_t usecs{0};  //!< so long after the first completion not reported, in us; 0: at once
    uint32_t frames{0}; //!< when so many are not reported; 0: by time alone
    Time latency{};     //!< from the interrupt being raised to the driver's handler

    /**
     * @brief Is every completion reported at once?
     * @return true if so
     */
    bool IsOff() const
    {
        return usecs == 0 && latency.IsZero();
    }
};

/**
 * @ingroup linux-tx
 * @brief The interrupt timer of a NIC's transmit queue: gathers completions until one interrupt
 *        reports them all.
 *
 * It counts from the first completion that is not reported; later ones do not put it off. An
 * interrupt that was raised reports also what is sent until its handler runs (NAPI polls once
 * more), and no second one is raised meanwhile.
 */
class TxCoalescer
{
  public:
    /// What an interrupt does; it reports all completions.
    using Interrupt = std::function<void()>;

    /**
     * @brief An entry has been sent.
     * @param settings when to report; not off
     * @param nUnreported entries sent and not reported, with this one
     * @param interrupt called now, or later in an event of its own
     */
    void NotifySent(const TxCoalescing& settings, std::size_t nUnreported, Interrupt interrupt);

    /**
     * @brief There is nothing to report any more.
     */
    void Cancel();

  private:
    /**
     * @brief Raise the interrupt.
     * @param latency time to the handler
     * @param interrupt the handler
     */
    void Raise(Time latency, Interrupt interrupt);

    EventId m_timer;   //!< the end of tx-usecs, if it runs
    EventId m_handler; //!< the handler of an interrupt that was raised
};

} // namespace ns3

#endif /* LINUX_TX_TX_COALESCER_H */
