/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FRAME_LOG_H
#define LINUX_TX_FRAME_LOG_H

#include "ns3/net-device.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief Keeps the bytes of the frames that a trace source of a device shows.
 */
class FrameLog
{
  public:
    /// A frame, or a part of one.
    using Bytes = std::vector<uint8_t>;

    /**
     * @brief Constructor.
     * @param device the device
     * @param source its trace source
     */
    FrameLog(const ns3::Ptr<ns3::NetDevice>& device, const std::string& source);

    /**
     * @brief What was seen.
     * @return the frames, as the trace source shows them
     */
    const std::vector<Bytes>& GetFrames() const
    {
        return m_frames;
    }

  private:
    /**
     * @brief A frame is seen.
     * @param frame the frame
     */
    void Note(ns3::Ptr<const ns3::Packet> frame);

    std::vector<Bytes> m_frames; //!< the frames
};

#endif /* LINUX_TX_FRAME_LOG_H */
