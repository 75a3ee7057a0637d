/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-trace-sources.h"

#include "ns3/trace-source-accessor.h"

namespace ns3
{

TypeId
NicTraceSources::AddTraceSources(TypeId tid)
{
    return tid
        .AddTraceSource("MacTx",
                        "A frame was put on a transmit ring, alone or in a train.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_macTx),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacTxDrop",
                        "A frame was dropped before its transmission: refused (tx_dropped), or "
                        "on a ring when the link went down (tx_carrier_errors).",
                        MakeTraceSourceAccessor(&NicTraceSources::m_macTxDrop),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacPromiscRx",
                        "A frame, for whomever, is passed to the promiscuous callback.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_macPromiscRx),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacRx",
                        "A frame for this host is passed up.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_macRx),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyTxBegin",
                        "The transmission of a frame begins.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_phyTxBegin),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyTxEnd",
                        "The transmission of a frame has completed.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_phyTxEnd),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyTxDrop",
                        "A frame was half sent when the link went down (tx_carrier_errors).",
                        MakeTraceSourceAccessor(&NicTraceSources::m_phyTxDrop),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("TxInterrupt",
                        "An interrupt is about to report what a transmit queue has sent: its "
                        "index, frames and trains.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_txInterrupt),
                        "ns3::NicTraceSources::TxInterruptTracedCallback")
        .AddTraceSource("PhyRxEnd",
                        "A frame has been received intact.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_phyRxEnd),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyRxDrop",
                        "A received frame was corrupt.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_phyRxDrop),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("Sniffer",
                        "A frame is sent, or received for this host.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_sniffer),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PromiscSniffer",
                        "A frame is sent, or received for whomever.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_promiscSniffer),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("TxDoorbell",
                        "The hardware is told of what was posted on a transmit queue: its index, "
                        "frames and trains.",
                        MakeTraceSourceAccessor(&NicTraceSources::m_txDoorbell),
                        "ns3::NicTraceSources::TxDoorbellTracedCallback")
        .AddTraceSource("TxTimestamp",
                        "A frame whose socket asked for a transmit timestamp was sent: the frame, "
                        "and when its first bit left (SOF_TIMESTAMPING_TX_HARDWARE).",
                        MakeTraceSourceAccessor(&NicTraceSources::m_txTimestamp),
                        "ns3::NicTraceSources::TxTimestampTracedCallback");
}

} // namespace ns3
