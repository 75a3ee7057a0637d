/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/xmit-hash-mode.h"

#include "ns3/transmit-hash.h"

namespace ns3
{

void
XmitHashMode::UpdateSlaveArray()
{
    m_usable.Rebuild(m_bond.GetSlaveList().GetTransmitting());
}

void
XmitHashMode::SkipInSlaveArray(const BondSlave& slave)
{
    m_usable.Skip(slave);
}

bool
XmitHashMode::HasEmptySlaveArray() const
{
    return m_usable.GetAll().empty();
}

uint32_t
XmitHashMode::ComputeHash(const BondFrame& frame) const
{
    const BondParams& params = m_bond.GetParams();
    return TransmitHash(params.xmitHashPolicy, params.xmitHashFormula).Compute(frame);
}

const Ptr<BondSlave>&
XmitHashMode::ChooseByHash(const BondFrame& frame) const
{
    return m_usable.Choose(ComputeHash(frame));
}

} // namespace ns3
