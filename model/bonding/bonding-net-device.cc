/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-net-device.h"

#include "ns3/bond-enslave-rules.h"
#include "ns3/bond-frame-reader.h"
#include "ns3/channel.h"
#include "ns3/configuration-error.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-item.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BondingNetDevice");

NS_OBJECT_ENSURE_REGISTERED(BondingNetDevice);

TypeId
BondingNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BondingNetDevice")
            .SetParent<EthernetNetDevice>()
            .SetGroupName("LinuxTx")
            .AddConstructor<BondingNetDevice>()
            .AddAttribute(
                "Mode",
                "Mode of the bond: balance-rr, active-backup, balance-xor or broadcast. "
                "Can be set only while the bond has no slaves.",
                StringValue("balance-rr"),
                MakeStringAccessor(&BondingNetDevice::SetModeAttribute, &BondingNetDevice::GetMode),
                MakeStringChecker())
            .AddAttribute(
                "Mtu",
                "MTU of the bond and of all its slaves, in bytes.",
                UintegerValue(1500),
                MakeUintegerAccessor(&BondingNetDevice::SetMtu, &BondingNetDevice::GetMtu),
                MakeUintegerChecker<uint16_t>(MIN_MTU))
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
            .AddTraceSource("MacTx",
                            "A frame the bond has been given to send.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A frame the bond passes up to this host's protocols.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "What tcpdump sees on the bond without promiscuous mode.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "What tcpdump sees on the bond.",
                            MakeTraceSourceAccessor(&BondingNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

BondingNetDevice::BondingNetDevice()
{
    NS_LOG_FUNCTION(this);
}

BondingNetDevice::~BondingNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
BondingNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    // No Release(): the slaves may have been disposed already.
    for (const auto& port : m_ports)
    {
        port->Detach();
    }
    m_ports.clear();
    m_slaves.Clear();
    m_mode->SlavesChanged(m_slaves);
    m_layer = nullptr;
    EthernetNetDevice::DoDispose();
}

// --- Control path ------------------------------------------------------------------------------

BondResult
BondingNetDevice::SetMode(const std::string& name)
{
    NS_LOG_FUNCTION(this << name);
    if (m_slaves.GetN() > 0)
    {
        return BondResult::Refuse("mode '" + name +
                                  "': the mode of a bond can be set only while "
                                  "it has no slaves (it has " +
                                  std::to_string(m_slaves.GetN()) + ")");
    }
    auto mode = BondMode::Create(name);
    if (!mode)
    {
        return BondResult::Refuse("mode '" + name +
                                  "': no such bonding mode; allowed: " + BondMode::GetNames());
    }
    m_mode = std::move(mode);
    return BondResult::Success();
}

void
BondingNetDevice::SetModeAttribute(std::string name)
{
    const BondResult result = SetMode(name);
    if (!result)
    {
        ExitOnConfigurationError(result.GetError());
    }
}

std::string
BondingNetDevice::GetMode() const
{
    return m_mode->GetName();
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
    const uint16_t originalMtu = device->GetMtu();
    if (!device->SetMtu(m_mtu))
    {
        return BondResult::Refuse("cannot enslave " + DescribeDevice(device) +
                                  ": it refuses the MTU " + std::to_string(m_mtu) +
                                  " of the bond (its own is " + std::to_string(originalMtu) + ")");
    }
    if (!m_addressAssigned)
    {
        EthernetNetDevice::SetAddress(device->GetAddress());
        m_addressAssigned = true;
    }

    const auto slave = Create<BondSlave>(device);
    slave->SetOriginal(device->GetAddress(), originalMtu);
    slave->SetLinkUp(device->IsLinkUp());
    device->SetAddress(GetAddress());
    m_layer = LinuxTransmitPath::Of(GetNode(), "BondingNetDevice")->GetXmitLayer();
    m_slaves.Add(slave);
    m_ports.push_back(Create<BondSlavePort>(this, slave));
    m_ports.back()->Attach();
    SlavesChanged();
    return BondResult::Success();
}

BondResult
BondingNetDevice::Release(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    const Ptr<BondSlave> slave = m_slaves.Find(device);
    if (!slave)
    {
        return BondResult::Refuse("cannot release " + DescribeDevice(device) +
                                  ": it is not a slave of this bond");
    }
    const auto port = std::find_if(m_ports.begin(), m_ports.end(), [&slave](const auto& candidate) {
        return candidate->GetSlave() == slave;
    });
    (*port)->Detach();
    m_ports.erase(port);
    m_slaves.Remove(slave);
    m_releasedTraffic += slave->GetTraffic();
    SlavesChanged();
    device->SetAddress(slave->GetOriginalAddress());
    device->SetMtu(slave->GetOriginalMtu());
    if (m_slaves.GetN() == 0)
    {
        // eth_hw_addr_random(): the old address belongs to the released slave again.
        EthernetNetDevice::SetAddress(Mac48Address::Allocate());
        m_addressAssigned = false;
    }
    return BondResult::Success();
}

void
BondingNetDevice::SlavesChanged()
{
    const Ptr<NetDevice> before = GetActiveSlave();
    const bool activeChanged = m_slaves.SelectActive();
    m_mode->SlavesChanged(m_slaves);
    const bool linkChanged = m_linkUp != m_slaves.HasLink();
    m_linkUp = m_slaves.HasLink();

    // Everything is in its new state before anybody hears of it.
    if (activeChanged)
    {
        m_activeSlaveTrace(before, GetActiveSlave());
    }
    if (linkChanged)
    {
        CallLinkChangeCallbacks();
    }
}

void
BondingNetDevice::SlaveLinkChanged(BondSlave& slave)
{
    const bool up = slave.GetDevice()->IsLinkUp();
    NS_LOG_FUNCTION(this << slave.GetDevice() << up);
    if (!slave.SetLinkUp(up))
    {
        return;
    }
    const Ptr<NetDevice> device = slave.GetDevice();
    SlavesChanged();
    m_slaveLinkTrace(device, up);
}

const BondSlaveList&
BondingNetDevice::GetSlaves() const
{
    return m_slaves;
}

Ptr<NetDevice>
BondingNetDevice::GetActiveSlave() const
{
    return m_slaves.GetActive() ? m_slaves.GetActive()->GetDevice() : nullptr;
}

uint64_t
BondingNetDevice::GetTxDropped() const
{
    return m_txDropped;
}

BondTraffic
BondingNetDevice::GetTraffic() const
{
    BondTraffic sum = m_releasedTraffic;
    for (const auto& slave : m_slaves.GetAll())
    {
        sum += slave->GetTraffic();
    }
    return sum;
}

// --- Transmit path -----------------------------------------------------------------------------

XmitVerdict
BondingNetDevice::StartXmit(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    XmitItem* xmit = XmitItem::From(item);
    if (xmit->GetSource().IsInvalid())
    {
        // From here on the frame has the bond's address, even if its slave is released meanwhile.
        xmit->SetSource(GetAddress());
    }
    SniffTransmitted(item);

    BondTransmitPlan plan;
    m_mode->Select(m_slaves, ReadBondFrame(item, xmit->GetSource()), plan);
    if (plan.IsEmpty())
    {
        CountTxDrop(item->GetPacket(), NO_USABLE_SLAVE);
        return XmitVerdict::DROP;
    }

    bool taken = false;
    for (const auto& slave : plan.copies)
    {
        taken = TransmitOn(slave, xmit->Clone()) || taken;
    }
    if (plan.original)
    {
        taken = TransmitOn(plan.original, item) || taken;
    }
    if (!taken && m_mode->CountsRefusedFrames())
    {
        CountTxDrop(item->GetPacket(), REFUSED_BY_ALL_SLAVES);
    }
    return taken ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
}

bool
BondingNetDevice::TransmitOn(const Ptr<BondSlave>& slave, const Ptr<QueueDiscItem>& item)
{
    m_txSlaveTrace(item->GetPacket(), slave->GetDevice());
    // Now, because the device adds headers to the packet when it gets it.
    const uint32_t bytes = item->GetSize();
    if (m_layer->Transmit(slave->GetDevice(), item) == XmitVerdict::DROP)
    {
        return false;
    }
    slave->CountTransmitted(bytes);
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
BondingNetDevice::SniffTransmitted(const Ptr<QueueDiscItem>& item)
{
    if (m_macTxTrace.IsEmpty() && m_snifferTrace.IsEmpty() && m_promiscSnifferTrace.IsEmpty())
    {
        return;
    }
    // The L3 header is written into a copy: the item's own is not due before the last device.
    const XmitItem* xmit = XmitItem::From(item);
    const Ptr<QueueDiscItem> clone = xmit->Clone();
    XmitItem::From(clone)->WriteHeader();
    const auto frame = MakeCapturedFrame(clone->GetPacket(),
                                         xmit->GetSource(),
                                         item->GetAddress(),
                                         item->GetProtocol());
    m_macTxTrace(frame);
    m_snifferTrace(frame);
    m_promiscSnifferTrace(frame);
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
        CountTxDrop(packet, NO_USABLE_SLAVE);
        return false;
    }
    const auto item = m_layer->WrapFrame(packet, dest, protocolNumber);
    XmitItem::From(item)->SetSource(source);
    return m_layer->Transmit(this, item) == XmitVerdict::SUCCESS;
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
    const PacketType type = Classify(Mac48Address::ConvertFrom(to));
    const bool ours = type != PACKET_OTHERHOST;
    const bool delivered = m_mode->Delivers(slave);
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

    if (!m_macRxTrace.IsEmpty() || !m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty())
    {
        const auto frame = MakeCapturedFrame(packet, from, to, protocol);
        m_promiscSnifferTrace(frame);
        if (ours)
        {
            m_snifferTrace(frame);
            m_macRxTrace(frame);
        }
    }
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
    EthernetNetDevice::SetAddress(address);
    m_addressAssigned = true;
    for (const auto& slave : m_slaves.GetAll())
    {
        slave->GetDevice()->SetAddress(address);
    }
}

bool
BondingNetDevice::SetMtu(const uint16_t mtu)
{
    NS_LOG_FUNCTION(this << mtu);
    if (mtu < MIN_MTU)
    {
        return false;
    }
    const auto& slaves = m_slaves.GetAll();
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
BondingNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
BondingNetDevice::IsLinkUp() const
{
    return m_linkUp;
}

} // namespace ns3
