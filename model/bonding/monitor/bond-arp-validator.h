/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_ARP_VALIDATOR_H
#define LINUX_TX_BOND_ARP_VALIDATOR_H

#include "ns3/bond-arp-times.h"
#include "ns3/bond-context.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Which received frames are signs of life of a slave: options arp_validate and its filter
 *        (bond_rcv_validate, bond_arp_rcv, bond_na_rcv).
 *
 * Where nothing is to be validated every frame is one; with a filter, every ARP or IPv6 frame.
 * Where it is, an answer of a target to the bond is; a slave in state BACKUP gets no answers, so
 * for it the probe of another slave is, as long as the active slave gets answers: else the bond
 * would live on its own probes.
 *
 * It writes BondSlave::SetLastRx() and SetTargetLastRx() and nothing else.
 */
class BondArpValidator
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond; must outlive this
     */
    explicit BondArpValidator(BondContext& bond);

    /**
     * @brief A slave received a frame (bond_rcv_validate).
     * @param slave the slave
     * @param probing the slave that probes while there is no active one, or null
     *        (bond->current_arp_slave)
     * @param payload what follows the Ethernet header
     * @param destination destination address
     * @param etherType EtherType
     */
    void Receive(BondSlave& slave,
                 const Ptr<BondSlave>& probing,
                 const Ptr<const Packet>& payload,
                 const Mac48Address& destination,
                 uint16_t etherType) const;

  private:
    /// How the two addresses of a frame are to be read.
    enum class Trust
    {
        NOT,     //!< not at all
        ANSWER,  //!< from a target to the bond
        REQUEST, //!< from the bond to a target
    };

    /**
     * @brief What a frame can be to a slave.
     * @param slave the receiving slave
     * @param probing bond->current_arp_slave
     * @param canAnswerProbe may the frame be an answer to the probing slave?
     * @return how to read it
     */
    Trust Judge(const BondSlave& slave, const Ptr<BondSlave>& probing, bool canAnswerProbe) const;

    /**
     * @brief bond_arp_rcv().
     * @param slave the receiving slave
     * @param probing bond->current_arp_slave
     * @param payload the ARP packet
     */
    void ReceiveArp(BondSlave& slave,
                    const Ptr<BondSlave>& probing,
                    const Ptr<const Packet>& payload) const;

    /**
     * @brief bond_na_rcv().
     * @param slave the receiving slave
     * @param probing bond->current_arp_slave
     * @param payload the IPv6 packet
     */
    void ReceiveNeighbourDiscovery(BondSlave& slave,
                                   const Ptr<BondSlave>& probing,
                                   const Ptr<const Packet>& payload) const;

    /**
     * @brief A sign of life if a target says something to the bond (bond_validate_arp).
     * @param slave the receiving slave
     * @param target the address that a target should have
     * @param own the address that the bond should have
     */
    void Validate(BondSlave& slave, Ipv4Address target, Ipv4Address own) const;

    /**
     * @brief A sign of life if a target says something to the bond (bond_validate_na).
     * @param slave the receiving slave
     * @param target the address that a target should have, or its solicited-node group
     * @param own the address that the bond should have, or the group of all nodes
     */
    void Validate(BondSlave& slave, Ipv6Address target, Ipv6Address own) const;

    /**
     * @brief Write down a sign of life of a target.
     * @param slave the slave
     * @param target position of the target
     */
    void Accept(BondSlave& slave, std::size_t target) const;

    /**
     * @brief bond_has_this_ip().
     * @param address the address
     * @return true if the bond or a device on top of it has it; one without any has 0.0.0.0
     */
    bool Has(Ipv4Address address) const;

    /**
     * @brief bond_has_this_ip6().
     * @param address the address
     * @return true if the bond or a device on top of it has it and knows that nobody else has
     */
    bool Has(Ipv6Address address) const;

    BondContext& m_bond;  //!< the bond
    BondArpTimes m_times; //!< what is recent
};

} // namespace ns3

#endif /* LINUX_TX_BOND_ARP_VALIDATOR_H */
