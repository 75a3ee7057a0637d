/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ALB_LEARNING_PACKET_H
#define LINUX_TX_ALB_LEARNING_PACKET_H

#include "ns3/bond-context.h"
#include "ns3/bond-slave.h"
#include "ns3/mac48-address.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The frame that teaches a switch behind which slave an address is
 *        (struct learning_pkt and alb_send_learning_packets of bond_alb.c).
 *
 * 60 bytes from the address to itself, and the same again with the tag of each VLAN device on top
 * of the bond, for that VLAN's part of the switch. A slave without carrier sends none: the kernel's
 * queue of such a device swallows it, and nobody counts it.
 */
class AlbLearningPacket
{
  public:
    static constexpr uint16_t ETHER_TYPE = 0x9000; //!< ETH_P_LOOPBACK
    static constexpr uint32_t PAYLOAD = 46;        //!< zeros behind the Ethernet header, in bytes

    /**
     * @brief Send one, and one for each VLAN.
     *
     * A device on top of the bond with an address of its own has that one learnt; of macvlan
     * devices only those of @p all.
     * @param bond the bond
     * @param slave the slave that sends them
     * @param address the address to be learnt
     * @param all also for macvlan devices (not strict_match)
     */
    static void Send(BondContext& bond, BondSlave& slave, const Mac48Address& address, bool all);
};

} // namespace ns3

#endif /* LINUX_TX_ALB_LEARNING_PACKET_H */
