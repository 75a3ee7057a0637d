/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_IP_LINK_REPORT_H
#define LINUX_TX_IP_LINK_REPORT_H

#include "ns3/link-snapshot.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What `ip -d -s link show NAME` says of a device, as text and as JSON (iproute2 6.1).
 *
 * A bond is printed with all its options, a slave with its bond's view of it, both in the order of
 * iproute2. Any other device prints as an Ethernet interface without a driver's extras: of a veth
 * Linux prints its peer (@if2, link-netns) and the line "veth" in addition. What ns-3 has no notion
 * of is printed as such a device has it by default: mode DEFAULT, group default, qlen 1000,
 * promiscuity, allmulti, addrgenmode and the sizes of GSO, TSO and GRO.
 *
 * Counters of a NicNetDevice are its own, those of a bond the sum over its slaves; a device of
 * another module counts while it is a slave, else not at all. Indices are those of ns-3 plus one,
 * as Linux begins with 1.
 *
 * It only reads; anybody may call it at any time.
 */
class IpLinkReport
{
  public:
    /// The switches of `ip`.
    struct Switches
    {
        bool details{true};     //!< -d
        uint32_t statistics{1}; //!< how many -s; 0 to 2
    };

    /**
     * @brief Print the text on a device.
     * @param os where to
     * @param device the device
     * @param switches what to print
     */
    static void Print(std::ostream& os, const Ptr<NetDevice>& device, const Switches& switches);

    /**
     * @brief The text of `ip -d -s link show NAME`.
     * @param device the device
     * @return lines, each with its newline
     */
    static std::string Text(const Ptr<NetDevice>& device);

    /**
     * @brief The text on a device.
     * @param device the device
     * @param switches what to print
     * @return lines, each with its newline
     */
    static std::string Text(const Ptr<NetDevice>& device, const Switches& switches);

    /**
     * @brief What `ip -j -d -s link show NAME` prints: an array with one object.
     * @param device the device
     * @return one line without its newline
     */
    static std::string Json(const Ptr<NetDevice>& device);

    /**
     * @brief The JSON on a device.
     * @param device the device
     * @param switches what to print
     * @param indent spaces to indent each level by (ip -p: 4); -1 for one line
     * @return the array, without newline at its end
     */
    static std::string Json(const Ptr<NetDevice>& device,
                            const Switches& switches,
                            int indent = -1);

    /**
     * @brief The text of a snapshot.
     * @param link the snapshot
     * @param switches what to print
     * @return lines, each with its newline
     */
    static std::string Text(const LinkSnapshot& link, const Switches& switches);

    /**
     * @brief The JSON of a snapshot.
     * @param link the snapshot
     * @param switches what to print
     * @param indent spaces to indent each level by; -1 for one line
     * @return the array, without newline at its end
     */
    static std::string Json(const LinkSnapshot& link, const Switches& switches, int indent = -1);
};

} // namespace ns3

#endif /* LINUX_TX_IP_LINK_REPORT_H */
