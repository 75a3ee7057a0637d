/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-option-attribute.h"

#include "ns3/attribute.h"
#include "ns3/bond-option-table.h"
#include "ns3/boolean.h"
#include "ns3/configuration-error.h"
#include "ns3/integer.h"
#include "ns3/object-base.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <optional>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * @brief An attribute's value as a text.
 * @param value the value
 * @return its text; nothing if it is of a type that options do not take
 */
std::optional<std::string>
ReadValue(const AttributeValue& value)
{
    if (const auto* text = dynamic_cast<const StringValue*>(&value))
    {
        return text->Get();
    }
    if (const auto* number = dynamic_cast<const UintegerValue*>(&value))
    {
        return std::to_string(number->Get());
    }
    if (const auto* number = dynamic_cast<const IntegerValue*>(&value))
    {
        return std::to_string(number->Get());
    }
    if (const auto* flag = dynamic_cast<const BooleanValue*>(&value))
    {
        return flag->Get() ? "1" : "0";
    }
    return std::nullopt;
}

/**
 * @brief Sets and gets an option of a BondOptionOwner.
 */
class BondOptionAccessor : public AttributeAccessor
{
  public:
    /**
     * @brief Constructor.
     * @param option an option of the table
     */
    explicit BondOptionAccessor(const BondOption& option)
        : m_option(option)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        auto* owner = dynamic_cast<BondOptionOwner*>(object);
        const auto text = ReadValue(value);
        if (!owner || !text)
        {
            return false;
        }
        owner->GetOptionAttributes().Set(m_option, *text);
        return true;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        // Reading needs the same way in as writing, which no const object offers.
        auto* owner = dynamic_cast<BondOptionOwner*>(const_cast<ObjectBase*>(object));
        if (!owner)
        {
            return false;
        }
        const std::string text = owner->GetOptionAttributes().Get(m_option);
        if (auto* asText = dynamic_cast<StringValue*>(&value))
        {
            asText->Set(text);
            return true;
        }
        const auto number = m_option.values.empty() ? std::nullopt : m_option.Parse(text);
        if (auto* asNumber = dynamic_cast<UintegerValue*>(&value); asNumber && number)
        {
            asNumber->Set(*number);
            return true;
        }
        if (auto* asFlag = dynamic_cast<BooleanValue*>(&value); asFlag && number)
        {
            asFlag->Set(*number != 0);
            return true;
        }
        return false;
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    const BondOption& m_option; //!< the option
};

/**
 * @brief Lets all values through whose type options take: whether a value is allowed depends on the
 *        bond, so the write finds out, and says so in one line.
 */
class BondOptionChecker : public AttributeChecker
{
  public:
    /**
     * @brief Constructor.
     * @param option an option of the table
     */
    explicit BondOptionChecker(const BondOption& option)
        : m_option(option)
    {
    }

    bool Check(const AttributeValue& value) const override
    {
        return ReadValue(value).has_value();
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::StringValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return m_option.DescribeValues();
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<StringValue>();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto text = ReadValue(source);
        auto* copy = dynamic_cast<StringValue*>(&destination);
        if (!text || !copy)
        {
            return false;
        }
        copy->Set(*text);
        return true;
    }

  private:
    const BondOption& m_option; //!< the option
};

/**
 * @brief The help of an option's attribute.
 * @param option the option
 * @return what it does, and what Linux allows
 */
std::string
MakeHelp(const BondOption& option)
{
    std::string help = "Option " + option.name + ". " + option.help;
    help += option.unit.empty() ? "" : " Unit: " + option.unit + ".";
    help += " Allowed: " + option.DescribeValues() + "; modes: " + option.DescribeModes();
    const std::string state = option.DescribeState();
    return help + (state.empty() ? "" : "; only with: " + state) + ".";
}

/**
 * @brief A value as attributes show it: without the number after a name.
 * @param option the option
 * @param text what its file shows
 * @return the value
 */
std::string
WithoutNumber(const BondOption& option, const std::string& text)
{
    return option.values.empty() ? text : text.substr(0, text.find(' '));
}

/**
 * @brief Does a text mean what a new bond has anyway?
 * @param option the option
 * @param text name or number of a value
 * @return true if so
 */
bool
IsInitial(const BondOption& option, const std::string& text)
{
    const std::string initial = WithoutNumber(option, option.initial);
    const auto value = option.Parse(text);
    return text == initial || text == option.initial || (value && value == option.Parse(initial));
}

} // namespace

BondOptionAttributes::BondOptionAttributes(BondOptions& options)
    : m_options(options)
{
}

void
BondOptionAttributes::Set(const BondOption& option, const std::string& value)
{
    if (m_complete)
    {
        Write(option, value);
    }
    else
    {
        m_recorded[option.name] = value;
    }
}

std::string
BondOptionAttributes::Get(const BondOption& option) const
{
    const auto recorded = m_recorded.find(option.name);
    return recorded != m_recorded.end() ? recorded->second
                                        : WithoutNumber(option, m_options.Get(option.name));
}

void
BondOptionAttributes::Apply()
{
    m_complete = true;
    const auto values = m_recorded;
    m_recorded.clear();
    const auto isSet = [&values](const std::string& name) {
        const BondOption& option = BondOptionTable::Get(name);
        const auto value = values.find(name);
        return value != values.end() && option.Parse(value->second).value_or(0) > 0;
    };
    if (isSet("miimon") && isSet("arp_interval"))
    {
        ExitOnConfigurationError("attributes Miimon = " + values.at("miimon") +
                                 " and ArpInterval = " + values.at("arp_interval") +
                                 ": ARP monitoring cannot be used with MII monitoring; set one");
    }
    const auto gratuitousArps = values.find("num_grat_arp");
    const auto unsolicitedNas = values.find("num_unsol_na");
    if (gratuitousArps != values.end() && unsolicitedNas != values.end() &&
        !IsInitial(BondOptionTable::Get("num_grat_arp"), gratuitousArps->second) &&
        !IsInitial(BondOptionTable::Get("num_unsol_na"), unsolicitedNas->second) &&
        gratuitousArps->second != unsolicitedNas->second)
    {
        ExitOnConfigurationError("attributes NumGratArp = " + gratuitousArps->second +
                                 " and NumUnsolNa = " + unsolicitedNas->second +
                                 ": they are one number under two names; set one");
    }
    for (const auto& option : BondOptionTable::GetAll())
    {
        const auto value = values.find(option.name);
        if (value == values.end() || IsInitial(option, value->second))
        {
            continue;
        }
        if (option.flags & BondOption::RUN_TIME)
        {
            ExitOnConfigurationError("attribute " + option.GetAttributeName() + " = '" +
                                     value->second +
                                     "': it names slaves, so it can be set only on a bond that is "
                                     "there; a new bond has none");
        }
        Write(option, value->second);
    }
}

void
BondOptionAttributes::Write(const BondOption& option, const std::string& value)
{
    const bool isCommand = !value.empty() && (value[0] == '+' || value[0] == '-');
    if (option.name != "arp_ip_target" || isCommand)
    {
        WriteOne(option, value);
        return;
    }
    // As `ip link` does: a new list for the old one.
    std::istringstream old(m_options.Get(option.name));
    for (std::string address; old >> address;)
    {
        WriteOne(option, "-" + address);
    }
    std::istringstream list(value);
    for (std::string address; std::getline(list, address, ',');)
    {
        WriteOne(option, "+" + address);
    }
}

void
BondOptionAttributes::WriteOne(const BondOption& option, const std::string& value)
{
    const BondResult result = m_options.Set(option.name, value);
    if (!result)
    {
        ExitOnConfigurationError("attribute " + option.GetAttributeName() + " = '" + value +
                                 "': " + result.GetError() + " (" + result.GetErrno() + ")");
    }
}

TypeId
AddBondOptionAttributes(TypeId tid)
{
    for (const auto& option : BondOptionTable::GetAll())
    {
        tid = tid.AddAttribute(option.GetAttributeName(),
                               MakeHelp(option),
                               StringValue(WithoutNumber(option, option.initial)),
                               Create<BondOptionAccessor>(option),
                               Create<BondOptionChecker>(option));
    }
    return tid;
}

} // namespace ns3
