/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-mode-options.h"

#include "ns3/bond-option-syntax.h"

namespace ns3
{

const char*
BondModeOptions::SetMode(BondOptionWrite& write)
{
    const auto mode = static_cast<BondModeId>(write.GetNumber());
    BondParams& params = write.GetParams();
    params.mode = mode;
    params.arpValidate = ArpValidate::NONE;
    if (mode == BondModeId::IEEE_8023AD || params.IsLoadBalancing())
    {
        // These modes cannot do with the ARP monitor, nor without any.
        params.arpInterval = 0;
        params.miimon = params.miimon == 0 ? DEFAULT_MIIMON : params.miimon;
    }
    if (mode == BondModeId::BALANCE_ALB)
    {
        params.tlbDynamicLb = true;
    }
    write.GetBond().RecreateMode();
    return BondOptionWrite::DONE;
}

const char*
BondModeOptions::SetMinLinks(BondOptionWrite& write)
{
    write.GetParams().minLinks = static_cast<uint32_t>(write.GetNumber());
    write.GetBond().TellMode(write.GetOption().name);
    write.GetBond().UpdateCarrier();
    return BondOptionWrite::DONE;
}

const char*
BondModeOptions::SetAdActorSystem(BondOptionWrite& write)
{
    const auto address = BondOptionSyntax::ScanMac(write.GetText());
    if (!address || address->IsGroup())
    {
        write.Log("Invalid ad_actor_system MAC address.");
        return "EINVAL";
    }
    write.GetParams().adActorSystem = *address;
    write.GetBond().TellMode(write.GetOption().name);
    return BondOptionWrite::DONE;
}

std::string
BondModeOptions::GetAdActorSystem(const BondOption& /* option */, BondControl& bond)
{
    const BondParams& params = bond.GetParams();
    return params.mode == BondModeId::IEEE_8023AD ? BondOptionSyntax::Write(params.adActorSystem)
                                                  : "";
}

} // namespace ns3
