/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FRAME_RECORDER_H
#define LINUX_TX_FRAME_RECORDER_H

#include "ns3/net-device-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief Writes down when which bytes go on the wire.
 */
class FrameRecorder
{
  public:
    /// A frame that begins.
    struct Frame
    {
        ns3::Time time;  //!< when
        uint32_t sender; //!< index of the device
        uint32_t size;   //!< bytes
        uint32_t hash;   //!< of these bytes

        /**
         * @brief Compare.
         * @param other another frame
         * @return true if it is the same, at the same time
         */
        bool operator==(const Frame& other) const;

        /**
         * @brief For messages.
         * @return the frame in words
         */
        std::string Describe() const;
    };

    /**
     * @brief Write down what devices send from now on.
     * @param devices the devices, with trace source PhyTxBegin
     * @param frames where to
     */
    FrameRecorder(const ns3::NetDeviceContainer& devices, std::vector<Frame>& frames);
    FrameRecorder(const FrameRecorder&) = delete;
    FrameRecorder& operator=(const FrameRecorder&) = delete;

  private:
    /**
     * @brief A frame begins.
     * @param sender index of the device
     * @param frame the frame
     */
    void Record(uint32_t sender, ns3::Ptr<const ns3::Packet> frame);

    std::vector<Frame>& m_frames; //!< what was written down
};

#endif /* LINUX_TX_FRAME_RECORDER_H */
