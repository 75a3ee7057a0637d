/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FAKE_BOND_H
#define LINUX_TX_FAKE_BOND_H

#include "ns3/bond-context.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A bond without devices, for unit tests of the parts of a bond.
 *
 * Options and slaves are set directly; what a part asks for is written down. jiffies follow the
 * simulator's clock and can be moved ahead, which needs no simulator.
 */
class FakeBond : public BondContext
{
  public:
    /// A frame that a part has sent.
    struct SentFrame
    {
        std::string slave;        //!< name of the slave; empty: through the bond
        Ptr<Packet> payload;      //!< what follows the Ethernet header
        Mac48Address source;      //!< source address
        Mac48Address destination; //!< destination address
        uint16_t etherType;       //!< EtherType
        VlanTags tags;            //!< VLAN tags that a slave is to put on it
        Ptr<NetDevice> upper;     //!< the device on top of the bond it is sent through, or null
    };

    /**
     * @brief Add a slave, in state ACTIVE.
     * @param name its name
     * @param link the link monitor's verdict; carrier follows it
     * @param address its hardware address
     * @return the slave
     */
    Ptr<BondSlave> AddSlave(const std::string& name,
                            BondLink link = BondLink::UP,
                            const Mac48Address& address = Mac48Address("02:00:00:00:00:01"))
    {
        auto slave = Create<BondSlave>();
        slave->SetName(name);
        slave->SetLink(link);
        slave->SetCarrier(link == BondLink::UP);
        slave->SetSpeed(1000, true);
        slaves.Add(slave);
        slaveAddresses[name] = address;
        return slave;
    }

    const BondParams& GetParams() const override
    {
        return params;
    }

    BondSlaveList& GetSlaveList() override
    {
        return slaves;
    }

    const JiffyClock& GetClock() const override
    {
        return clock;
    }

    int64_t GetJiffies() const override
    {
        return clock.GetJiffies(Simulator::Now()) + jiffiesAhead;
    }

    bool IsUp() const override
    {
        return up;
    }

    bool HasCarrier() const override
    {
        return carrier;
    }

    Mac48Address GetHardwareAddress() const override
    {
        return address;
    }

    void SetHardwareAddress(const Mac48Address& newAddress) override
    {
        address = newAddress;
    }

    Mac48Address GetSlaveAddress(const BondSlave& slave) const override
    {
        return slaveAddresses.at(slave.GetName());
    }

    void SetSlaveAddress(const BondSlave& slave, const Mac48Address& newAddress) override
    {
        slaveAddresses[slave.GetName()] = newAddress;
    }

    void SelectActiveSlave() override
    {
        ++activeSelections;
        if (onSelectActiveSlave)
        {
            onSelectActiveSlave();
        }
    }

    void ChangeActiveSlave(const Ptr<BondSlave>& slave) override
    {
        ++activeChanges;
        slaves.SetActive(slave);
    }

    void UpdateCarrier() override
    {
        ++carrierUpdates;
    }

    void UpdateSlaveArray() override
    {
        ++arrayUpdates;
    }

    bool HasEmptySlaveArray() const override
    {
        return emptySlaveArray;
    }

    void SlaveLinkChanged(BondSlave& slave) override
    {
        linkChanges.push_back(slave.GetName());
    }

    void SendOnSlave(BondSlave& slave,
                     const Ptr<Packet>& payload,
                     const Mac48Address& source,
                     const Mac48Address& destination,
                     uint16_t etherType) override
    {
        sent.push_back({slave.GetName(), payload, source, destination, etherType, {}, nullptr});
        slave.SetLastTx(GetJiffies());
    }

    void SendTaggedOnSlave(BondSlave& slave,
                           const Ptr<Packet>& payload,
                           const Mac48Address& source,
                           const Mac48Address& destination,
                           uint16_t etherType,
                           const VlanTags& tags) override
    {
        SendOnSlave(slave, payload, source, destination, etherType);
        if (tags.GetCount() > 0)
        {
            sent.back().tags = tags;
        }
    }

    void SendOnUpper(const BondInterface& upper,
                     const Ptr<Packet>& payload,
                     const Mac48Address& destination,
                     uint16_t etherType) override
    {
        sent.push_back({"", payload, upper.address, destination, etherType, {}, upper.device});
    }

    std::vector<BondInterface> GetUppers() const override
    {
        return uppers;
    }

    std::optional<BondInterface> FindRoutedUpper(const Ipv4Address& /* target */) const override
    {
        return routedUpper;
    }

    void SendOnBond(const Ptr<Packet>& payload,
                    const Mac48Address& destination,
                    uint16_t etherType) override
    {
        sent.push_back({"", payload, address, destination, etherType, {}, nullptr});
    }

    std::vector<Ipv4InterfaceAddress> GetIpv4Addresses() const override
    {
        return ipv4Addresses;
    }

    std::vector<Ipv6InterfaceAddress> GetIpv6Addresses() const override
    {
        return ipv6Addresses;
    }

    bool IsRoutedElsewhere(const Ipv4Address& /* target */) const override
    {
        return routedElsewhere;
    }

    uint32_t GetRandom() override
    {
        return nextRandom++;
    }

    void Log(const std::string& message) override
    {
        log.push_back(message);
    }

    BondParams params;                                  //!< options
    BondSlaveList slaves;                               //!< slaves
    JiffyClock clock;                                   //!< HZ=250
    int64_t jiffiesAhead{0};                            //!< added to the simulator's jiffies
    bool up{true};                                      //!< administratively up
    bool emptySlaveArray{false};                        //!< what HasEmptySlaveArray() says
    bool routedElsewhere{false};                        //!< what IsRoutedElsewhere() says
    std::vector<BondInterface> uppers;                  //!< devices on top of the bond
    std::optional<BondInterface> routedUpper;           //!< what FindRoutedUpper() says
    bool carrier{true};                                 //!< the bond's carrier
    Mac48Address address{"02:00:00:00:00:01"};          //!< the bond's address
    std::map<std::string, Mac48Address> slaveAddresses; //!< by slave's name
    std::vector<Ipv4InterfaceAddress> ipv4Addresses;    //!< the bond's
    std::vector<Ipv6InterfaceAddress> ipv6Addresses;    //!< the bond's
    std::vector<SentFrame> sent;                        //!< frames, in order
    std::vector<std::string> linkChanges;               //!< slaves reported, in order
    std::vector<std::string> log;                       //!< lines, in order
    std::function<void()> onSelectActiveSlave;          //!< what SelectActiveSlave() does
    uint32_t activeSelections{0};                       //!< calls of SelectActiveSlave()
    uint32_t activeChanges{0};                          //!< calls of ChangeActiveSlave()
    uint32_t carrierUpdates{0};                         //!< calls of UpdateCarrier()
    uint32_t arrayUpdates{0};                           //!< calls of UpdateSlaveArray()
    uint32_t nextRandom{0};                             //!< what GetRandom() gives next
};

} // namespace ns3

#endif /* LINUX_TX_FAKE_BOND_H */
