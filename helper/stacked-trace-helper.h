/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_STACKED_TRACE_HELPER_H
#define LINUX_TX_STACKED_TRACE_HELPER_H

#include "ns3/net-device.h"
#include "ns3/trace-helper.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Captures and ascii traces of the devices that are on top of others: base of their helpers.
 *
 * A capture shows the device's own frames, as tcpdump on it does. In ascii traces "t" is a frame
 * the device was given to send, "r" one it passed up, "d" one it dropped.
 *
 * The devices have the trace sources Sniffer, PromiscSniffer, MacTx, MacRx and Drop, as
 * StackedNetDevice and BondingNetDevice have. Devices of other kinds are passed over, because the
 * base classes walk over all devices of a node.
 */
class StackedTraceHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  protected:
    /**
     * @brief Constructor.
     * @param kind the type of the devices that the helper makes
     * @param linkType what a capture of such a device holds
     */
    explicit StackedTraceHelper(const TypeId& kind,
                                PcapHelper::DataLinkType linkType = PcapHelper::DLT_EN10MB);

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> nd,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> nd,
                             bool explicitFilename) override;

    /**
     * @brief Is a device of the helper's kind?
     * @param device the device
     * @return true if so
     */
    bool IsOfKind(const Ptr<NetDevice>& device) const;

    TypeId m_kind;                       //!< type of the devices
    PcapHelper::DataLinkType m_linkType; //!< of captures
};

} // namespace ns3

#endif /* LINUX_TX_STACKED_TRACE_HELPER_H */
