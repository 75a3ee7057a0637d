/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_CORE_H
#define LINUX_TX_BOND_CORE_H

#include "ns3/active-slave-selection.h"
#include "ns3/bond-arp-monitor.h"
#include "ns3/bond-control.h"
#include "ns3/bond-group-rejoiner.h"
#include "ns3/bond-mii-monitor.h"
#include "ns3/bond-mode.h"
#include "ns3/bond-options.h"
#include "ns3/bond-outbox.h"
#include "ns3/bond-peer-notifier.h"
#include "ns3/bond-result.h"
#include "ns3/bond-slave-port.h"
#include "ns3/bond-work.h"
#include "ns3/fail-over-mac-policy.h"
#include "ns3/net-device.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class BondingNetDevice;

/**
 * @ingroup linux-tx
 * @brief The control path of a bond (struct bonding and the control half of bond_main.c): slaves,
 *        options, mode, monitors, and the order in which an event runs through them.
 *
 * BondingNetDevice owns it and keeps the data path; the core tells the device what has changed
 * (address, carrier, active slave) and sends the bond's own frames through it.
 *
 * Invariants: the mode object is always that of the mode option. Works run only while the bond is
 * up. Whatever an event changes is in its new state before anybody outside hears of it
 * (BondOutbox).
 */
class BondCore : public BondControl
{
  public:
    /**
     * @brief Constructor: a bond that is down, without slaves, in balance-rr.
     * @param device the device whose control path it is
     */
    explicit BondCore(BondingNetDevice& device);
    ~BondCore() override;

    BondCore(const BondCore&) = delete;
    BondCore& operator=(const BondCore&) = delete;

    /**
     * @brief bond_open(): start the works.
     */
    void Open();

    /**
     * @brief bond_close(): stop the works.
     */
    void Close();

    /**
     * @brief bond_enslave(); what forbids it has been checked.
     * @param device the device to enslave
     * @return success, or why the device cannot follow the bond
     */
    BondResult Enslave(const Ptr<NetDevice>& device);

    /**
     * @brief bond_release().
     * @param slave a slave of this bond
     */
    void Release(const Ptr<BondSlave>& slave);

    /**
     * @brief The user sets the bond's address (bond_set_mac_address).
     * @param address the address
     */
    void SetAddress(const Mac48Address& address);

    /**
     * @brief For BondSlavePort: the link of a slave's device may have changed
     *        (bond_slave_netdev_event: NETDEV_UP, NETDEV_DOWN, NETDEV_CHANGE).
     * @param slave the slave
     */
    void SlaveDeviceChanged(BondSlave& slave);

    /**
     * @brief A slave has received a frame: the probe sees it first (bond->recv_probe).
     * @param slave the slave
     * @param payload what follows the Ethernet header
     * @param source source address
     * @param destination destination address
     * @param etherType EtherType
     * @return true if the frame was the bond's own and goes no further
     */
    bool ReceiveProbe(BondSlave& slave,
                      const Ptr<const Packet>& payload,
                      const Mac48Address& source,
                      const Mac48Address& destination,
                      uint16_t etherType);

    /**
     * @brief Forget slaves and works without touching devices; the device is being disposed.
     */
    void Dispose();

    /**
     * @brief The mode.
     * @return the mode object of the mode option
     */
    BondMode& GetMode() const
    {
        return *m_mode;
    }

    /**
     * @brief The options.
     * @return the option table's reader and writer for this bond
     */
    BondOptions& GetOptions()
    {
        return m_options;
    }

    /**
     * @brief Write an option; everything that follows from it is told before this returns.
     * @param option its Linux name
     * @param value the text
     * @return what Linux answers
     */
    BondResult SetOption(const std::string& option, const std::string& value);

    /**
     * @brief The slaves, to be read.
     * @return the slaves in enslave order
     */
    const BondSlaveList& GetSlaves() const
    {
        return m_slaves;
    }

    /**
     * @brief Groups that hosts behind the bond have joined.
     * @return what repeats their membership reports
     */
    BondGroupRejoiner& GetGroupRejoiner()
    {
        return m_rejoiner;
    }

    /**
     * @brief Traffic of slaves that were released.
     * @return the sum of their counters
     */
    const BondTraffic& GetReleasedTraffic() const
    {
        return m_releasedTraffic;
    }

    /**
     * @brief How often the carrier changed (carrier_changes).
     * @return number of changes
     */
    uint32_t GetCarrierChanges() const
    {
        return m_carrierChanges;
    }

    /**
     * @brief Set the length of a jiffy.
     * @param jiffy the length; positive
     */
    void SetJiffy(Time jiffy);

    /**
     * @brief Let rebuilds of the array of usable slaves fail, as they do for want of memory or
     * lock.
     * @param fail true: from now on none succeeds
     */
    void SetSlaveArrayRebuildFails(bool fail)
    {
        m_rebuildFails = fail;
    }

    /**
     * @brief Do rebuilds of the array of usable slaves fail?
     * @return true if so
     */
    bool GetSlaveArrayRebuildFails() const
    {
        return m_rebuildFails;
    }

    /**
     * @brief Fix the random stream.
     * @param stream number of the stream
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    // Inherited from BondContext.
    const BondParams& GetParams() const override;
    BondSlaveList& GetSlaveList() override;
    const JiffyClock& GetClock() const override;
    int64_t GetJiffies() const override;
    bool IsUp() const override;
    bool HasCarrier() const override;
    Mac48Address GetHardwareAddress() const override;
    void SetHardwareAddress(const Mac48Address& address) override;
    Mac48Address GetSlaveAddress(const BondSlave& slave) const override;
    void SetSlaveAddress(const BondSlave& slave, const Mac48Address& address) override;
    void SelectActiveSlave() override;
    void ChangeActiveSlave(const Ptr<BondSlave>& slave) override;
    void UpdateCarrier() override;
    void UpdateSlaveArray() override;
    bool HasEmptySlaveArray() const override;
    void SlaveLinkChanged(BondSlave& slave) override;
    void SendOnSlave(BondSlave& slave,
                     const Ptr<Packet>& payload,
                     const Mac48Address& source,
                     const Mac48Address& destination,
                     uint16_t etherType) override;
    void SendOnBond(const Ptr<Packet>& payload,
                    const Mac48Address& destination,
                    uint16_t etherType) override;
    std::vector<Ipv4InterfaceAddress> GetIpv4Addresses() const override;
    std::vector<Ipv6InterfaceAddress> GetIpv6Addresses() const override;
    void SendTaggedOnSlave(BondSlave& slave,
                           const Ptr<Packet>& payload,
                           const Mac48Address& source,
                           const Mac48Address& destination,
                           uint16_t etherType,
                           const VlanTags& tags) override;
    void SendOnUpper(const BondInterface& upper,
                     const Ptr<Packet>& payload,
                     const Mac48Address& destination,
                     uint16_t etherType) override;
    std::vector<BondInterface> GetUppers() const override;
    std::optional<BondInterface> FindRoutedUpper(const Ipv4Address& target) const override;
    bool IsRoutedElsewhere(const Ipv4Address& target) const override;
    uint32_t GetRandom() override;
    void Log(const std::string& message) override;

    // Inherited from BondControl.
    BondParams& GetParamsForChange() override;
    void RecreateMode() override;
    void RestartMonitors() override;
    void TellMode(const std::string& option) override;
    BondResult EnslaveByName(const std::string& name) override;
    BondResult ReleaseByName(const std::string& name) override;
    bool HasDevice(const std::string& name) const override;
    uint16_t GetNTxQueues() const override;

  private:
    /**
     * @brief The device through which IPv4 sends to an address (ip_route_output).
     * @param target the address
     * @return the device, or null without route
     */
    Ptr<NetDevice> FindRouteDevice(const Ipv4Address& target) const;

    /**
     * @brief The verdict on a slave that is being enslaved, by the monitor that is on.
     * @param slave the slave, its carrier known
     */
    void AdmitLink(BondSlave& slave) const;

    /**
     * @brief Log that a released slave and the bond have the same address (the warning of
     *        __bond_release_one).
     * @param slave the slave, already out of the list
     */
    void WarnOfSharedAddress(const BondSlave& slave);

    /**
     * @brief Read carrier, speed and duplex from a slave's device.
     * @param slave the slave
     */
    static void ReadDevice(BondSlave& slave);

    /**
     * @brief Stop everything that runs by itself.
     */
    void StopWorks();

    /**
     * @brief The port of a device, made if there is none yet.
     * @param device the device
     * @return its port
     */
    BondSlavePort& GetPort(const Ptr<NetDevice>& device);

    BondingNetDevice& m_device;              //!< the device
    BondOutbox m_outbox;                     //!< what is told and sent once the state is consistent
    JiffyClock m_clock;                      //!< jiffies
    BondParams m_params;                     //!< options
    BondSlaveList m_slaves;                  //!< slaves, active and primary slave
    std::vector<Ptr<BondSlavePort>> m_ports; //!< one for each device that ever was a slave
    BondPeerNotifier m_notifier;             //!< gratuitous ARP and unsolicited NA
    BondGroupRejoiner m_rejoiner;            //!< IGMP and MLD reports
    FailOverMacPolicy m_macPolicy;           //!< fail_over_mac
    ActiveSlaveSelection m_selection;        //!< current active slave
    BondMiiMonitor m_miiMonitor;             //!< miimon
    BondArpMonitor m_arpMonitor;             //!< arp_interval
    BondWork m_slaveArrayWork;               //!< slave_arr_work: a rebuild that could not run
    BondOptions m_options;                   //!< option table
    std::unique_ptr<BondMode> m_mode;        //!< the mode
    Ptr<UniformRandomVariable> m_random;     //!< what get_random_u32() draws from
    BondTraffic m_releasedTraffic;           //!< traffic of slaves that were released
    uint32_t m_carrierChanges{1};            //!< carrier_changes; bond_init() takes it off once
    bool m_addressAssigned{false};           //!< has an address; the next first slave gives none
    bool m_up{false};                        //!< IFF_UP
    bool m_carrier{false};                   //!< carrier
    bool m_rebuildFails{false};              //!< rebuilds of the array fail
};

} // namespace ns3

#endif /* LINUX_TX_BOND_CORE_H */
