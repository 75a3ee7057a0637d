/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_MTU_LIFT_H
#define LINUX_TX_MTU_LIFT_H

#include "ns3/xmit-device.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief While it lives, a device tells ns-3's IP that any packet fits.
 *
 * A kernel with UFO gives a datagram larger than the MTU to the device in one piece; ns-3's IP
 * would cut it, at several times the cost of a send. So the socket lifts the MTU for the time of
 * its call of IP, and XmitLayer makes the fragments. Nothing but IP's own comparison runs
 * meanwhile.
 */
class MtuLift
{
  public:
    /**
     * @brief Lift the MTU.
     * @param device the device, or null for none
     */
    explicit MtuLift(XmitDevice* device)
        : m_device(device)
    {
        if (m_device)
        {
            m_device->LiftMtu(true);
        }
    }

    ~MtuLift()
    {
        if (m_device)
        {
            m_device->LiftMtu(false);
        }
    }

    MtuLift(const MtuLift&) = delete;
    MtuLift& operator=(const MtuLift&) = delete;

  private:
    XmitDevice* m_device; //!< the device, or null
};

} // namespace ns3

#endif /* LINUX_TX_MTU_LIFT_H */
