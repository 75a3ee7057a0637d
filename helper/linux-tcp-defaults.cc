/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-tcp-defaults.h"

#include "ns3/config.h"
#include "ns3/nstime.h"
#include "ns3/tcp-cubic.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

namespace ns3
{

void
SetLinuxTcpDefaults()
{
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpCubic::GetTypeId()));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(6291456));
    constexpr uint32_t NO_LIMIT = 1 << 30;
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(NO_LIMIT));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
    Config::SetDefault("ns3::LinuxTcpSocket::QuickAcks", UintegerValue(16));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
    Config::SetDefault("ns3::TcpSocket::ConnTimeout", TimeValue(Seconds(1)));
}

} // namespace ns3
