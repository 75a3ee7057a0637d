/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ALB_REFERENCE_H
#define LINUX_TX_ALB_REFERENCE_H

#include "reference-table.h"

#include "ns3/alb-arp-message.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A run of e8-*.tsv: a bond of s0..s2 and its clients c1..c5 on one bridge.
 *
 * Tests repeat a run, write down what happens in the words of the file, and compare.
 */
class AlbReference
{
  public:
    using Row = ReferenceTable::Row;

    /// What happened when, in seconds, by what it belongs to: "out c1", "learn s0", "mac" ...
    using Timelines = std::map<std::string, std::vector<std::pair<double, std::string>>>;

    static const ns3::Mac48Address BOND_MAC; //!< the bond's address
    static const ns3::Ipv4Address HOST_IP;   //!< and its IP address
    static constexpr uint32_t N_SLAVES = 3;  //!< s0..s2
    static constexpr uint32_t N_CLIENTS = 5; //!< c1..c5

    // The traffic, as its frames were counted.
    static const ns3::Time ROUND;               //!< the host sends a large frame to c1
    static constexpr uint32_t GROUP_ROUNDS = 5; //!< every fifth time also small ones to c2..c5
    static constexpr uint32_t LARGE = 1442;     //!< in bytes, with Ethernet header
    static constexpr uint32_t SMALL = 142;      //!< in bytes, with Ethernet header

    /**
     * @brief Read a run.
     * @param file a file in test/data
     */
    explicit AlbReference(const std::string& file);

    /**
     * @brief The rows.
     * @return the rows, in file order
     */
    const std::vector<Row>& GetRows() const
    {
        return m_table.GetRows();
    }

    /**
     * @brief When the host began to send.
     * @return the time of the first frame to c1
     */
    ns3::Time GetStart() const;

    /**
     * @brief When the run ended.
     * @return 14 s after the last link event
     */
    ns3::Time GetEnd() const;

    /**
     * @brief Rows, by what they belong to.
     * @param kinds which kinds ("what"); of "arp" what slaves sent
     * @return the timelines
     */
    Timelines GetTimelines(const std::set<std::string>& kinds) const;

    /**
     * @brief Was an ARP message sent by the bond to move a client, not by the host's ARP?
     * @param i its row
     * @return true if an equal row is next to it
     */
    bool IsInBurst(std::size_t i) const;

    /**
     * @brief An ARP message of the file.
     * @param row its row
     * @return the message
     */
    static ns3::AlbArpMessage ReadArp(const Row& row);

    /**
     * @brief The destination of the frame of an ARP message.
     * @param row its row
     * @return the address
     */
    static ns3::Mac48Address ReadDestination(const Row& row);

    /**
     * @brief An ARP message that a slave sent, in the words of the file.
     * @param message the message
     * @param source source of its frame
     * @param destination destination of its frame
     * @return the text
     */
    static std::string Describe(const ns3::AlbArpMessage& message,
                                const ns3::Mac48Address& source,
                                const ns3::Mac48Address& destination);

    /**
     * @brief The address of a slave before it was enslaved.
     * @param slave its number, from 0
     * @return s0 is 02:00:00:00:0a:00
     */
    static ns3::Mac48Address GetSlaveMac(uint32_t slave);

    /**
     * @brief The address of a client.
     * @param client its number, from 1
     * @return c1 is 02:00:00:00:0c:01
     */
    static ns3::Mac48Address GetClientMac(uint32_t client);

    /**
     * @brief The IP address of a client.
     * @param client its number, from 1
     * @return c1 is 10.0.0.11
     */
    static ns3::Ipv4Address GetClientIp(uint32_t client);

    /**
     * @brief Compare what happened with what was measured.
     * @param observed what happened
     * @param measured the run
     * @param tolerance by how much times may differ, in seconds
     * @return a line for every difference
     */
    static std::vector<std::string> Compare(const Timelines& observed,
                                            const Timelines& measured,
                                            double tolerance);

  private:
    ReferenceTable m_table; //!< the rows
};

#endif /* LINUX_TX_ALB_REFERENCE_H */
