/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FAKE_BOND_CONTROL_H
#define LINUX_TX_FAKE_BOND_CONTROL_H

#include "fake-bond.h"

#include "ns3/bond-control.h"

#include <set>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A bond without devices on which options can be written, for unit tests of the option
 *        table: FakeBond's state behind BondControl.
 *
 * Its slaves always have their link up. It chooses the active slave as bond_select_active_slave()
 * does with primary_reselect always, and logs what enslaving and releasing log.
 */
class FakeBondControl : public BondControl
{
  public:
    /**
     * @brief Constructor: the node has the devices of the reference.
     */
    FakeBondControl()
    {
        fake.up = false;
        fake.carrier = false;
        fake.onSelectActiveSlave = [this] { Select(); };
    }

    FakeBond fake;                                   //!< state
    std::set<std::string> devices{"s0", "s1", "s2"}; //!< on the node
    uint32_t modeRecreations{0};                     //!< calls of RecreateMode()
    uint32_t monitorRestarts{0};                     //!< calls of RestartMonitors()
    std::vector<std::string> told;                   //!< calls of TellMode()

    BondParams& GetParamsForChange() override
    {
        return fake.params;
    }

    void RecreateMode() override
    {
        ++modeRecreations;
    }

    void RestartMonitors() override
    {
        ++monitorRestarts;
    }

    void TellMode(const std::string& option) override
    {
        told.push_back(option);
    }

    BondResult EnslaveByName(const std::string& name) override
    {
        if (fake.slaves.FindByName(name))
        {
            Log("(slave " + name + "): Error: Device is in use and cannot be enslaved");
            return BondResult::Refuse("in use", "EBUSY");
        }
        const auto slave = fake.AddSlave(name);
        const BondModeId mode = GetParams().mode;
        const bool isBackup = mode == BondModeId::IEEE_8023AD ||
                              (mode == BondModeId::ACTIVE_BACKUP && fake.slaves.GetN() > 1);
        slave->SetState(isBackup ? BondSlave::BACKUP : BondSlave::ACTIVE);
        if (GetParams().UsesPrimary())
        {
            SelectActiveSlave();
        }
        else if (mode != BondModeId::IEEE_8023AD && !fake.slaves.GetActive())
        {
            fake.slaves.SetActive(slave);
        }
        Log("(slave " + name + "): Enslaving as " + (isBackup ? "a backup" : "an active") +
            " interface with an up link");
        return BondResult::Success();
    }

    BondResult ReleaseByName(const std::string& name) override
    {
        const auto slave = fake.slaves.FindByName(name);
        if (!slave)
        {
            return BondResult::Refuse("no slave");
        }
        if (GetParams().mode == BondModeId::IEEE_8023AD && IsUp())
        {
            Log("(slave " + name + "): Removing an active aggregator");
        }
        slave->SetInactiveFlags(GetParams());
        Log("(slave " + name + "): Releasing " +
            (slave->GetState() == BondSlave::ACTIVE ? "active" : "backup") + " interface");
        Log("(slave " + name +
            "): the permanent HWaddr of slave - MAC - is still in use by bond - set the HWaddr of "
            "slave to a different address to avoid conflicts");
        const bool wasActive = slave == fake.slaves.GetActive();
        fake.slaves.Remove(slave);
        if (wasActive)
        {
            SelectActiveSlave();
        }
        return BondResult::Success();
    }

    bool HasDevice(const std::string& name) const override
    {
        return devices.count(name) > 0;
    }

    uint16_t GetNTxQueues() const override
    {
        return 16;
    }

    void ChangeActiveSlave(const Ptr<BondSlave>& slave) override
    {
        const Ptr<BondSlave> before = fake.slaves.GetActive();
        fake.ChangeActiveSlave(slave);
        if (!GetParams().UsesPrimary())
        {
            return;
        }
        if (before && GetParams().mode == BondModeId::ACTIVE_BACKUP)
        {
            before->SetState(BondSlave::BACKUP);
        }
        if (slave)
        {
            slave->SetState(BondSlave::ACTIVE);
            Log("(slave " + slave->GetName() + "): making interface the new active one");
        }
    }

    // The rest is the fake's.
    const BondParams& GetParams() const override
    {
        return fake.params;
    }

    BondSlaveList& GetSlaveList() override
    {
        return fake.slaves;
    }

    const JiffyClock& GetClock() const override
    {
        return fake.clock;
    }

    int64_t GetJiffies() const override
    {
        return fake.GetJiffies();
    }

    bool IsUp() const override
    {
        return fake.up;
    }

    bool HasCarrier() const override
    {
        return fake.carrier;
    }

    Mac48Address GetHardwareAddress() const override
    {
        return fake.address;
    }

    void SetHardwareAddress(const Mac48Address& address) override
    {
        fake.address = address;
    }

    Mac48Address GetSlaveAddress(const BondSlave& slave) const override
    {
        return fake.GetSlaveAddress(slave);
    }

    void SetSlaveAddress(const BondSlave& slave, const Mac48Address& address) override
    {
        fake.SetSlaveAddress(slave, address);
    }

    void SelectActiveSlave() override
    {
        fake.SelectActiveSlave();
    }

    void UpdateCarrier() override
    {
        fake.UpdateCarrier();
    }

    void UpdateSlaveArray() override
    {
        fake.UpdateSlaveArray();
    }

    bool HasEmptySlaveArray() const override
    {
        return fake.HasEmptySlaveArray();
    }

    void SlaveLinkChanged(BondSlave& slave) override
    {
        fake.SlaveLinkChanged(slave);
    }

    void SendOnSlave(BondSlave& slave,
                     const Ptr<Packet>& payload,
                     const Mac48Address& source,
                     const Mac48Address& destination,
                     uint16_t etherType) override
    {
        fake.SendOnSlave(slave, payload, source, destination, etherType);
    }

    void SendOnBond(const Ptr<Packet>& payload,
                    const Mac48Address& destination,
                    uint16_t etherType) override
    {
        fake.SendOnBond(payload, destination, etherType);
    }

    void SendTaggedOnSlave(BondSlave& slave,
                           const Ptr<Packet>& payload,
                           const Mac48Address& source,
                           const Mac48Address& destination,
                           uint16_t etherType,
                           const VlanTags& tags) override
    {
        fake.SendTaggedOnSlave(slave, payload, source, destination, etherType, tags);
    }

    void SendOnUpper(const BondInterface& upper,
                     const Ptr<Packet>& payload,
                     const Mac48Address& destination,
                     uint16_t etherType) override
    {
        fake.SendOnUpper(upper, payload, destination, etherType);
    }

    std::vector<BondInterface> GetUppers() const override
    {
        return fake.GetUppers();
    }

    std::optional<BondInterface> FindRoutedUpper(const Ipv4Address& target) const override
    {
        return fake.FindRoutedUpper(target);
    }

    std::vector<Ipv4InterfaceAddress> GetIpv4Addresses() const override
    {
        return fake.ipv4Addresses;
    }

    std::vector<Ipv6InterfaceAddress> GetIpv6Addresses() const override
    {
        return fake.ipv6Addresses;
    }

    bool IsRoutedElsewhere(const Ipv4Address& target) const override
    {
        return fake.IsRoutedElsewhere(target);
    }

    uint32_t GetRandom() override
    {
        return fake.GetRandom();
    }

    void Log(const std::string& message) override
    {
        fake.Log(message);
    }

  private:
    /**
     * @brief bond_select_active_slave().
     */
    void Select()
    {
        Ptr<BondSlave> best = fake.slaves.GetPrimary();
        for (const auto& slave : fake.slaves.GetAll())
        {
            if (!best || (!fake.slaves.GetPrimary() && slave->GetPriority() > best->GetPriority()))
            {
                best = slave;
            }
        }
        if (best == fake.slaves.GetActive())
        {
            return;
        }
        ChangeActiveSlave(best);
        if (GetParams().mode == BondModeId::IEEE_8023AD)
        {
            // bond_3ad_set_carrier() always claims a change.
            Log(HasCarrier() ? "active interface up!"
                             : "now running without any active interface!");
        }
    }
};

} // namespace ns3

#endif /* LINUX_TX_FAKE_BOND_CONTROL_H */
