/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-core.h"

#include "ns3/bond-enslave-rules.h"
#include "ns3/bonding-net-device.h"
#include "ns3/interface-addresses.h"
#include "ns3/interface-name.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/slave-link-speed.h"
#include "ns3/socket.h"
#include "ns3/stacking-rules.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BondCore");

namespace
{

/// TX queues of a bond (tx_queues, a parameter of the driver).
constexpr uint16_t TX_QUEUES = 16;

} // namespace

BondCore::BondCore(BondingNetDevice& device)
    : m_device(device),
      m_notifier(*this),
      m_rejoiner(*this),
      m_macPolicy(*this),
      m_selection(*this,
                  m_macPolicy,
                  m_notifier,
                  m_rejoiner,
                  [this](const Ptr<BondSlave>& before, const Ptr<BondSlave>& now) {
                      m_mode->ActiveSlaveChanged(before, now);
                      m_outbox.Post(
                          [this, before, now] { m_device.ActiveSlaveChanged(before, now); });
                  }),
      m_miiMonitor(*this, m_notifier),
      m_arpMonitor(*this, m_notifier),
      m_slaveArrayWork(m_clock, [this] { UpdateSlaveArray(); }),
      m_options(*this),
      m_mode(BondMode::Create(m_params.mode, *this)),
      m_random(CreateObject<UniformRandomVariable>())
{
}

BondCore::~BondCore() = default;

// --- Up and down -------------------------------------------------------------------------------

void
BondCore::Open()
{
    if (m_up)
    {
        return;
    }
    const BondOutbox::Call call(m_outbox);
    m_up = true;
    for (const auto& slave : m_slaves.GetAll())
    {
        if (m_params.UsesPrimary() && slave != m_slaves.GetActive())
        {
            slave->SetInactiveFlags(m_params);
        }
        else if (m_params.mode != BondModeId::IEEE_8023AD)
        {
            slave->SetActiveFlags();
        }
    }
    // Works of one jiffy take turns, so it matters that bond_open() queues alb_work before mii_work
    // and ad_work after it.
    const bool isLast = m_params.mode == BondModeId::IEEE_8023AD;
    if (!isLast)
    {
        m_mode->Open();
    }
    if (m_params.miimon > 0)
    {
        m_miiMonitor.Start();
    }
    if (m_params.arpInterval > 0)
    {
        m_arpMonitor.Open();
    }
    if (isLast)
    {
        m_mode->Open();
    }
    UpdateSlaveArray();
}

void
BondCore::Close()
{
    if (!m_up)
    {
        return;
    }
    const BondOutbox::Call call(m_outbox);
    m_up = false;
    StopWorks();
    m_mode->Close();
}

void
BondCore::StopWorks()
{
    m_miiMonitor.Stop();
    m_arpMonitor.Stop();
    m_slaveArrayWork.Cancel();
    m_notifier.Stop();
    m_rejoiner.Stop();
}

void
BondCore::RestartMonitors()
{
    if (!m_up)
    {
        return;
    }
    // A tick that is pending already stays (queue_delayed_work).
    if (m_params.miimon > 0)
    {
        m_miiMonitor.Start();
    }
    else
    {
        m_miiMonitor.Stop();
    }
    if (m_params.arpInterval > 0)
    {
        m_arpMonitor.Start();
    }
    else
    {
        m_arpMonitor.Stop();
    }
}

void
BondCore::RecreateMode()
{
    m_mode = BondMode::Create(m_params.mode, *this);
}

void
BondCore::TellMode(const std::string& option)
{
    m_mode->OptionChanged(option);
}

// --- Slaves ------------------------------------------------------------------------------------

BondSlavePort&
BondCore::GetPort(const Ptr<NetDevice>& device)
{
    const auto port = std::find_if(m_ports.begin(), m_ports.end(), [&device](const auto& known) {
        return known->GetDevice() == device;
    });
    if (port != m_ports.end())
    {
        return **port;
    }
    m_ports.push_back(Create<BondSlavePort>(&m_device, device));
    return *m_ports.back();
}

BondResult
BondCore::Enslave(const Ptr<NetDevice>& device)
{
    const BondOutbox::Call call(m_outbox);
    const uint16_t originalMtu = device->GetMtu();
    if (!device->SetMtu(m_device.GetMtu()))
    {
        return BondResult::Refuse("cannot enslave " + DescribeDevice(device) +
                                  ": it refuses the MTU " + std::to_string(m_device.GetMtu()) +
                                  " of the bond (its own is " + std::to_string(originalMtu) + ")");
    }
    const auto slave = Create<BondSlave>(device);
    slave->SetName(GetInterfaceName(device));
    slave->SetOriginal(device->GetAddress(), originalMtu);
    if (!m_addressAssigned)
    {
        SetHardwareAddress(GetSlaveAddress(*slave));
        m_addressAssigned = true;
    }
    m_macPolicy.Enslaving(*slave);
    ReadDevice(*slave);
    m_arpMonitor.SlaveEnslaved(*slave);
    AdmitLink(*slave);
    if (slave->GetLink() != BondLink::DOWN)
    {
        slave->SetLastLinkUp(GetJiffies());
    }

    m_slaves.Add(slave);
    m_device.SlavesChanged();
    if (m_params.UsesPrimary() && m_params.primary == slave->GetName())
    {
        m_slaves.SetPrimary(slave);
    }
    m_mode->SlaveEnslaved(*slave);
    GetPort(device).Attach(slave);
    UpdateCarrier();
    if (m_params.UsesPrimary())
    {
        SelectActiveSlave();
    }
    UpdateSlaveArray();
    Log("(slave " + slave->GetName() + "): Enslaving as " +
        (slave->GetState() == BondSlave::ACTIVE ? "an active" : "a backup") + " interface with " +
        (slave->GetLink() != BondLink::DOWN ? "an up" : "a down") + " link");
    return BondResult::Success();
}

void
BondCore::AdmitLink(BondSlave& slave) const
{
    if (m_params.miimon > 0)
    {
        m_miiMonitor.Admit(slave);
    }
    else if (m_params.arpInterval > 0)
    {
        slave.SetLink(slave.HasCarrier() ? BondLink::UP : BondLink::DOWN);
    }
    else
    {
        slave.SetLink(BondLink::UP); // nobody will ever look
    }
}

void
BondCore::WarnOfSharedAddress(const BondSlave& slave)
{
    const bool hasOwnAddress =
        m_params.mode == BondModeId::ACTIVE_BACKUP && m_params.failOverMac != FailOverMac::NONE;
    if (hasOwnAddress || m_slaves.GetN() == 0 ||
        slave.GetOriginalAddress() != Address(GetHardwareAddress()))
    {
        return;
    }
    std::ostringstream line;
    line << "(slave " << slave.GetName() << "): the permanent HWaddr of slave - "
         << GetHardwareAddress()
         << " - is still in use by bond - set the HWaddr of slave to a different address to avoid "
            "conflicts";
    Log(line.str());
}

void
BondCore::Release(const Ptr<BondSlave>& slave)
{
    const BondOutbox::Call call(m_outbox);
    GetPort(slave->GetDevice()).Detach();
    slave->SetInactiveFlags(m_params);
    m_mode->SlaveReleasing(*slave);
    const Ptr<BondSlave> active = m_slaves.GetActive();
    m_slaves.Remove(slave);
    m_device.SlavesChanged();
    m_slaves.SetActive(active); // for the change to null below to be one
    m_mode->SkipInSlaveArray(*slave);
    UpdateSlaveArray();
    Log("(slave " + slave->GetName() + "): Releasing " +
        (slave->GetState() == BondSlave::ACTIVE ? "active" : "backup") + " interface");
    WarnOfSharedAddress(*slave);
    m_arpMonitor.SlaveReleased();
    m_releasedTraffic += slave->GetTraffic();
    if (active == slave)
    {
        ChangeActiveSlave(nullptr);
    }
    m_mode->SlaveReleased(*slave);
    if (active == slave)
    {
        SelectActiveSlave();
    }
    UpdateCarrier();
    if (m_slaves.GetN() == 0)
    {
        // eth_hw_addr_random(): the old address belongs to the released slave again.
        SetHardwareAddress(Mac48Address::Allocate());
        m_addressAssigned = false;
    }
    m_macPolicy.Released(*slave);
    slave->GetDevice()->SetMtu(slave->GetOriginalMtu());
}

void
BondCore::ReadDevice(BondSlave& slave)
{
    const Ptr<NetDevice>& device = slave.GetDevice();
    slave.SetCarrier(device->IsLinkUp());
    const auto speed = GetSlaveLinkSpeed(device);
    slave.SetSpeed(speed.value_or(BondSlave::SPEED_UNKNOWN),
                   speed.has_value() && IsSlaveLinkFullDuplex(device));
}

void
BondCore::SlaveDeviceChanged(BondSlave& slave)
{
    NS_LOG_FUNCTION(this << slave.GetName());
    ReadDevice(slave);
    m_mode->SlaveSpeedChanged(slave);
    UpdateSlaveArray();
}

BondResult
BondCore::EnslaveByName(const std::string& name)
{
    const Ptr<NetDevice> device = FindInterface(m_device.GetNode(), name);
    if (!device)
    {
        return BondResult::Refuse("interface +" + name + " does not exist!", "ENODEV");
    }
    const BondResult result = m_device.Enslave(device);
    if (result.GetErrno() == "EBUSY")
    {
        Log("(slave " + name + "): Error: Device is in use and cannot be enslaved");
    }
    return result;
}

BondResult
BondCore::ReleaseByName(const std::string& name)
{
    const Ptr<BondSlave> slave = m_slaves.FindByName(name);
    if (!slave)
    {
        return BondResult::Refuse("'" + name + "' is not a slave of this bond");
    }
    Release(slave);
    return BondResult::Success();
}

bool
BondCore::HasDevice(const std::string& name) const
{
    return m_device.GetNode() && FindInterface(m_device.GetNode(), name);
}

uint16_t
BondCore::GetNTxQueues() const
{
    return TX_QUEUES;
}

void
BondCore::Dispose()
{
    m_up = false;
    StopWorks();
    m_mode->Close();
    // No Release(): the slaves may have been disposed already.
    for (const auto& port : m_ports)
    {
        port->Forget();
    }
    m_ports.clear();
    m_slaves.Clear();
    m_mode->UpdateSlaveArray();
    m_outbox.Clear();
}

// --- Consequences ------------------------------------------------------------------------------

void
BondCore::SelectActiveSlave()
{
    m_selection.Select();
}

void
BondCore::ChangeActiveSlave(const Ptr<BondSlave>& slave)
{
    m_selection.Change(slave);
}

void
BondCore::UpdateCarrier()
{
    const bool carrier = m_slaves.GetN() > 0 && m_mode->HasCarrier();
    if (carrier == m_carrier)
    {
        return;
    }
    m_carrier = carrier;
    ++m_carrierChanges;
    m_outbox.Post([this, carrier] { m_device.CarrierChanged(carrier); });
}

void
BondCore::UpdateSlaveArray()
{
    if (m_rebuildFails)
    {
        m_slaveArrayWork.Queue(1);
        return;
    }
    m_mode->UpdateSlaveArray();
}

bool
BondCore::HasEmptySlaveArray() const
{
    return m_mode->HasEmptySlaveArray();
}

void
BondCore::SlaveLinkChanged(BondSlave& slave)
{
    m_mode->SlaveLinkChanged(slave);
    const bool up = slave.IsLinkUp();
    m_outbox.Post(
        [this, device = slave.GetDevice(), up] { m_device.SlaveLinkChanged(device, up); });
}

bool
BondCore::ReceiveProbe(BondSlave& slave,
                       const Ptr<const Packet>& payload,
                       const Mac48Address& source,
                       const Mac48Address& destination,
                       uint16_t etherType)
{
    if (!m_up)
    {
        return false;
    }
    if (m_params.arpInterval > 0)
    {
        m_arpMonitor.Receive(slave, payload, source, destination, etherType);
        return false;
    }
    return m_mode->ReceiveProbe(slave, payload, source, destination, etherType);
}

// --- Addresses and frames ----------------------------------------------------------------------

void
BondCore::SetAddress(const Mac48Address& address)
{
    const BondOutbox::Call call(m_outbox);
    if (m_mode->AddressSet(address))
    {
        m_addressAssigned = true;
        return;
    }
    if (m_macPolicy.KeepsBondAddress())
    {
        return; // Linux says that it has worked
    }
    for (const auto& slave : m_slaves.GetAll())
    {
        SetSlaveAddress(*slave, address);
    }
    SetHardwareAddress(address);
    m_addressAssigned = true;
}

Mac48Address
BondCore::GetHardwareAddress() const
{
    return Mac48Address::ConvertFrom(m_device.GetAddress());
}

void
BondCore::SetHardwareAddress(const Mac48Address& address)
{
    m_device.SetOwnAddress(address);
}

Mac48Address
BondCore::GetSlaveAddress(const BondSlave& slave) const
{
    return Mac48Address::ConvertFrom(slave.GetDevice()->GetAddress());
}

void
BondCore::SetSlaveAddress(const BondSlave& slave, const Mac48Address& address)
{
    slave.GetDevice()->SetAddress(address);
}

void
BondCore::SendOnSlave(BondSlave& slave,
                      const Ptr<Packet>& payload,
                      const Mac48Address& source,
                      const Mac48Address& destination,
                      uint16_t etherType)
{
    SendTaggedOnSlave(slave, payload, source, destination, etherType, VlanTags());
}

void
BondCore::SendTaggedOnSlave(BondSlave& slave,
                            const Ptr<Packet>& payload,
                            const Mac48Address& source,
                            const Mac48Address& destination,
                            uint16_t etherType,
                            const VlanTags& tags)
{
    m_outbox.Post([&device = m_device,
                   payload,
                   source,
                   destination,
                   etherType,
                   tags,
                   alive = Ptr<BondSlave>(&slave)] {
        device.SendOwnFrame(*alive, payload, source, destination, etherType, tags);
    });
}

void
BondCore::SendOnBond(const Ptr<Packet>& payload,
                     const Mac48Address& destination,
                     uint16_t etherType)
{
    m_outbox.Post([&device = m_device, payload, destination, etherType] {
        device.Send(payload, destination, etherType);
    });
}

void
BondCore::SendOnUpper(const BondInterface& upper,
                      const Ptr<Packet>& payload,
                      const Mac48Address& destination,
                      uint16_t etherType)
{
    m_outbox.Post([device = upper.device, payload, destination, etherType] {
        device->Send(payload, destination, etherType);
    });
}

std::vector<Ipv4InterfaceAddress>
BondCore::GetIpv4Addresses() const
{
    return GetIpv4AddressesOf(&m_device);
}

std::vector<Ipv6InterfaceAddress>
BondCore::GetIpv6Addresses() const
{
    return GetIpv6AddressesOf(&m_device);
}

std::vector<BondInterface>
BondCore::GetUppers() const
{
    return FindBondUppers(&m_device);
}

Ptr<NetDevice>
BondCore::FindRouteDevice(const Ipv4Address& target) const
{
    const auto ipv4 = m_device.GetNode()->GetObject<Ipv4>();
    if (!ipv4 || !ipv4->GetRoutingProtocol())
    {
        return nullptr;
    }
    Ipv4Header header;
    header.SetDestination(target);
    Socket::SocketErrno error = Socket::ERROR_NOTERROR;
    const auto route =
        ipv4->GetRoutingProtocol()->RouteOutput(Create<Packet>(), header, nullptr, error);
    return route ? route->GetOutputDevice() : nullptr;
}

bool
BondCore::IsRoutedElsewhere(const Ipv4Address& target) const
{
    const Ptr<NetDevice> device = FindRouteDevice(target);
    return device && device != &m_device;
}

std::optional<BondInterface>
BondCore::FindRoutedUpper(const Ipv4Address& target) const
{
    const Ptr<NetDevice> device = FindRouteDevice(target);
    const auto uppers = GetUppers();
    const auto upper = std::find_if(uppers.begin(), uppers.end(), [&device](const auto& other) {
        return other.device == device;
    });
    return upper == uppers.end() ? std::nullopt : std::optional(*upper);
}

// --- State -------------------------------------------------------------------------------------

BondResult
BondCore::SetOption(const std::string& option, const std::string& value)
{
    const BondOutbox::Call call(m_outbox);
    return m_options.Set(option, value);
}

const BondParams&
BondCore::GetParams() const
{
    return m_params;
}

BondParams&
BondCore::GetParamsForChange()
{
    return m_params;
}

BondSlaveList&
BondCore::GetSlaveList()
{
    return m_slaves;
}

const JiffyClock&
BondCore::GetClock() const
{
    return m_clock;
}

void
BondCore::SetJiffy(Time jiffy)
{
    m_clock.SetJiffy(jiffy);
}

int64_t
BondCore::GetJiffies() const
{
    return m_clock.GetJiffies(Simulator::Now());
}

bool
BondCore::IsUp() const
{
    return m_up;
}

bool
BondCore::HasCarrier() const
{
    return m_carrier;
}

uint32_t
BondCore::GetRandom()
{
    return m_random->GetInteger(0, UINT32_MAX);
}

int64_t
BondCore::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

void
BondCore::Log(const std::string& message)
{
    NS_LOG_INFO(message);
    m_outbox.Post([this, message] { m_device.KernelLog(message); });
}

} // namespace ns3
