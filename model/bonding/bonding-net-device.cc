/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-net-device.h"

#include "ns3/bond-enslave-rules.h"
#include "ns3/bond-frame.h"
#include "ns3/bond-option-attribute.h"
#include "ns3/boolean.h"
#include "ns3/channel.h"
#include "ns3/enum.h"
#include "ns3/feature-inheritance.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/log.h"
#include "ns3/ns3-compat.h"
#include "ns3/nstime.h"
#include "ns3/stacking-rules.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-untagged.h"
#include "ns3/xmit-item.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BondingNetDevice");

NS_OBJECT_ENSURE_REGISTERED(BondingNetDevice);

TypeId
BondingNetDevice::GetTypeId()
{
    static TypeId tid = AddBondOptionAttributes(
        TypeId("ns3::BondingNetDevice")
            .SetParent<UpperNetDevice>()
            .SetGroupName("LinuxTx")
            .AddConstructor<BondingNetDevice>()
            .AddAttribute(
                "Mtu",
                "MTU of the bond and of all its slaves, in bytes.",
                UintegerValue(1500),
                MakeUintegerAccessor(&BondingNetDevice::SetMtu, &BondingNetDevice::DoGetMtu),
                MakeUintegerChecker<uint16_t>(MIN_MTU))
            .AddAttribute("OpenAtStart",
                          "Does the bond go up by itself when the simulation starts? If not, it "
                          "is down until Open().",
                          BooleanValue(true),
                          MakeBooleanAccessor(&BondingNetDevice::m_openAtStart),
                          MakeBooleanChecker())
            .AddAttribute(
                "Jiffy",
                "Length of the kernel's clock tick (1/HZ): works of the bond run one "
                "jiffy late, on its grid; 4 ms is HZ=250, where 100 ms take 104 ms.",
                TimeValue(MilliSeconds(4)),
                MakeTimeAccessor(&BondingNetDevice::SetJiffy, &BondingNetDevice::GetJiffy),
                MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "HashFormula",
                "Which release's formulas the transmit hash follows: 6.1, or 2.6 "
                "(layer2 without EtherType, layer3+4 of 16-bit addresses with every "
                "bit kept), which published studies used.",
                EnumValue(XmitHashFormula::LINUX_6_1),
                compat::MakeEnumAccessor<XmitHashFormula>(&BondingNetDevice::SetHashFormula,
                                                          &BondingNetDevice::GetHashFormula),
                MakeEnumChecker(XmitHashFormula::LINUX_6_1,
                                "6.1",
                                XmitHashFormula::LINUX_2_6,
                                "2.6"))
            .AddAttribute("StaleSlaveArray",
                          "In 802.3ad, leave the old array of usable slaves in use when a rebuild "
                          "finds none (no active aggregator, or all its ports without carrier), "
                          "instead of dropping and counting: the defect of the first versions of "
                          "that array (2014), for study.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BondingNetDevice::SetStaleSlaveArray,
                                              &BondingNetDevice::GetStaleSlaveArray),
                          MakeBooleanChecker())
            .AddAttribute(
                "SlaveArrayRebuildFails",
                "While true, every rebuild of the array of usable slaves fails, as for "
                "want of memory or of a lock, and is tried again with a delay of one jiffy; a "
                "slave that is removed leaves the array all the same.",
                BooleanValue(false),
                MakeBooleanAccessor(&BondingNetDevice::SetSlaveArrayRebuildFails,
                                    &BondingNetDevice::GetSlaveArrayRebuildFails),
                MakeBooleanChecker())
            .AddTraceSource("TxSlave",
                            "A packet is given to a slave.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_txSlaveTrace),
                            "ns3::BondingNetDevice::TxSlaveTracedCallback")
            .AddTraceSource("Drop",
                            "The bond drops a packet, and why.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_dropTrace),
                            "ns3::BondingNetDevice::DropTracedCallback")
            .AddTraceSource("ActiveSlave",
                            "The current active slave changes.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_activeSlaveTrace),
                            "ns3::BondingNetDevice::ActiveSlaveTracedCallback")
            .AddTraceSource("SlaveLinkChange",
                            "The link of a slave goes up or down.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_slaveLinkTrace),
                            "ns3::BondingNetDevice::SlaveLinkTracedCallback")
            .AddTraceSource("Carrier",
                            "The bond gets or loses carrier.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_carrierTrace),
                            "ns3::BondingNetDevice::CarrierTracedCallback")
            .AddTraceSource("Log",
                            "A line that the driver writes into the kernel's log.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_logTrace),
                            "ns3::BondingNetDevice::LogTracedCallback"));
    return tid;
}

BondingNetDevice::BondingNetDevice()
    : UpperNetDevice(DeviceFeatures::OfStackedDevice()),
      m_core(*this),
      m_optionAttributes(m_core.GetOptions())
{
    NS_LOG_FUNCTION(this);
}

BondingNetDevice::~BondingNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
BondingNetDevice::NotifyConstructionCompleted()
{
    EthernetNetDevice::NotifyConstructionCompleted();
    m_optionAttributes.Apply();
}

void
BondingNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    EthernetNetDevice::DoInitialize();
    if (m_openAtStart)
    {
        Open();
    }
}

void
BondingNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_core.Dispose();
    m_layer = nullptr;
    EthernetNetDevice::DoDispose();
}

// --- Control path ------------------------------------------------------------------------------

BondResult
BondingNetDevice::SetOption(const std::string& option, const std::string& value)
{
    NS_LOG_FUNCTION(this << option << value);
    return m_core.SetOption(option, value);
}

std::string
BondingNetDevice::GetOption(const std::string& option)
{
    return m_core.GetOptions().Get(option);
}

BondOptionAttributes&
BondingNetDevice::GetOptionAttributes()
{
    return m_optionAttributes;
}

const BondParams&
BondingNetDevice::GetParams() const
{
    return m_core.GetParams();
}

const BondMode&
BondingNetDevice::GetMode() const
{
    return m_core.GetMode();
}

void
BondingNetDevice::Open()
{
    NS_LOG_FUNCTION(this);
    m_core.Open();
}

void
BondingNetDevice::Close()
{
    NS_LOG_FUNCTION(this);
    m_core.Close();
}

bool
BondingNetDevice::IsUp() const
{
    return m_core.IsUp();
}

BondResult
BondingNetDevice::Enslave(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    const BondResult allowed = CheckEnslave(*this, device);
    if (!allowed)
    {
        return allowed;
    }
    m_layer = LinuxTransmitPath::Of(GetNode(), "BondingNetDevice")->GetXmitLayer();
    return m_core.Enslave(device);
}

BondResult
BondingNetDevice::Release(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    const Ptr<BondSlave> slave = m_core.GetSlaves().Find(device);
    if (!slave)
    {
        return BondResult::Refuse("cannot release " + DescribeDevice(device) +
                                  ": it is not a slave of this bond");
    }
    m_core.Release(slave);
    return BondResult::Success();
}

void
BondingNetDevice::ActiveSlaveChanged(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now)
{
    m_activeSlaveTrace(before ? before->GetDevice() : nullptr, now ? now->GetDevice() : nullptr);
}

void
BondingNetDevice::CarrierChanged(bool up)
{
    TellLinkChange();
    m_carrierTrace(up);
}

void
BondingNetDevice::SlaveLinkChanged(const Ptr<NetDevice>& slave, bool up)
{
    m_slaveLinkTrace(slave, up);
}

void
BondingNetDevice::KernelLog(const std::string& line)
{
    m_logTrace(line);
}

const BondSlaveList&
BondingNetDevice::GetSlaves() const
{
    return m_core.GetSlaves();
}

Ptr<NetDevice>
BondingNetDevice::GetActiveSlave() const
{
    const auto& active = m_core.GetSlaves().GetActive();
    return active ? active->GetDevice() : nullptr;
}

uint64_t
BondingNetDevice::GetTxDropped() const
{
    return m_txDropped;
}

uint64_t
BondingNetDevice::GetLostWithoutCarrier() const
{
    return m_lostWithoutCarrier;
}

uint32_t
BondingNetDevice::GetCarrierChanges() const
{
    return m_core.GetCarrierChanges();
}

BondTraffic
BondingNetDevice::GetTraffic() const
{
    BondTraffic sum = m_core.GetReleasedTraffic();
    for (const auto& slave : m_core.GetSlaves().GetAll())
    {
        sum += slave->GetTraffic();
    }
    return sum;
}

void
BondingNetDevice::JoinGroup(const Ipv4Address& group)
{
    m_core.GetGroupRejoiner().Join(group);
}

void
BondingNetDevice::JoinGroup(const Ipv6Address& group)
{
    m_core.GetGroupRejoiner().Join(group);
}

void
BondingNetDevice::JoinGroup(const Ipv4Address& group, const Ptr<const NetDevice>& upper)
{
    m_core.GetGroupRejoiner().Join(group, upper);
}

void
BondingNetDevice::JoinGroup(const Ipv6Address& group, const Ptr<const NetDevice>& upper)
{
    m_core.GetGroupRejoiner().Join(group, upper);
}

int64_t
BondingNetDevice::AssignStreams(int64_t stream)
{
    return m_core.AssignStreams(stream);
}

void
BondingNetDevice::SetJiffy(Time jiffy)
{
    m_core.SetJiffy(jiffy);
}

Time
BondingNetDevice::GetJiffy() const
{
    return m_core.GetClock().GetJiffy();
}

void
BondingNetDevice::SetHashFormula(XmitHashFormula formula)
{
    m_core.GetParamsForChange().xmitHashFormula = formula;
}

XmitHashFormula
BondingNetDevice::GetHashFormula() const
{
    return m_core.GetParams().xmitHashFormula;
}

void
BondingNetDevice::SetStaleSlaveArray(bool stale)
{
    m_core.GetParamsForChange().staleSlaveArray = stale;
}

bool
BondingNetDevice::GetStaleSlaveArray() const
{
    return m_core.GetParams().staleSlaveArray;
}

void
BondingNetDevice::SetSlaveArrayRebuildFails(bool fail)
{
    m_core.SetSlaveArrayRebuildFails(fail);
}

bool
BondingNetDevice::GetSlaveArrayRebuildFails() const
{
    return m_core.GetSlaveArrayRebuildFails();
}

// --- Transmit path -----------------------------------------------------------------------------

XmitVerdict
BondingNetDevice::StartXmit(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    const Transmission transmission(this);
    return DoStartXmit(item);
}

XmitVerdict
BondingNetDevice::DoStartXmit(const Ptr<QueueDiscItem>& item)
{
    if (!m_core.IsUp() || !m_core.HasCarrier())
    {
        LoseWithoutCarrier(item->GetPacket());
        return XmitVerdict::SUCCESS;
    }
    XmitItem* xmit = XmitItem::From(item);
    if (xmit->GetSource().IsInvalid())
    {
        // From here on the frame has the bond's address, even if its slave is released meanwhile.
        xmit->SetSource(GetAddress());
    }
    ShowTransmitted(item);
    if (!m_layer) // disposed by a trace
    {
        return XmitVerdict::DROP;
    }

    BondTransmitPlan plan;
    m_core.GetMode().Select(BondFrame(item, *xmit), plan);
    if (plan.IsEmpty())
    {
        CountTxDrop(item->GetPacket(), NO_USABLE_SLAVE);
        return XmitVerdict::DROP;
    }
    if (plan.source)
    {
        xmit->SetSource(*plan.source);
    }
    if (plan.rewritten)
    {
        return TransmitRewritten(plan, *xmit, item) ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
    }

    bool taken = false;
    for (const auto& slave : plan.copies)
    {
        taken = TransmitOn(*slave, xmit->Clone()) || taken;
    }
    if (plan.original)
    {
        taken = TransmitOn(*plan.original, item) || taken;
    }
    if (!taken && m_core.GetMode().CountsRefusedFrames())
    {
        CountTxDrop(item->GetPacket(), REFUSED_BY_ALL_SLAVES);
    }
    return taken ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
}

bool
BondingNetDevice::TransmitRewritten(const BondTransmitPlan& plan,
                                    const XmitItem& xmit,
                                    const Ptr<QueueDiscItem>& item)
{
    const auto rewritten =
        m_layer->WrapFrame(plan.rewritten, item->GetAddress(), item->GetProtocol());
    XmitItem::From(rewritten)->SetSource(xmit.GetSource());
    if (const auto& tag = xmit.GetVlanTags().GetBeside()) // ARP behind a tag in the data stays
    {
        XmitItem::From(rewritten)->PutVlanTag(*tag);
    }
    return TransmitOn(*plan.original, rewritten);
}

bool
BondingNetDevice::TransmitOn(BondSlave& slave, const Ptr<QueueDiscItem>& item)
{
    const Ptr<BondSlave> alive(&slave); // whatever the transmission causes
    const Ptr<XmitLayer> layer = m_layer;
    if (!layer) // disposed by a trace
    {
        return false;
    }
    m_txSlaveTrace(item->GetPacket(), slave.GetDevice());
    // Now, because the device adds headers to the packet when it gets it.
    const uint32_t bytes = item->GetSize();
    if (layer->Transmit(slave.GetDevice(), item) == XmitVerdict::DROP)
    {
        return false;
    }
    slave.CountTransmitted(bytes);
    return true;
}

void
BondingNetDevice::CountTxDrop(const Ptr<const Packet>& packet, const char* reason)
{
    NS_LOG_LOGIC("drop: " << reason);
    ++m_txDropped;
    m_dropTrace(packet, reason);
}

void
BondingNetDevice::LoseWithoutCarrier(const Ptr<const Packet>& packet)
{
    ++m_lostWithoutCarrier;
    m_dropTrace(packet, NO_CARRIER);
}

bool
BondingNetDevice::SendFrom(Ptr<Packet> packet,
                           const Address& source,
                           const Address& dest,
                           uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    if (!m_layer) // never had a slave
    {
        LoseWithoutCarrier(packet);
        return true;
    }
    const auto item = m_layer->WrapFrame(packet, dest, protocolNumber);
    XmitItem::From(item)->SetSource(source);
    return m_layer->Transmit(this, item) == XmitVerdict::SUCCESS;
}

void
BondingNetDevice::SendOwnFrame(BondSlave& slave,
                               const Ptr<Packet>& payload,
                               const Mac48Address& source,
                               const Mac48Address& destination,
                               uint16_t etherType,
                               const VlanTags& tags)
{
    if (m_layer)
    {
        const auto item = m_layer->WrapFrame(payload, destination, etherType);
        XmitItem* xmit = XmitItem::From(item);
        xmit->SetSource(source);
        for (const auto& tag : tags.GetInside())
        {
            xmit->PutVlanTag(tag);
        }
        if (tags.GetBeside())
        {
            xmit->PutVlanTag(*tags.GetBeside());
        }
        TransmitOn(slave, item);
    }
}

// --- Receive path ------------------------------------------------------------------------------

void
BondingNetDevice::ReceiveFromSlave(BondSlave& slave,
                                   const Ptr<const Packet>& packet,
                                   uint16_t protocol,
                                   const Address& from,
                                   const Address& to)
{
    NS_LOG_FUNCTION(this << slave.GetDevice() << packet << protocol << from << to);
    const auto destination = Mac48Address::ConvertFrom(to);
    // Monitors and modes look behind the outermost tag, which Linux has already taken off the data.
    const VlanUntagged untagged(packet, protocol);
    if (m_core.ReceiveProbe(slave,
                            untagged.GetPacket(),
                            Mac48Address::ConvertFrom(from),
                            destination,
                            untagged.GetProtocol()))
    {
        slave.CountReceived(packet->GetSize() + ETHERNET_HEADER_SIZE, true);
        return;
    }
    // To the host is what has the slave's address (eth_type_trans); it need not be the bond's.
    const PacketType type = destination.IsGroup()                          ? Classify(destination)
                            : destination == m_core.GetSlaveAddress(slave) ? PACKET_HOST
                                                                           : PACKET_OTHERHOST;
    const bool ours = type != PACKET_OTHERHOST;
    const bool delivered = m_core.GetMode().Delivers(slave, destination.IsGroup());
    if (ours) // a NIC that is not promiscuous would not count the others
    {
        slave.CountReceived(packet->GetSize() + ETHERNET_HEADER_SIZE, delivered);
    }
    if (!delivered)
    {
        if (ours)
        {
            m_dropTrace(packet, INACTIVE_SLAVE);
        }
        return;
    }

    ShowReceived(packet, protocol, from, to, type);
    PassUp(packet, protocol, from, to, type);
}

// --- NetDevice ---------------------------------------------------------------------------------

Ptr<Channel>
BondingNetDevice::GetChannel() const
{
    return nullptr; // the slaves have channels
}

void
BondingNetDevice::SetAddress(Address address)
{
    NS_LOG_FUNCTION(this << address);
    m_core.SetAddress(Mac48Address::ConvertFrom(address));
}

void
BondingNetDevice::SetOwnAddress(const Mac48Address& address)
{
    EthernetNetDevice::SetAddress(address);
}

bool
BondingNetDevice::SetMtu(const uint16_t mtu)
{
    NS_LOG_FUNCTION(this << mtu);
    if (mtu < MIN_MTU)
    {
        return false;
    }
    const auto& slaves = m_core.GetSlaves().GetAll();
    for (auto slave = slaves.begin(); slave != slaves.end(); ++slave)
    {
        if (!(*slave)->GetDevice()->SetMtu(mtu))
        {
            // bond_change_mtu(): all or none.
            std::for_each(slaves.begin(), slave, [this](const auto& changed) {
                changed->GetDevice()->SetMtu(m_mtu);
            });
            return false;
        }
    }
    m_mtu = mtu;
    return true;
}

uint16_t
BondingNetDevice::DoGetMtu() const
{
    return m_mtu;
}

uint32_t
BondingNetDevice::GetHardHeaderLength() const
{
    return m_hardHeaderLength;
}

void
BondingNetDevice::SlavesChanged()
{
    m_hardHeaderLength = ETHERNET_HEADER_SIZE;
    for (const auto& device : GetLowerDevices())
    {
        m_hardHeaderLength = std::max(m_hardHeaderLength, m_layer->GetHardHeaderLength(device));
    }
}

std::vector<Ptr<NetDevice>>
BondingNetDevice::GetLowerDevices() const
{
    std::vector<Ptr<NetDevice>> devices;
    for (const auto& slave : m_core.GetSlaves().GetAll())
    {
        devices.push_back(slave->GetDevice());
    }
    return devices;
}

DeviceFeatures
BondingNetDevice::FixFeatures(const DeviceFeatures& wanted) const
{
    std::vector<DeviceFeatures> lowers;
    if (m_layer) // set with the first slave
    {
        for (const auto& device : GetLowerDevices())
        {
            lowers.push_back(m_layer->GetFeatures(device));
        }
    }
    return FixBondFeatures(wanted, lowers);
}

bool
BondingNetDevice::IsLinkUp() const
{
    return m_core.HasCarrier();
}

} // namespace ns3
