/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TLB_CLIENT_TABLE_H
#define LINUX_TX_TLB_CLIENT_TABLE_H

#include "ns3/bond-slave-list.h"
#include "ns3/bond-slave.h"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Which slave sends to which client, and how much (tx_hashtbl and struct tlb_slave_info of
 *        bond_alb.c).
 *
 * A client is a byte: the low bits of the transmit hash in tlb, a hash of the destination in alb.
 * A client without slave gets the least loaded one with its next frame and stays there until its
 * slave is cleared: when its link goes down, when a frame could not be sent on it, when the active
 * slave changes, and at every rebalancing. BalanceTlbMode calls.
 *
 * Invariant: a slave's load is what was set by SetLoad() plus the history of the clients assigned
 * to it since it was last cleared.
 */
class TlbClientTable
{
  public:
    static constexpr uint32_t N_CLIENTS = 256;         //!< TLB_HASH_TABLE_SIZE
    static constexpr uint32_t REBALANCE_INTERVAL = 10; //!< BOND_TLB_REBALANCE_INTERVAL, in s

    /// What becomes of the bytes counted for a slave's clients when it is cleared (save_load).
    enum class Bytes
    {
        BECOME_HISTORY, //!< they are the load that the client will bring to its next slave
        GO_ON,          //!< counting continues
    };

    /**
     * @brief Forget everything (tlb_initialize).
     */
    void Reset();

    /**
     * @brief Find the slave of a client, or assign one, and count a frame (tlb_choose_channel).
     * @param client the client
     * @param bytes size of the frame, in bytes
     * @param slaves the bond's slaves
     * @return the slave, which may be unable to transmit by now; null if there is none that can
     */
    Ptr<BondSlave> Choose(uint8_t client, uint32_t bytes, const BondSlaveList& slaves);

    /**
     * @brief Take all its clients from a slave, and its load (tlb_clear_slave).
     * @param slave the slave
     * @param bytes what becomes of the bytes counted
     */
    void Clear(const BondSlave& slave, Bytes bytes);

    /**
     * @brief Give a slave a load that stems from no client.
     * @param slave the slave
     * @param load in bytes per second
     */
    void SetLoad(const BondSlave& slave, uint32_t load);

    /**
     * @brief The load of a slave (tlb_slave_info::load).
     * @param slave the slave
     * @return the load, in bytes per second
     */
    uint32_t GetLoad(const BondSlave& slave) const;

    /**
     * @brief The slave of a client.
     * @param client the client
     * @return the slave, or null
     */
    const Ptr<BondSlave>& GetSlave(uint8_t client) const;

    /**
     * @brief What a slave has left (compute_gap): its speed minus its load, in bit/s.
     *
     * As in the kernel, the speed is multiplied in 32 bits: 10 Gb/s count as 1,808 and 25 Gb/s as
     * 424 times 2^20 bit/s.
     * @param speed its speed, in Mb/s
     * @param load its load, in bytes per second
     * @return the difference, in bit/s
     */
    static int64_t ComputeGap(uint32_t speed, uint32_t load);

  private:
    /// struct tlb_client_info.
    struct Client
    {
        Ptr<BondSlave> slave; //!< who sends to it, or null
        uint32_t bytes{0};    //!< sent since it was last made history (tx_bytes)
        uint32_t history{0};  //!< load it brings to a slave, in bytes per second (load_history)
    };

    /**
     * @brief tlb_get_least_loaded_slave(): the first one with the largest gap.
     * @param slaves the bond's slaves
     * @return the slave, or null if no slave can transmit
     */
    Ptr<BondSlave> FindLeastLoaded(const BondSlaveList& slaves) const;

    std::array<Client, N_CLIENTS> m_clients;                //!< by hash
    std::unordered_map<const BondSlave*, uint32_t> m_loads; //!< in bytes per second; absent: 0
};

} // namespace ns3

#endif /* LINUX_TX_TLB_CLIENT_TABLE_H */
