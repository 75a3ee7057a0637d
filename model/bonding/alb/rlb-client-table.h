/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_RLB_CLIENT_TABLE_H
#define LINUX_TX_RLB_CLIENT_TABLE_H

#include "ns3/alb-arp-message.h"
#include "ns3/bond-context.h"
#include "ns3/bond-slave.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"

#include <array>
#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Receive load balancing: which slave's address each client of the bond is told by ARP
 *        (rx_hashtbl and the rlb functions of bond_alb.c).
 *
 * A client is a peer that the bond has exchanged ARP with, kept by a hash of its IP address; a
 * second client of the same hash replaces the first. Clients are given to the slaves in turn. A
 * client whose slave has changed, or who may have believed a request that carried the bond's
 * address, is told by two ARP replies, at the earliest UPDATE_DELAY ticks after the last such
 * event. BalanceAlbMode calls: for every ARP message the bond sends or receives, for every event
 * of a slave, and once a tick.
 *
 * Invariant: only clients with a known unicast address are told anything.
 */
class RlbClientTable
{
  public:
    static constexpr uint32_t N_CLIENTS = 256;   //!< RLB_HASH_TABLE_SIZE
    static constexpr uint32_t UPDATE_DELAY = 20; //!< RLB_UPDATE_DELAY, in ticks
    static constexpr uint32_t UPDATE_RETRY = 3;  //!< RLB_UPDATE_RETRY: further updates
    static constexpr uint32_t BURST = 2;         //!< RLB_ARP_BURST_SIZE: replies a client gets

    /**
     * @brief Constructor: no clients.
     * @param bond the bond; must outlive the table
     */
    explicit RlbClientTable(BondContext& bond);

    /**
     * @brief Forget all clients (rlb_initialize).
     */
    void Reset();

    // --- ARP messages ---

    /**
     * @brief The bond sends an ARP message (rlb_arp_xmit).
     * @param message the message; a reply gets the address of the slave it goes to as its sender's
     * @param vlanTci TCI of the tag beside the frame; 0 without
     * @return the slave that sends it; null: the current active one
     */
    Ptr<BondSlave> Transmit(AlbArpMessage& message, uint16_t vlanTci = 0);

    /**
     * @brief A slave received an ARP message (rlb_arp_recv).
     * @param message the message
     */
    void Receive(const AlbArpMessage& message);

    // --- Events ---

    /**
     * @brief Give the clients of a slave to the others and have them told (rlb_clear_slave); teach
     *        the switch to send what is for the slave's address to the current active slave.
     * @param slave a slave whose link has gone down or that has left the bond
     */
    void ClearSlave(const BondSlave& slave);

    /**
     * @brief A slave has got another address: have its clients told (rlb_req_update_slave_clients).
     * @param slave the slave
     */
    void RequestUpdate(const BondSlave& slave);

    /**
     * @brief Teach the switch that an address is behind the current active slave
     *        (rlb_teach_disabled_mac_on_primary).
     * @param address the address of a slave that is down
     */
    void TeachAddressOnActive(const Mac48Address& address);

    /**
     * @brief Start with the first slave when clients are next given away.
     */
    void ForgetLastSlave();

    /**
     * @brief Give all clients away anew at the next tick.
     */
    void OrderRebalance();

    /**
     * @brief A tick of the monitor: rebalance and tell clients what is due (bond_alb_monitor).
     */
    void Tick();

    // --- For tests and traces ---

    /**
     * @brief The slave whose address a client is told.
     * @param address the client's IP address
     * @return the slave, or null if it is no client
     */
    Ptr<BondSlave> GetSlave(Ipv4Address address) const;

    /**
     * @brief How many clients there are.
     * @return number of clients
     */
    uint32_t GetN() const
    {
        return static_cast<uint32_t>(m_used.size());
    }

  private:
    /// struct rlb_client_info.
    struct Client
    {
        bool isAssigned{false};  //!< is this entry used?
        bool needsUpdate{false}; //!< is the client to be told (ntt)?
        Ptr<BondSlave> slave;    //!< whose address it is told
        Ipv4Address serverIp;    //!< the bond's address that it talks to (ip_src)
        Mac48Address serverMac;  //!< the bond's hardware address, then (mac_src)
        Ipv4Address clientIp;    //!< its own address (ip_dst)
        Mac48Address clientMac;  //!< its hardware address, or zeros (mac_dst)
        uint16_t vlanTci{0};     //!< TCI of the VLAN it is in, or 0 (vlan_id)
    };

    /**
     * @brief _simple_hash() of an IPv4 address: the xor of its bytes.
     * @param address the address
     * @return the hash
     */
    static uint8_t Hash(Ipv4Address address);

    /**
     * @brief rlb_choose_channel(): the slave of the target of a message, a new one if needed.
     * @param message a message that the bond sends
     * @param vlanTci TCI of the tag beside the frame; 0 without
     * @return the slave, or null if no slave can transmit
     */
    Ptr<BondSlave> ChooseSlave(const AlbArpMessage& message, uint16_t vlanTci);

    /**
     * @brief __rlb_next_rx_slave(): the next of the fastest slaves that can transmit, in turn.
     * @return the slave, or null
     */
    Ptr<BondSlave> NextSlave();

    /**
     * @brief rlb_update_client(): send a client its replies.
     * @param client the client
     */
    void Tell(const Client& client);

    /**
     * @brief rlb_update_rx_clients(): send replies to all clients that are to be told.
     */
    void TellClients();

    /**
     * @brief rlb_req_update_subnet_clients(): a request goes out with the bond's address, which all
     *        who hear it may take for that of the sender: have those corrected that should not.
     * @param serverIp the sender's IP address
     */
    void RequestUpdate(Ipv4Address serverIp);

    /**
     * @brief rlb_rebalance(): give all clients away anew.
     */
    void Rebalance();

    /**
     * @brief Mark a client to be told.
     * @param client the client
     */
    void MarkForUpdate(Client& client);

    BondContext& m_bond;                     //!< the bond
    std::array<Client, N_CLIENTS> m_clients; //!< by hash of the client's IP address
    std::deque<uint8_t> m_used;              //!< the used ones, the newest first
    Ptr<BondSlave> m_lastSlave;              //!< who was last given a client (rx_slave)
    uint32_t m_updateDelay{0};               //!< ticks until clients may be told
    uint32_t m_updateRetries{0};             //!< updates that will be repeated
    bool m_needsUpdate{false};               //!< is any client to be told (rx_ntt)?
    bool m_rebalance{false};                 //!< give clients away anew at the next tick
};

} // namespace ns3

#endif /* LINUX_TX_RLB_CLIENT_TABLE_H */
