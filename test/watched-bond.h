/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_WATCHED_BOND_H
#define LINUX_TX_WATCHED_BOND_H

#include "ns3/bonding-net-device.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A host with a bond whose slaves s0, s1 ... are NICs with a link each, set up step by step
 *        as the measurements of the reference were; everything that the slaves send is recorded.
 *
 * The slaves' own addresses are 02:00:00:00:0a:0N. The far ends belong to a node without protocols.
 */
class WatchedBond
{
  public:
    /// A frame that a slave has sent.
    struct Frame
    {
        ns3::Time time;                //!< when
        std::string slave;             //!< name of the slave
        ns3::Mac48Address source;      //!< source address
        ns3::Mac48Address destination; //!< destination address
        std::vector<uint16_t> tcis;    //!< TCIs of its VLAN tags, outermost first
        uint16_t etherType;            //!< EtherType of the payload
        std::vector<uint8_t> payload;  //!< what follows the Ethernet header and the tags
    };

    /**
     * @brief Build the host; the bond is down, without slaves and addresses.
     * @param mode mode of the bond
     * @param nLinks number of links
     */
    WatchedBond(const std::string& mode, uint32_t nLinks);
    ~WatchedBond();
    WatchedBond(const WatchedBond&) = delete;
    WatchedBond& operator=(const WatchedBond&) = delete;

    /**
     * @brief The bond.
     * @return the device
     */
    const ns3::Ptr<ns3::BondingNetDevice>& GetBond() const
    {
        return m_bond;
    }

    /**
     * @brief The host's end of a link.
     * @param i which
     * @return the device
     */
    ns3::Ptr<ns3::NetDevice> GetDevice(uint32_t i) const
    {
        return m_devices.Get(i);
    }

    /**
     * @brief Set an option of the bond; a refusal ends the program.
     * @param option the option
     * @param value its value
     */
    void Set(const std::string& option, const std::string& value);

    /**
     * @brief Enslave the devices of all links.
     */
    void EnslaveAll();

    /**
     * @brief Give the bond 10.0.0.1/24 and fd00::1/64.
     */
    void AddAddresses();

    /**
     * @brief Put a VLAN device on the bond, with 10.0.ID.1/24 and a link-local IPv6 address.
     * @param id its id, at most 255
     * @return the VLAN device
     */
    ns3::Ptr<ns3::NetDevice> AddVlan(uint16_t id);

    /**
     * @brief Set a link's carrier.
     * @param i which
     * @param up true for up
     */
    void SetCarrier(uint32_t i, bool up);

    /**
     * @brief The far end of a link sends a frame to the host.
     * @param i which
     * @param destination where to
     */
    void SendToHost(uint32_t i, const ns3::Mac48Address& destination);

    /**
     * @brief The far end of a link, of which a test can send what it likes.
     * @param i which
     * @return the device
     */
    ns3::Ptr<ns3::NetDevice> GetPeer(uint32_t i) const
    {
        return m_peers.Get(i);
    }

    /**
     * @brief The active slave.
     * @return its name; "-" if there is none
     */
    std::string GetActive() const;

    /**
     * @brief Frames that the slaves have sent since the last call.
     * @return the frames, in order of time
     */
    std::vector<Frame> TakeFrames();

  private:
    /**
     * @brief A device sends a frame.
     * @param name the device's name
     * @param frame the frame
     */
    void NoteFrame(std::string name, ns3::Ptr<const ns3::Packet> frame);

    ns3::Ptr<ns3::Node> m_host;             //!< the host
    ns3::NetDeviceContainer m_devices;      //!< its ends of the links
    ns3::NetDeviceContainer m_peers;        //!< the other ends
    ns3::Ptr<ns3::BondingNetDevice> m_bond; //!< the bond
    std::vector<Frame> m_frames;            //!< sent by slaves
};

#endif /* LINUX_TX_WATCHED_BOND_H */
