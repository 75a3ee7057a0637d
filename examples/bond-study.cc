/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-study.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-limits.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

/**
 * @brief Read an attribute.
 * @tparam Value its type
 * @param object whose it is
 * @param name its name
 * @return the value
 */
template <typename Value>
auto
ReadAttribute(const Ptr<Object>& object, const std::string& name)
{
    Value value;
    object->GetAttribute(name, value);
    return value.Get();
}

} // namespace

BondStudyDefaults
BondStudyDefaults::Read(const SwitchedBond& network, const Ptr<Socket>& socket)
{
    BondStudyDefaults defaults;
    const auto tcp = network.GetHost()->GetObject<TcpL4Protocol>();
    defaults.tcpType = ReadAttribute<TypeIdValue>(tcp, "SocketType").GetName();
    defaults.segmentSize = ReadAttribute<UintegerValue>(socket, "SegmentSize");
    defaults.sndBufSize = ReadAttribute<UintegerValue>(socket, "SndBufSize");
    defaults.rcvBufSize = ReadAttribute<UintegerValue>(socket, "RcvBufSize");
    defaults.delAckCount = ReadAttribute<UintegerValue>(socket, "DelAckCount");
    defaults.delAckTimeout = ReadAttribute<TimeValue>(socket, "DelAckTimeout");

    const auto slave = network.GetSlave(0);
    defaults.txRingSize = slave->GetTxRingSize();
    defaults.mtu = slave->GetMtu();
    const auto queues = slave->GetObject<NetDeviceQueueInterface>();
    defaults.bql = queues && queues->GetTxQueue(0)->GetQueueLimits();
    const auto traffic = network.GetHost()->GetObject<TrafficControlLayer>();
    const auto qdisc = traffic->GetRootQueueDiscOnDevice(slave);
    defaults.qdisc = qdisc->GetInstanceTypeId().GetName();
    defaults.qdiscLimit = qdisc->GetMaxSize().GetValue();
    defaults.miimon = network.GetBond()->GetParams().miimon;
    return defaults;
}

} // namespace ns3
