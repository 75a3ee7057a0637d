/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_TRACE_SOURCES_H
#define LINUX_TX_NIC_TRACE_SOURCES_H

#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The trace sources of a NIC; NicNetDevice derives from it.
 *
 * The first eleven are those that ns-3's own devices have.
 */
class NicTraceSources
{
  public:
    virtual ~NicTraceSources() = default;

    /**
     * @brief Callback signature of TxInterrupt.
     * @param queue index of the transmit queue
     * @param entries frames and trains that the interrupt reports
     */
    typedef void (*TxInterruptTracedCallback)(uint32_t queue, uint32_t entries);

    /**
     * @brief Callback signature of TxDoorbell.
     * @param queue index of the transmit queue
     * @param entries frames and trains that the hardware did not know of
     */
    typedef void (*TxDoorbellTracedCallback)(uint32_t queue, uint32_t entries);

    /**
     * @brief Callback signature of TxTimestamp.
     * @param frame the frame, of a train the first one
     * @param time when the first bit behind its start frame delimiter left
     */
    typedef void (*TxTimestampTracedCallback)(Ptr<const Packet> frame, Time time);

  protected:
    /**
     * @brief Give a class of devices these trace sources.
     * @param tid type of the devices, which derive from this class
     * @return the same
     */
    static TypeId AddTraceSources(TypeId tid);

    friend class NicTxDriver;

    TracedCallback<Ptr<const Packet>> m_macTx;             //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macTxDrop;         //!< MacTxDrop
    TracedCallback<Ptr<const Packet>> m_macPromiscRx;      //!< MacPromiscRx
    TracedCallback<Ptr<const Packet>> m_macRx;             //!< MacRx
    TracedCallback<Ptr<const Packet>> m_phyTxBegin;        //!< PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyTxEnd;          //!< PhyTxEnd
    TracedCallback<Ptr<const Packet>> m_phyTxDrop;         //!< PhyTxDrop
    TracedCallback<Ptr<const Packet>> m_phyRxEnd;          //!< PhyRxEnd
    TracedCallback<Ptr<const Packet>> m_phyRxDrop;         //!< PhyRxDrop
    TracedCallback<Ptr<const Packet>> m_sniffer;           //!< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSniffer;    //!< PromiscSniffer
    TracedCallback<uint32_t, uint32_t> m_txInterrupt;      //!< TxInterrupt
    TracedCallback<uint32_t, uint32_t> m_txDoorbell;       //!< TxDoorbell
    TracedCallback<Ptr<const Packet>, Time> m_txTimestamp; //!< TxTimestamp
};

} // namespace ns3

#endif /* LINUX_TX_NIC_TRACE_SOURCES_H */
