/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_AGGREGATOR_H
#define LINUX_TX_LACP_AGGREGATOR_H

#include "ns3/mac48-address.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class LacpPort;

/**
 * @ingroup linux-tx
 * @brief An aggregator (struct aggregator): ports that have the same key and the same partner.
 *
 * Every slave brings one along; a port need not use its own. At most one aggregator of a bond is
 * active. LacpSelection attaches ports and chooses the active one.
 *
 * Invariant: an aggregator without ports has no partner and no keys (except while it is being
 * emptied).
 */
class LacpAggregator
{
  public:
    /**
     * @brief Constructor; without ports.
     * @param id its number (aggregator_identifier)
     */
    explicit LacpAggregator(uint16_t id);

    /**
     * @brief Its number, unique in the bond.
     * @return the number, from 1
     */
    uint16_t GetId() const
    {
        return m_id;
    }

    /**
     * @brief The attached ports (lag_ports), the one that came last first.
     * @return the ports
     */
    const std::vector<LacpPort*>& GetPorts() const
    {
        return m_ports;
    }

    /**
     * @brief How many of its ports have their link up (__agg_active_ports).
     * @return number of ports
     */
    uint32_t GetNEnabledPorts() const;

    /**
     * @brief Is the carrier of any of its ports up, this instant (agg_device_up)?
     * @return true if so
     */
    bool HasCarrier() const;

    /**
     * @brief Does a partner answer (__agg_has_partner)?
     * @return true if its system address is not zero
     */
    bool HasPartner() const
    {
        return m_hasPartner;
    }

    /**
     * @brief Speed of the first port times number of enabled ports (__get_agg_bandwidth). While the
     *        first port's link is down, that is 0 although others are up.
     * @return the bandwidth, in Mb/s
     */
    uint64_t GetBandwidth() const;

    /**
     * @brief May port and aggregator be joined: same key and partner, and a partner that answers
     * and can aggregate?
     * @param port the port
     * @return true if so
     */
    bool Suits(const LacpPort& port) const;

    /**
     * @brief Attach the first port, which sets keys and partner.
     * @param port the port
     */
    void AttachFirst(LacpPort& port);

    /**
     * @brief Attach one more port, in front of the others.
     * @param port the port
     */
    void Attach(LacpPort& port);

    /**
     * @brief Detach a port; does not touch the port.
     * @param port the port
     * @return false if it was not attached
     */
    bool Detach(const LacpPort& port);

    /**
     * @brief Take over ports, keys, partner and the active state of another aggregator, and clear
     *        that.
     * @param other the other aggregator
     */
    void TakeOver(LacpAggregator& other);

    /**
     * @brief Forget ports, keys and partner; not active (ad_clear_agg).
     */
    void Clear();

    /**
     * @brief Work out Ready for all ports: no one may wait any longer (__set_agg_ports_ready with
     *        __agg_ports_are_ready).
     */
    void UpdateReady();

    /**
     * @brief Is it the bond's active aggregator?
     * @return true if so
     */
    bool IsActive() const
    {
        return m_active;
    }

    /**
     * @brief Make it the active aggregator, or not.
     * @param active the new state
     */
    void SetActive(bool active)
    {
        m_active = active;
    }

    /**
     * @brief Is it a link that cannot be aggregated (half duplex)?
     * @return true if so
     */
    bool IsIndividual() const
    {
        return m_individual;
    }

    /**
     * @brief Key of its ports (actor_oper_aggregator_key).
     * @return the key
     */
    uint16_t GetActorKey() const
    {
        return m_actorKey;
    }

    /**
     * @brief Key of the partner's ports (partner_oper_aggregator_key).
     * @return the key
     */
    uint16_t GetPartnerKey() const
    {
        return m_partnerKey;
    }

    /**
     * @brief Address of the partner's system.
     * @return the address; zero if no partner answers
     */
    const Mac48Address& GetPartnerSystem() const
    {
        return m_partnerSystem;
    }

  private:
    uint16_t m_id;                  //!< aggregator_identifier
    std::vector<LacpPort*> m_ports; //!< lag_ports
    Mac48Address m_partnerSystem;   //!< partner_system
    uint16_t m_partnerPriority{0};  //!< partner_system_priority
    uint16_t m_partnerKey{0};       //!< partner_oper_aggregator_key
    uint16_t m_actorKey{0};         //!< actor_oper_aggregator_key
    bool m_hasPartner{false};       //!< m_partnerSystem is not zero
    bool m_individual{false};       //!< is_individual
    bool m_active{false};           //!< is_active
};

} // namespace ns3

#endif /* LINUX_TX_LACP_AGGREGATOR_H */
