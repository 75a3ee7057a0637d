/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-header-window.h"

namespace ns3
{

BondHeaderWindow::BondHeaderWindow(const BondFrame& frame)
    : m_frame(frame)
{
    m_bytes = m_prefix.data();
    m_size = frame.CopyNetworkBytes(m_prefix.data(), PREFIX_SIZE);
    m_isPrefix = m_size == PREFIX_SIZE;
}

const uint8_t*
BondHeaderWindow::GetFromRest(std::size_t offset, std::size_t size)
{
    if (!m_isPrefix)
    {
        return nullptr;
    }
    m_all.resize(m_frame.GetNetworkLength());
    m_size = m_frame.CopyNetworkBytes(m_all.data(), m_all.size());
    m_bytes = m_all.data();
    m_isPrefix = false;
    return offset + size <= m_size ? m_bytes + offset : nullptr;
}

} // namespace ns3
