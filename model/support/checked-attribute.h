/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_CHECKED_ATTRIBUTE_H
#define LINUX_TX_CHECKED_ATTRIBUTE_H

#include "ns3/attribute.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief ObjectFactory::Set(), which aborts on a mistake; this ends the program with one line.
 * @param factory what makes the objects
 * @param name the attribute's name
 * @param value its value
 */
void SetCheckedAttribute(ObjectFactory& factory,
                         const std::string& name,
                         const AttributeValue& value);

} // namespace ns3

#endif /* LINUX_TX_CHECKED_ATTRIBUTE_H */
