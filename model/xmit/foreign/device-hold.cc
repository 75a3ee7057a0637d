/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/device-hold.h"

#include "ns3/foreign-device-hold.h"
#include "ns3/wifi-hold.h"
#include "ns3/wifi-net-device.h"

#include <iostream>
#include <set>
#include <string>

namespace ns3
{

namespace
{

/**
 * @brief Say that a kind of device cannot be followed, once a run for each kind.
 * @param device the device
 */
void
WarnOnce(const Ptr<NetDevice>& device)
{
    static std::set<std::string> warned;
    const std::string type = device->GetInstanceTypeId().GetName();
    if (warned.insert(type).second)
    {
        std::clog << "linux-tx: warning: " << type
                  << " has no PhyTxEnd trace source; the charge of its packets ends when they are "
                     "handed over to it"
                  << std::endl;
    }
}

} // namespace

std::unique_ptr<DeviceHold>
MakeDeviceHold(const Ptr<NetDevice>& device)
{
    std::unique_ptr<DeviceHold> hold;
    if (const auto wifi = DynamicCast<WifiNetDevice>(device))
    {
        hold = std::make_unique<WifiHold>(wifi);
    }
    else
    {
        hold = std::make_unique<ForeignDeviceHold>(device);
    }
    if (!hold->CanFollow())
    {
        WarnOnce(device);
    }
    return hold;
}

} // namespace ns3
