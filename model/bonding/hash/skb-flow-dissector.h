/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SKB_FLOW_DISSECTOR_H
#define LINUX_TX_SKB_FLOW_DISSECTOR_H

#include "ns3/bond-flow-keys.h"
#include "ns3/bond-frame.h"
#include "ns3/bond-header-window.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What encap2+3 and encap3+4 hash (__skb_flow_dissect with flow_keys_bonding_keys, 6.1).
 *
 * The kernel's general dissector: it walks from header to header, into tunnels and past extension
 * headers, and every IP header it meets overwrites the addresses of the one before, so that the
 * innermost one counts. It ends well, with what it has (maybe nothing), at a protocol that it knows
 * but does not look into, and ends badly at one that it does not know or that is cut short. After
 * MAX_HEADERS steps it ends well wherever it is.
 *
 * One object takes one frame apart; TransmitHash makes it.
 */
class SkbFlowDissector
{
  public:
    static constexpr int MAX_HEADERS = 15; //!< MAX_FLOW_DISSECT_HDRS

    /**
     * @brief Constructor.
     * @param frame the frame; must outlive the dissector
     */
    explicit SkbFlowDissector(const BondFrame& frame);

    /**
     * @brief Take the frame apart.
     * @return what is hashed, which may be nothing but zeros; no keys if it ended badly
     */
    std::optional<BondFlowKeys> Dissect();

  private:
    /// How the walk goes on behind a header (enum flow_dissect_ret).
    enum class Step
    {
        OUT_GOOD,      //!< end; the keys count
        OUT_BAD,       //!< end; they do not
        CONTINUE,      //!< to the header behind IP
        PROTO_AGAIN,   //!< to a header with an EtherType
        IPPROTO_AGAIN, //!< to a further header behind IP
    };

    /// How many VLAN tags were met so far (dissector_vlan).
    enum class Tags
    {
        NONE,
        ONE,
        MORE,
    };

    /**
     * @brief Where Linux has the network header of a frame with tags in its data: behind them all.
     * @return bytes behind the Ethernet header; 0 without tags, and if they are cut short
     */
    std::size_t FindNetworkHeader();

    /**
     * @brief Is there another header to go to, counting it (skb_flow_dissect_allowed)?
     * @return true if so
     */
    bool IsAllowed();

    /**
     * @brief Read the header that m_etherType announces.
     * @return how to go on
     */
    Step ReadByEtherType();

    /**
     * @brief Read the header that m_protocol announces, and the ports behind it.
     * @return how to go on
     */
    Step ReadByProtocol();

    /**
     * @brief ReadByProtocol() without the ports.
     * @return how to go on
     */
    Step ReadHeaderBehindIp();

    Step ReadIpv4();         //!< ETH_P_IP
    Step ReadIpv6();         //!< ETH_P_IPV6
    Step ReadVlanTag();      //!< ETH_P_8021Q, ETH_P_8021AD
    Step ReadPppoe();        //!< ETH_P_PPP_SES
    Step ReadTipc();         //!< ETH_P_TIPC
    Step ReadBatman();       //!< ETH_P_BATMAN (__skb_flow_dissect_batadv)
    Step ReadHsrTag();       //!< ETH_P_PRP, ETH_P_HSR
    Step ReadGre();          //!< IPPROTO_GRE (__skb_flow_dissect_gre)
    Step ReadExtension();    //!< NEXTHDR_HOP, NEXTHDR_ROUTING, NEXTHDR_DEST
    Step ReadIpv6Fragment(); //!< NEXTHDR_FRAGMENT

    /**
     * @brief End at a protocol whose header only has to be there.
     * @param length the header's, in bytes
     * @return OUT_GOOD if it is there
     */
    Step EndAt(std::size_t length);

    /**
     * @brief Go to an inner header.
     * @param etherType what it is
     * @return PROTO_AGAIN
     */
    Step GoTo(uint16_t etherType);

    BondHeaderWindow m_window;  //!< the frame's bytes
    const uint16_t m_frameType; //!< EtherType of the frame (skb->protocol)
    const bool m_hasTagBeside;  //!< there is a tag beside the frame
    uint16_t m_etherType;       //!< of the header at m_offset (proto)
    uint8_t m_protocol{0};      //!< of the header at m_offset behind IP (ip_proto)
    std::size_t m_offset;       //!< where the next header begins (nhoff)
    Tags m_tags{Tags::NONE};    //!< tags met so far
    int m_nHeaders{0};          //!< steps taken (num_hdrs)
    bool m_isFragment{false};   //!< FLOW_DIS_IS_FRAGMENT
    BondFlowKeys m_keys;        //!< what was read
};

} // namespace ns3

#endif /* LINUX_TX_SKB_FLOW_DISSECTOR_H */
