/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-recorder.h"

#include "ns3/callback.h"
#include "ns3/hash.h"
#include "ns3/simulator.h"

#include <sstream>

using namespace ns3;

bool
FrameRecorder::Frame::operator==(const Frame& other) const
{
    return time == other.time && sender == other.sender && size == other.size && hash == other.hash;
}

std::string
FrameRecorder::Frame::Describe() const
{
    std::ostringstream text;
    text << time.GetNanoSeconds() << " ns, host " << sender << ", " << size << " bytes, hash "
         << hash;
    return text.str();
}

FrameRecorder::FrameRecorder(const NetDeviceContainer& devices, std::vector<Frame>& frames)
    : m_frames(frames)
{
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        devices.Get(i)->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>(
                [this, i](Ptr<const Packet> frame) { Record(i, frame); }));
    }
}

void
FrameRecorder::Record(uint32_t sender, Ptr<const Packet> frame)
{
    std::vector<uint8_t> bytes(frame->GetSize());
    frame->CopyData(bytes.data(), frame->GetSize());
    const uint32_t hash = Hash32(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    m_frames.push_back({Simulator::Now(), sender, frame->GetSize(), hash});
}
