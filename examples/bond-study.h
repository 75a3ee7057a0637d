/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_STUDY_H
#define LINUX_TX_BOND_STUDY_H

#include "request-session.h"
#include "slave-load-meter.h"
#include "switched-bond.h"

#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// Everything about a study that its user sets.
struct BondStudySettings
{
    SwitchedBondSettings network;     //!< the network
    uint32_t sessions{200};           //!< TCP connections from the host with the bond
    std::string ports{"random"};      //!< their source ports: a kind of SourcePorts
    RequestPattern pattern;           //!< what a session of requests does
    Time duration{MilliSeconds(100)}; //!< for which the study measures
};

/// What moves a figure besides, as read back from what was built.
struct BondStudyDefaults
{
    static constexpr uint32_t SEGMENT_SIZE = 1448; //!< TCP payload at MTU 1500 with timestamps

    std::string tcpType;     //!< TypeId of the congestion control
    uint32_t segmentSize{0}; //!< bytes
    uint32_t sndBufSize{0};  //!< bytes
    uint32_t rcvBufSize{0};  //!< bytes
    uint32_t delAckCount{0}; //!< segments
    Time delAckTimeout;      //!< longest delay of an ACK
    uint32_t txRingSize{0};  //!< frames
    bool bql{false};         //!< byte queue limits?
    uint16_t mtu{0};         //!< bytes
    std::string qdisc;       //!< TypeId of the slaves' queue disc
    uint32_t qdiscLimit{0};  //!< packets
    uint32_t miimon{0};      //!< ms

    /**
     * @brief Read them.
     * @param network the network
     * @param socket a connection
     * @return the values
     */
    static BondStudyDefaults Read(const SwitchedBond& network, const Ptr<Socket>& socket);
};

/// What came out of one run of a study.
struct BondStudyResult
{
    SwitchedBondSettings network;    //!< what ran
    BondStudyDefaults defaults;      //!< what was built besides
    uint64_t transactions{0};        //!< completed while measured
    Time roundTrip{0};               //!< mean time from a request to its response
    std::vector<uint64_t> flowBytes; //!< payload that arrived while measured, by bulk flow
    std::vector<SlaveLoad> slaves;   //!< what the slaves carried
    uint64_t dropped{0};             //!< packets dropped anywhere, from begin to end
    std::string error;               //!< what is wrong, as one line; empty if nothing is
};

} // namespace ns3

#endif /* LINUX_TX_BOND_STUDY_H */
