/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/checked-attribute.h"

#include "ns3/configuration-error.h"
#include "ns3/type-id.h"

namespace ns3
{

void
SetCheckedAttribute(ObjectFactory& factory, const std::string& name, const AttributeValue& value)
{
    const TypeId type = factory.GetTypeId();
    TypeId::AttributeInformation info;
    if (!type.LookupAttributeByName(name, &info))
    {
        ExitOnConfigurationError(type.GetName() + " has no attribute \"" + name + "\"");
    }
    if (!info.checker->CreateValidValue(value))
    {
        ExitOnConfigurationError(type.GetName() + " does not take \"" +
                                 value.SerializeToString(info.checker) + "\" for its attribute " +
                                 info.name + " (" + info.help +
                                 " Type: " + info.checker->GetUnderlyingTypeInformation() + ")");
    }
    factory.Set(name, value);
}

} // namespace ns3
