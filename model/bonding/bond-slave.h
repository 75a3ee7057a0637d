/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SLAVE_H
#define LINUX_TX_BOND_SLAVE_H

#include "ns3/address.h"
#include "ns3/bond-params.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

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

/// The link monitor's verdict on a slave; the numbers are Linux's (BOND_LINK_*).
enum class BondLink : uint8_t
{
    UP = 0,   //!< usable
    FAIL = 1, //!< seen down, downdelay runs
    DOWN = 2, //!< not usable
    BACK = 3, //!< seen up again, updelay runs
};

/**
 * @brief A verdict as reports have it (bond_slave_link_status).
 * @param link the verdict
 * @return up, going down, down or going back
 */
const char* GetBondLinkName(BondLink link);

/**
 * @ingroup linux-tx
 * @brief One slave as its bond sees it (struct slave of include/net/bonding.h).
 *
 * It keeps the verdict of the link monitor, whether the mode uses the slave (ACTIVE) or holds it
 * back (BACKUP), what Release() has to restore, and counters. It decides nothing and changes no
 * device: the bond's control path writes the state, modes and the transmit path read it.
 *
 * Invariant: linkFailures is the number of times the link was given up while enslaved.
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

    /// SPEED_UNKNOWN.
    static constexpr uint32_t SPEED_UNKNOWN = UINT32_MAX;

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
     * @brief Set the name of the device, as reports print it.
     * @param name an interface name, unique on the node
     */
    void SetName(const std::string& name)
    {
        m_name = name;
    }

    /**
     * @brief The name of the device, as reports and options have it.
     * @return the name
     */
    const std::string& GetName() const
    {
        return m_name;
    }

    // --- What the device says ---

    /**
     * @brief bond_slave_is_up(): is the device up and has it carrier, this instant?
     * @return true if so
     */
    bool HasCarrier() const
    {
        return m_carrier;
    }

    /**
     * @brief Write down the device's carrier; the bond does, at every link change of the device.
     * @param carrier what NetDevice::IsLinkUp() says
     */
    void SetCarrier(bool carrier)
    {
        m_carrier = carrier;
    }

    /**
     * @brief Speed of the device's link (slave->speed).
     * @return the speed, in Mb/s; SPEED_UNKNOWN if the device has none
     */
    uint32_t GetSpeed() const
    {
        return m_speed;
    }

    /**
     * @brief Is the link full duplex (slave->duplex)?
     * @return true if so; false if half duplex or unknown
     */
    bool IsFullDuplex() const
    {
        return m_fullDuplex;
    }

    /**
     * @brief Write down speed and duplex (bond_update_speed_duplex).
     * @param speed the speed, in Mb/s, or SPEED_UNKNOWN
     * @param fullDuplex full duplex?
     */
    void SetSpeed(uint32_t speed, bool fullDuplex)
    {
        m_speed = speed;
        m_fullDuplex = fullDuplex;
    }

    // --- The link monitor's verdict ---

    /**
     * @brief The link monitor's verdict (slave->link).
     * @return the verdict
     */
    BondLink GetLink() const
    {
        return m_link;
    }

    /**
     * @brief Set the link monitor's verdict (bond_set_slave_link_state).
     * @param link the new verdict
     * @return true if that is a change
     */
    bool SetLink(BondLink link)
    {
        const bool changed = m_link != link;
        m_link = link;
        return changed;
    }

    /**
     * @brief Does the link count as up (slave->link == BOND_LINK_UP)?
     * @return true if so
     */
    bool IsLinkUp() const
    {
        return m_link == BondLink::UP;
    }

    /**
     * @brief Ticks of updelay or downdelay that are left (slave->delay).
     * @return number of miimon ticks
     */
    uint32_t GetDelay() const
    {
        return m_delay;
    }

    /**
     * @brief Set the ticks of updelay or downdelay that are left.
     * @param ticks number of miimon ticks
     */
    void SetDelay(uint32_t ticks)
    {
        m_delay = ticks;
    }

    /**
     * @brief When the link last came up or was last found up (slave->last_link_up).
     * @return jiffies
     */
    int64_t GetLastLinkUp() const
    {
        return m_lastLinkUp;
    }

    /**
     * @brief Remember when the link came up.
     * @param jiffies now
     */
    void SetLastLinkUp(int64_t jiffies)
    {
        m_lastLinkUp = jiffies;
    }

    /**
     * @brief How often the link failed (link_failure_count).
     * @return number of failures
     */
    uint32_t GetLinkFailures() const
    {
        return m_linkFailures;
    }

    /**
     * @brief Count a link failure.
     */
    void CountLinkFailure()
    {
        ++m_linkFailures;
    }

    // --- Signs of life, for the ARP monitor ---

    /**
     * @brief When a frame that counts as sign of life was last received (slave->last_rx).
     * @return jiffies
     */
    int64_t GetLastRx() const
    {
        return m_lastRx;
    }

    /**
     * @brief Remember a sign of life.
     * @param jiffies now
     */
    void SetLastRx(int64_t jiffies)
    {
        m_lastRx = jiffies;
    }

    /**
     * @brief When a probe last went down the slave (slave_last_tx of 6.1).
     * @return jiffies
     */
    int64_t GetLastTx() const
    {
        return m_lastTx;
    }

    /**
     * @brief Remember that a probe went down the slave.
     * @param jiffies now
     */
    void SetLastTx(int64_t jiffies)
    {
        m_lastTx = jiffies;
    }

    /**
     * @brief When a valid answer of an ARP or NS target was last received
     *        (slave->target_last_arp_rx).
     * @param target position among the targets, below BondParams::MAX_ARP_TARGETS
     * @return jiffies
     */
    int64_t GetTargetLastRx(std::size_t target) const
    {
        return m_targetLastRx.at(target);
    }

    /**
     * @brief Remember a valid answer of a target; adding the target to the options does, too.
     * @param target position among the targets, below BondParams::MAX_ARP_TARGETS
     * @param jiffies now
     */
    void SetTargetLastRx(std::size_t target, int64_t jiffies)
    {
        m_targetLastRx.at(target) = jiffies;
    }

    /**
     * @brief Forget a target's answers: those after it move up, as the targets do
     *        (bond_option_arp_ip_target_rem).
     * @param target position among the targets, below BondParams::MAX_ARP_TARGETS
     */
    void EraseTargetLastRx(std::size_t target);

    // --- What the mode does with it ---

    /**
     * @brief What the mode does with the slave (slave->backup).
     * @return the state
     */
    State GetState() const
    {
        return m_state;
    }

    /**
     * @brief Set what the mode does with the slave.
     * @param state the new state
     */
    void SetState(State state)
    {
        m_state = state;
    }

    /**
     * @brief Are received frames withheld from the protocols (slave->inactive)?
     * @return true if so
     */
    bool IsInactive() const
    {
        return m_inactive;
    }

    /**
     * @brief Withhold received frames from the protocols, or no longer (all_slaves_active).
     * @param inactive withhold them?
     */
    void SetInactive(bool inactive)
    {
        m_inactive = inactive;
    }

    /**
     * @brief bond_set_slave_active_flags().
     */
    void SetActiveFlags();

    /**
     * @brief bond_set_slave_inactive_flags().
     * @param params the bond's options: load balancing modes keep the state, all_slaves_active
     *        keeps the slave receiving
     */
    void SetInactiveFlags(const BondParams& params);

    /**
     * @brief May frames be sent on the slave? (bond_slave_can_tx)
     * @return true if it has carrier, its link counts as up, and the mode uses it
     */
    bool CanTransmit() const
    {
        return m_carrier && m_link == BondLink::UP && m_state == ACTIVE;
    }

    // --- Options of a slave ---

    /**
     * @brief Option queue_id: the bond's TX queue that is sent on this slave; 0 is none.
     * @return the queue
     */
    uint16_t GetQueueId() const
    {
        return m_queueId;
    }

    /**
     * @brief Set option queue_id.
     * @param queue the queue, or 0
     */
    void SetQueueId(uint16_t queue)
    {
        m_queueId = queue;
    }

    /**
     * @brief Option prio: the higher, the sooner it becomes the active slave.
     * @return the priority
     */
    int32_t GetPriority() const
    {
        return m_priority;
    }

    /**
     * @brief Set option prio.
     * @param priority the priority
     */
    void SetPriority(int32_t priority)
    {
        m_priority = priority;
    }

    // --- What Release() restores ---

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

    // --- Counters ---

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

  private:
    Ptr<NetDevice> m_device;                                           //!< the enslaved device
    std::string m_name;                                                //!< its interface name
    Address m_originalAddress;                                         //!< its address before
    BondTraffic m_traffic;                                             //!< counters
    std::array<int64_t, BondParams::MAX_ARP_TARGETS> m_targetLastRx{}; //!< jiffies, by target
    int64_t m_lastLinkUp{0};         //!< jiffies when the link last came up
    int64_t m_lastRx{0};             //!< jiffies of the last sign of life
    int64_t m_lastTx{0};             //!< jiffies of the last probe sent
    uint32_t m_linkFailures{0};      //!< times the link was given up
    uint32_t m_delay{0};             //!< ticks of updelay or downdelay left
    uint32_t m_speed{SPEED_UNKNOWN}; //!< in Mb/s
    int32_t m_priority{0};           //!< prio
    uint16_t m_queueId{0};           //!< queue_id
    uint16_t m_originalMtu{0};       //!< its MTU before, in bytes
    State m_state{ACTIVE};           //!< what the mode does with it
    BondLink m_link{BondLink::DOWN}; //!< the link monitor's verdict
    bool m_fullDuplex{false};        //!< duplex
    bool m_carrier{false};           //!< what the device says
    bool m_inactive{false};          //!< received frames are withheld
};

} // namespace ns3

#endif /* LINUX_TX_BOND_SLAVE_H */
