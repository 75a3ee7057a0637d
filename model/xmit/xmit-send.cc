/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/xmit-send.h"

#include "ns3/xmit-layer.h"

#include <utility>

namespace ns3
{

XmitSend::XmitSend(XmitLayer& layer, SkbPtr origin, std::optional<GsoType> train)
    : m_layer(layer),
      m_origin(std::move(origin)),
      m_tag(*m_origin, layer.m_nodeId),
      m_outer(layer.m_send),
      m_trainType(train)
{
    m_layer.m_send = this;
}

XmitSend::~XmitSend()
{
    m_layer.m_send = m_outer;
}

void
XmitSend::Finish()
{
    if (m_train)
    {
        m_layer.FlushTrain(*this);
    }
}

const Ptr<SendOutcome>&
XmitSend::ShareOutcome()
{
    if (m_outer)
    {
        return m_outer->ShareOutcome();
    }
    if (!m_outcome)
    {
        m_outcome = Create<SendOutcome>();
    }
    return m_outcome;
}

} // namespace ns3
