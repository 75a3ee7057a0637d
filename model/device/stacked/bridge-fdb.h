/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BRIDGE_FDB_H
#define LINUX_TX_BRIDGE_FDB_H

#include "ns3/mac48-address.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The forwarding database of a bridge (net/bridge/br_fdb.c): behind which port is an
 *        address?
 *
 * It knows no device and no simulator: ports are numbers, and every call that needs the time is
 * told it. Its three verbs: Update() learns from a received frame's source, Find() says where a
 * frame goes, Age() forgets what has not been heard of for the ageing time.
 *
 * As in Linux, an entry counts until the clean-up removes it; Age() says when it is due again, so
 * that entries live exactly as long as the ageing time (or 10 ms more, see MIN_CLEANUP_INTERVAL).
 *
 * Invariant: an address has one entry. The addresses of the host itself (local entries) are never
 * learned, moved or aged.
 *
 * LinuxBridgeNetDevice calls it.
 */
class BridgeFdb
{
  public:
    /// A port's number (net_bridge_port::port_no); they begin at 1.
    using Port = uint32_t;

    /// Stands for the bridge itself (an entry without dst).
    static constexpr Port BRIDGE = 0;

    /// What happens to a learned entry (RTM_NEWNEIGH, RTM_DELNEIGH).
    enum class Change
    {
        LEARNED, //!< it is new
        MOVED,   //!< the address is behind another port now
        AGED,    //!< removed: not heard of for the ageing time
        FLUSHED, //!< removed: its port is gone, or the host itself has the address now
    };

    /// One entry (struct net_bridge_fdb_entry).
    struct Entry
    {
        Mac48Address address; //!< the address
        Port port{BRIDGE};    //!< where it is
        bool local{false};    //!< the host's own (BR_FDB_LOCAL)
        Time updated;         //!< when a frame with this source came last; learned ones only
    };

    /// Told of every change of a learned entry.
    using ChangeCallback = std::function<void(const Entry& entry, Change change)>;

    /**
     * @brief The default ageing time (BR_DEFAULT_AGEING_TIME).
     * @return 300 s
     */
    static Time GetDefaultAgeingTime();

    /**
     * @brief The shortest time between two clean-ups (br_fdb_cleanup).
     * @return 10 ms
     */
    static Time GetMinCleanupInterval();

    /**
     * @brief The name of a change, for traces.
     * @param change the change
     * @return "learned", "moved", "aged" or "flushed"
     */
    static const char* GetName(Change change);

    /**
     * @brief Set who is told of changes.
     * @param callback the callback; called after the change is complete
     */
    void SetChangeCallback(ChangeCallback callback);

    /**
     * @brief Set the ageing time (`ip link set br0 type bridge ageing_time`); Age() is due after.
     * @param time the time; 0 to learn nothing and flood always
     */
    void SetAgeingTime(const Time& time);

    /**
     * @brief The ageing time.
     * @return the time
     */
    const Time& GetAgeingTime() const
    {
        return m_ageingTime;
    }

    /**
     * @brief br_fdb_update(): a frame came in.
     * @param source its source address
     * @param port where
     * @param now the time
     */
    void Update(const Mac48Address& source, Port port, const Time& now);

    /**
     * @brief br_fdb_find_rcu(): where is an address?
     * @param address the address
     * @return its entry, or null; valid until the next change
     */
    const Entry* Find(const Mac48Address& address) const;

    /**
     * @brief Set the host's own addresses (fdb_add_local, br_fdb_changeaddr).
     * @param addresses ports' and bridge's; of equal ones the first counts
     */
    void SetLocalAddresses(const std::vector<std::pair<Port, Mac48Address>>& addresses);

    /**
     * @brief br_fdb_delete_by_port(): forget what was learned on a port.
     * @param port the port
     */
    void FlushPort(Port port);

    /**
     * @brief br_fdb_cleanup(): forget what has not been heard of for the ageing time.
     * @param now the time
     * @return how long from now Age() is due again; nothing if there is no learned entry
     */
    std::optional<Time> Age(const Time& now);

    /**
     * @brief Is anything learned?
     * @return true if Age() has work to do
     */
    bool HasLearned() const
    {
        return m_nLearned > 0;
    }

    /**
     * @brief All entries (`bridge fdb show`).
     * @return the entries in order of addresses
     */
    std::vector<Entry> GetEntries() const;

  private:
    /// The entries, in an order that no run changes.
    using Entries = std::map<Mac48Address, Entry>;

    /**
     * @brief Remove a learned entry.
     * @param position the entry
     * @param removed it is appended here
     * @return the entry that follows
     */
    Entries::iterator Remove(Entries::iterator position, std::vector<Entry>& removed);

    /**
     * @brief Tell of changes.
     * @param entries the entries, as they are now or were last
     * @param change what happened to them
     */
    void Notify(const std::vector<Entry>& entries, Change change) const;

    Entries m_entries;                         //!< by address
    Time m_ageingTime{GetDefaultAgeingTime()}; //!< br->ageing_time
    std::size_t m_nLearned{0};                 //!< entries that are not local
    ChangeCallback m_changed;                  //!< told of changes
};

} // namespace ns3

#endif /* LINUX_TX_BRIDGE_FDB_H */
