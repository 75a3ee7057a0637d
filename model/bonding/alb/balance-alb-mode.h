/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BALANCE_ALB_MODE_H
#define LINUX_TX_BALANCE_ALB_MODE_H

#include "ns3/balance-tlb-mode.h"
#include "ns3/rlb-client-table.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief balance-alb: balance-tlb, and clients are told different slaves' addresses by ARP so that
 *        their frames come in on all slaves (bond_xmit_alb_slave_get).
 *
 * A client of the transmit side is a hash of the destination IP address, whatever
 * xmit_hash_policy. ARP replies of the bond get the address of the slave that the client is
 * assigned to. IPv4 only: IPv6 clients all know the bond's address.
 *
 * Not modelled: the ten seconds for which the kernel makes the active slave promiscuous after
 * another one failed (no frame gets further by it), and VLAN ids of clients.
 */
class BalanceAlbMode : public BalanceTlbMode
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond; must outlive the mode
     */
    explicit BalanceAlbMode(BondContext& bond);

    bool ReceiveProbe(BondSlave& slave,
                      const Ptr<const Packet>& payload,
                      const Mac48Address& source,
                      const Mac48Address& destination,
                      uint16_t etherType) override;
    bool Delivers(const BondSlave& slave, bool isGroupAddressed) const override;
    void Open() override;
    void SlaveEnslaved(BondSlave& slave) override;
    void SlaveReleased(BondSlave& slave) override;
    void SlaveLinkChanged(BondSlave& slave) override;

    /**
     * @brief Who is told which slave's address.
     * @return the table
     */
    const RlbClientTable& GetRlbClients() const
    {
        return *m_rlbClients;
    }

  protected:
    Ptr<BondSlave> FindSlave(const BondFrame& frame, BondTransmitPlan& plan) override;
    bool NeedsMonitor() const override;

  private:
    /**
     * @brief The slave for an ARP message (rlb_arp_xmit).
     * @param frame the frame
     * @param plan gets the message as it is to be sent, if that differs
     * @return the slave; null: the current active one
     */
    Ptr<BondSlave> FindArpSlave(const BondFrame& frame, BondTransmitPlan& plan);

    /**
     * @brief The client that a frame goes to.
     * @param frame the frame
     * @return a hash of its destination; nothing if the frame is not balanced
     */
    static std::optional<uint8_t> GetClient(const BondFrame& frame);
};

} // namespace ns3

#endif /* LINUX_TX_BALANCE_ALB_MODE_H */
