/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LEARNING_SWITCH_H
#define LINUX_TX_LEARNING_SWITCH_H

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A switch that learns addresses from the frames' sources and, like Linux's bridge, forgets
 *        those of a port that loses its link, some milliseconds later (linkwatch).
 */
class LearningSwitch
{
  public:
    /// A frame at a port.
    struct Frame
    {
        uint32_t port;                       //!< number of the port
        bool leaves;                         //!< true: goes out there; false: comes in
        ns3::Ptr<const ns3::Packet> payload; //!< what follows the Ethernet header
        ns3::Mac48Address source;            //!< source address
        ns3::Mac48Address destination;       //!< destination address
        uint16_t etherType;                  //!< EtherType
    };

    /**
     * @brief Constructor.
     * @param node the switch's node
     * @param observer is told of every frame; may be empty
     */
    LearningSwitch(ns3::Ptr<ns3::Node> node, std::function<void(const Frame&)> observer);
    ~LearningSwitch();
    LearningSwitch(const LearningSwitch&) = delete;
    LearningSwitch& operator=(const LearningSwitch&) = delete;

    /**
     * @brief Make a device a port; ports are numbered from 0.
     * @param device a device of the switch's node
     */
    void AddPort(const ns3::Ptr<ns3::NetDevice>& device);

  private:
    /**
     * @brief A frame comes in.
     * @param device the port
     * @param packet what follows the Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param type whom it is for
     */
    void Receive(ns3::Ptr<ns3::NetDevice> device,
                 ns3::Ptr<const ns3::Packet> packet,
                 uint16_t protocol,
                 const ns3::Address& from,
                 const ns3::Address& to,
                 ns3::NetDevice::PacketType type);

    /**
     * @brief A link came or went: soon there will be addresses to forget.
     */
    void LinkChanged();

    /**
     * @brief Forget the addresses of ports that have no link.
     */
    void ForgetLostPorts();

    /**
     * @brief Send a frame out of a port that has a link.
     * @param frame the frame
     */
    void Forward(const Frame& frame);

    ns3::Ptr<ns3::Node> m_node;                      //!< where the ports are
    std::function<void(const Frame&)> m_observer;    //!< is told
    std::vector<ns3::Ptr<ns3::NetDevice>> m_ports;   //!< by number
    std::map<ns3::Mac48Address, uint32_t> m_learned; //!< port by address
    ns3::Node::ProtocolHandler m_handler;            //!< Receive()
    ns3::EventId m_forget;                           //!< ForgetLostPorts() is due
};

#endif /* LINUX_TX_LEARNING_SWITCH_H */
