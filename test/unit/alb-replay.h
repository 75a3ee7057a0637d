/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ALB_REPLAY_H
#define LINUX_TX_ALB_REPLAY_H

#include "../alb-reference.h"
#include "fake-bond.h"

#include "ns3/bond-mode.h"
#include "ns3/nstime.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx-tests
 * @brief Repeats a run of e8-*.tsv with a balance-tlb or balance-alb mode on a bond without
 * devices.
 *
 * What the mode cannot decide is taken from the file: link events, and the ARP messages of the
 * host's own neighbour table and of the clients. What it decides is compared with the file: who
 * sends to which client, who sends which ARP message, when it tells clients, learning packets, and
 * addresses.
 *
 * Slaves have 10 Gb/s, as veth devices say.
 */
class AlbReplay : public FakeBond
{
  public:
    /// Frames and their bytes, by slave, EtherType, source address and client.
    using Counts = std::map<std::array<std::string, 4>, std::pair<uint32_t, uint64_t>>;

    /**
     * @brief Constructor.
     * @param mode balance-tlb or balance-alb
     * @param file the run, a file in test/data
     */
    AlbReplay(BondModeId mode, const std::string& file);

    /**
     * @brief Run to the end.
     * @param opened when the bond goes up, which is when its works first run
     */
    void Run(Time opened);

    /**
     * @brief The run.
     * @return the file
     */
    const AlbReference& GetReference() const
    {
        return m_reference;
    }

    /**
     * @brief What happened.
     * @return the timelines
     */
    const AlbReference::Timelines& GetObserved() const
    {
        return m_observed;
    }

    /**
     * @brief Frames sent, by phase in order: before the first link event, after it, ...
     * @return a table a phase
     */
    const std::vector<Counts>& GetCounts() const
    {
        return m_counts;
    }

    void SendOnSlave(BondSlave& slave,
                     const Ptr<Packet>& payload,
                     const Mac48Address& source,
                     const Mac48Address& destination,
                     uint16_t etherType) override;
    void UpdateSlaveArray() override;

  private:
    using Row = AlbReference::Row;

    /**
     * @brief Enslave s0..s2 and choose the active one as far as that happens before the bond is up.
     */
    void Enslave();

    /**
     * @brief Have everything happen that the file says.
     */
    void ScheduleRows();

    /**
     * @brief Carrier comes or goes; the monitor's verdict follows at a tick.
     * @param slave the slave
     * @param carrier what comes
     */
    void SetCarrier(const Ptr<BondSlave>& slave, bool carrier);

    /**
     * @brief The monitor's verdict on a slave.
     * @param slave the slave
     */
    void Judge(const Ptr<BondSlave>& slave);

    /**
     * @brief Make the first slave with link the current active one, if there is none with link.
     */
    void ChooseActive();

    /**
     * @brief The host sends an ARP message of the file.
     * @param row the row
     */
    void SendArp(const Row& row);

    /**
     * @brief A slave receives an ARP message of the file.
     * @param row the row
     */
    void ReceiveArp(const Row& row);

    /**
     * @brief The host sends to its clients, and will again.
     * @param round which time it is
     */
    void SendToClients(uint32_t round);

    /**
     * @brief The host sends a datagram.
     * @param client number of the client, from 1
     * @param bytes size of the frame
     */
    void SendDatagram(uint32_t client, uint32_t bytes);

    /**
     * @brief Write down what happened now.
     * @param timeline what it belongs to
     * @param value what happened
     */
    void Note(const std::string& timeline, const std::string& value);

    /**
     * @brief Count a frame that leaves.
     * @param key slave, EtherType, source address and client
     * @param bytes its size
     */
    void Count(const std::array<std::string, 4>& key, uint32_t bytes);

    /**
     * @brief Write down who has which address.
     */
    void NoteAddresses();

    AlbReference m_reference;                 //!< the run
    std::unique_ptr<BondMode> m_mode;         //!< what is tested
    Time m_opened;                            //!< when the bond went up
    std::map<uint32_t, std::string> m_sentBy; //!< slave that last sent to a client
    AlbReference::Timelines m_observed;       //!< what happened
    std::vector<Counts> m_counts{1};          //!< frames, by phase
};

} // namespace ns3

#endif /* LINUX_TX_ALB_REPLAY_H */
