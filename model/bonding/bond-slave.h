/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SLAVE_H
#define LINUX_TX_BOND_SLAVE_H

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Traffic of one slave, or the sum over a bond's slaves (struct rtnl_link_stats64).
 *
 * Bytes include the 14 bytes of the Ethernet header, as Linux counts them.
 */
struct BondTraffic
{
    uint64_t txPackets{0};   //!< packets the slave's queue disc (or the slave) took
    uint64_t txBytes{0};     //!< their size, in bytes
    uint64_t rxPackets{0};   //!< frames received that were for this host
    uint64_t rxBytes{0};     //!< their size, in bytes
    uint64_t rxNoHandler{0}; //!< of those received, withheld from the bond (inactive slave)

    /**
     * @brief Add the traffic of another slave.
     * @param other what to add
     * @return this
     */
    BondTraffic& operator+=(const BondTraffic& other);
};

/**
 * @ingroup linux-tx
 * @brief One slave as its bond sees it (struct slave of include/net/bonding.h).
 *
 * It keeps the verdict of the link monitor, whether the mode uses the slave (ACTIVE) or holds it
 * back (BACKUP), what Release() has to restore, and counters. It decides nothing and touches no
 * device: the bond's control path writes the state, modes and the transmit path read it.
 *
 * Invariant: linkFailures is the number of times the link went from up to down while enslaved.
 */
class BondSlave : public SimpleRefCount<BondSlave>
{
  public:
    /// What the mode does with the slave (BOND_STATE_*).
    enum State
    {
        ACTIVE, //!< sends and receives
        BACKUP, //!< waits for the active one to fail
    };

    /**
     * @brief Constructor: a slave with its link down, in state ACTIVE.
     * @param device the enslaved device; null only where no packet will be sent (unit tests)
     */
    explicit BondSlave(Ptr<NetDevice> device = nullptr);

    /**
     * @brief The enslaved device.
     * @return the device
     */
    const Ptr<NetDevice>& GetDevice() const
    {
        return m_device;
    }

    /**
     * @brief The link monitor's verdict (slave->link == BOND_LINK_UP).
     * @return true if the link counts as up
     */
    bool IsLinkUp() const
    {
        return m_linkUp;
    }

    /**
     * @brief Set the link monitor's verdict; going down counts as a link failure.
     * @param up the new verdict
     * @return true if that is a change
     */
    bool SetLinkUp(bool up);

    /**
     * @brief What the mode does with the slave.
     * @return the state
     */
    State GetState() const
    {
        return m_state;
    }

    /**
     * @brief Set what the mode does with the slave; the mode calls this.
     * @param state the new state
     */
    void SetState(State state)
    {
        m_state = state;
    }

    /**
     * @brief May frames be sent on the slave? (bond_slave_can_tx)
     * @return true if its link is up and the mode uses it
     */
    bool CanTransmit() const
    {
        return m_linkUp && m_state == ACTIVE;
    }

    /**
     * @brief Remember what the device looked like before it was enslaved.
     * @param address its link-layer address (perm_hwaddr)
     * @param mtu its MTU, in bytes (original_mtu)
     */
    void SetOriginal(const Address& address, uint16_t mtu);

    /**
     * @brief The address to restore when the slave is released.
     * @return the address
     */
    const Address& GetOriginalAddress() const
    {
        return m_originalAddress;
    }

    /**
     * @brief The MTU to restore when the slave is released.
     * @return the MTU, in bytes
     */
    uint16_t GetOriginalMtu() const
    {
        return m_originalMtu;
    }

    /**
     * @brief Count a packet that went down this slave.
     * @param bytes its size with Ethernet header, in bytes
     */
    void CountTransmitted(uint32_t bytes);

    /**
     * @brief Count a frame for this host that came up this slave.
     * @param bytes its size with Ethernet header, in bytes
     * @param delivered false if the bond withheld it from the protocols
     */
    void CountReceived(uint32_t bytes, bool delivered);

    /**
     * @brief What has gone over the slave since it was enslaved.
     * @return the counters
     */
    const BondTraffic& GetTraffic() const
    {
        return m_traffic;
    }

    /**
     * @brief How often the link failed (link_failure_count).
     * @return number of changes from up to down
     */
    uint32_t GetLinkFailures() const
    {
        return m_linkFailures;
    }

  private:
    Ptr<NetDevice> m_device;    //!< the enslaved device
    Address m_originalAddress;  //!< its address before
    BondTraffic m_traffic;      //!< counters
    uint32_t m_linkFailures{0}; //!< changes from up to down
    uint16_t m_originalMtu{0};  //!< its MTU before, in bytes
    State m_state{ACTIVE};      //!< what the mode does with it
    bool m_linkUp{false};       //!< the link monitor's verdict
};

} // namespace ns3

#endif /* LINUX_TX_BOND_SLAVE_H */
