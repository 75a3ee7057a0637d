/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_PCAP_FRAMES_H
#define LINUX_TX_PCAP_FRAMES_H

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief The frames of a capture in test/data (little-endian pcap).
 * @param name file name
 * @return the frames, in file order; none if the file cannot be read
 */
inline std::vector<std::vector<uint8_t>>
ReadPcapFrames(const std::string& name)
{
    constexpr std::size_t FILE_HEADER = 24;
    constexpr std::size_t RECORD_HEADER = 16;
    constexpr std::size_t INCLUDED = 8; // offset of the number of bytes that follow
    std::ifstream file(std::string(LINUX_TX_TEST_DATA_DIR) + "/" + name, std::ios::binary);
    std::vector<std::vector<uint8_t>> frames;
    file.ignore(FILE_HEADER);
    uint8_t header[RECORD_HEADER];
    while (file.read(reinterpret_cast<char*>(header), sizeof(header)))
    {
        const uint32_t size = header[INCLUDED] | header[INCLUDED + 1] << 8;
        std::vector<uint8_t> frame(size);
        file.read(reinterpret_cast<char*>(frame.data()), size);
        frames.push_back(std::move(frame));
    }
    return frames;
}

#endif /* LINUX_TX_PCAP_FRAMES_H */
