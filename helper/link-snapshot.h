/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINK_SNAPSHOT_H
#define LINUX_TX_LINK_SNAPSHOT_H

#include "ns3/bond-snapshot.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Counters of a device (struct rtnl_link_stats64, and IFLA_CARRIER_CHANGES).
 */
struct LinkStatistics
{
    uint64_t rxBytes{0};           //!< received, in bytes
    uint64_t rxPackets{0};         //!< received
    uint64_t rxErrors{0};          //!< received with errors of any kind
    uint64_t rxDropped{0};         //!< received and dropped
    uint64_t rxMissed{0};          //!< missed by the hardware
    uint64_t rxMulticast{0};       //!< multicast packets
    uint64_t rxLengthErrors{0};    //!< of rxErrors: length
    uint64_t rxCrcErrors{0};       //!< of rxErrors: checksum
    uint64_t rxFrameErrors{0};     //!< of rxErrors: alignment
    uint64_t rxFifoErrors{0};      //!< of rxErrors: FIFO
    uint64_t rxOverErrors{0};      //!< of rxErrors: overrun
    uint64_t rxNoHandler{0};       //!< withheld from the protocols: an inactive slave
    uint64_t txBytes{0};           //!< sent, in bytes
    uint64_t txPackets{0};         //!< sent
    uint64_t txErrors{0};          //!< not sent because of an error of any kind
    uint64_t txDropped{0};         //!< not sent for want of room or of a slave
    uint64_t txCarrierErrors{0};   //!< of txErrors: loss of the link
    uint64_t collisions{0};        //!< collisions
    uint64_t txAbortedErrors{0};   //!< of txErrors: aborted
    uint64_t txFifoErrors{0};      //!< of txErrors: FIFO
    uint64_t txWindowErrors{0};    //!< of txErrors: late collision
    uint64_t txHeartbeatErrors{0}; //!< of txErrors: heartbeat
    uint32_t carrierChanges{0};    //!< times the carrier came or went
};

/**
 * @ingroup linux-tx
 * @brief Everything that `ip -d -s link show` shows of a device, at one moment (an RTM_NEWLINK).
 *
 * Plain data: ReadLinkSnapshot() fills it from a device, IpLinkReport writes it; tests fill it by
 * hand. Defaults are those of an Ethernet device in Linux 6.1.
 */
struct LinkSnapshot
{
    uint32_t ifIndex{1};                    //!< interface index
    std::optional<uint32_t> peerIndex;      //!< index of the other end (veth), in its namespace
    std::string peerNamespace;              //!< name of that namespace
    std::string name;                       //!< interface name
    bool up{false};                         //!< IFF_UP
    bool carrier{false};                    //!< netif_carrier_ok
    bool loopback{false};                   //!< IFF_LOOPBACK
    bool broadcast{true};                   //!< IFF_BROADCAST
    bool pointToPoint{false};               //!< IFF_POINTOPOINT
    bool multicast{true};                   //!< IFF_MULTICAST
    uint32_t mtu{1500};                     //!< MTU, in bytes
    uint32_t minMtu{68};                    //!< smallest MTU, in bytes
    uint32_t maxMtu{65535};                 //!< largest MTU, in bytes
    std::string qdisc;                      //!< kind of the root queue disc
    std::string master;                     //!< name of the bond it is a slave of, or nothing
    uint32_t txQueueLength{1000};           //!< txqueuelen, in packets
    std::string type{"ether"};              //!< link type
    std::string address;                    //!< hardware address; empty if it has none
    std::string broadcastAddress;           //!< hardware address of all; empty if it has none
    std::string permanentAddress;           //!< address of the hardware; empty if unknown
    std::string kind;                       //!< kind of a virtual device: bond, veth; or nothing
    uint32_t txQueues{1};                   //!< number of transmit queues
    uint32_t rxQueues{1};                   //!< number of receive queues
    uint32_t gsoMaxSize{65536};             //!< in bytes
    uint32_t gsoMaxSegments{65535};         //!< in segments
    uint32_t tsoMaxSize{65536};             //!< what the driver takes, in bytes
    uint32_t tsoMaxSegments{65535};         //!< what the driver takes, in segments
    uint32_t groMaxSize{65536};             //!< in bytes
    LinkStatistics statistics;              //!< counters
    std::optional<BondSnapshot> bond;       //!< if it is a bond
    std::optional<BondSlaveSnapshot> slave; //!< if it is a slave of a bond

    /**
     * @brief The operational state (RFC 2863), as default_operstate() finds it.
     * @return DOWN, LOWERLAYERDOWN, UNKNOWN or UP
     */
    std::string GetOperationalState() const;
};

} // namespace ns3

#endif /* LINUX_TX_LINK_SNAPSHOT_H */
