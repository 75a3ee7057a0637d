/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-log.h"

#include "ns3/abort.h"

using namespace ns3;

FrameLog::FrameLog(const Ptr<NetDevice>& device, const std::string& source)
{
    const bool found =
        device->TraceConnectWithoutContext(source, MakeCallback(&FrameLog::Note, this));
    NS_ABORT_MSG_UNLESS(found, "no trace source " << source);
}

void
FrameLog::Note(Ptr<const Packet> frame)
{
    Bytes bytes(frame->GetSize());
    frame->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
    m_frames.push_back(bytes);
}
