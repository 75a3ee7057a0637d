/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond-control.h"

#include "ns3/bond-option-attribute.h"
#include "ns3/bond-option-table.h"
#include "ns3/bond-options.h"
#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief Options of a bond as attributes.
 */

namespace
{

/// Exit status of ExitOnConfigurationError().
const auto STATUS_1 = ::testing::ExitedWithCode(1);

/// An object with the options of a bond, and no device.
class OptionObject : public Object, public BondOptionOwner
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = AddBondOptionAttributes(TypeId("ns3::BondOptionAttributeTestObject")
                                                        .SetParent<Object>()
                                                        .SetGroupName("LinuxTx")
                                                        .AddConstructor<OptionObject>());
        return tid;
    }

    OptionObject()
        : options(bond),
          m_attributes(options)
    {
    }

    BondOptionAttributes& GetOptionAttributes() override
    {
        return m_attributes;
    }

    FakeBondControl bond; //!< the bond
    BondOptions options;  //!< its options

  protected:
    void NotifyConstructionCompleted() override
    {
        Object::NotifyConstructionCompleted();
        m_attributes.Apply();
    }

  private:
    BondOptionAttributes m_attributes; //!< its attributes
};

/// Read an attribute. @param object the object @param name the attribute @return its text
std::string
GetText(const Ptr<OptionObject>& object, const std::string& name)
{
    StringValue value;
    object->GetAttribute(name, value);
    return value.Get();
}

} // namespace

TEST(BondOptionAttributeTest, EveryOptionIsAnAttributeWithItsNameInCamelCase)
{
    for (const auto& option : BondOptionTable::GetAll())
    {
        TypeId::AttributeInformation information;
        ASSERT_TRUE(OptionObject::GetTypeId().LookupAttributeByName(option.GetAttributeName(),
                                                                    &information))
            << option.name;
        EXPECT_NE(information.help.find("Option " + option.name + ". "), std::string::npos);
        EXPECT_NE(information.help.find(option.DescribeValues()), std::string::npos);
    }
    EXPECT_EQ(BondOptionTable::Get("miimon").GetAttributeName(), "Miimon");
    EXPECT_EQ(BondOptionTable::Get("xmit_hash_policy").GetAttributeName(), "XmitHashPolicy");
    EXPECT_EQ(BondOptionTable::Get("arp_ip_target").GetAttributeName(), "ArpIpTarget");
}

TEST(BondOptionAttributeTest, TheDefaultsOfANewBondAreThoseOfItsMode)
{
    const auto plain = CreateObject<OptionObject>();
    for (const auto& option : BondOptionTable::GetAll())
    {
        const bool is8023adOnly =
            option.name.compare(0, 8, "ad_actor") == 0 || option.name == "ad_user_port_key";
        EXPECT_EQ(plain->options.Get(option.name), is8023adOnly ? "" : option.initial);
    }
    // 802.3ad sets miimon; a write of the default 0 of the attribute would undo that, and one of
    // Updelay's would fail without it
    const auto lacp = CreateObjectWithAttributes<OptionObject>("Mode", StringValue("802.3ad"));
    EXPECT_EQ(lacp->options.Get("miimon"), "100");
    EXPECT_EQ(lacp->options.Get("ad_actor_sys_prio"), "65535");
}

TEST(BondOptionAttributeTest, ANewBondGetsItsOptionsInTheOrderThatLinuxNeeds)
{
    // ns-3 sets attributes in the order of the TypeId; these depend on each other
    const auto object = CreateObjectWithAttributes<OptionObject>("LacpRate",
                                                                 StringValue("fast"),
                                                                 "Updelay",
                                                                 UintegerValue(250),
                                                                 "Miimon",
                                                                 UintegerValue(50),
                                                                 "Mode",
                                                                 StringValue("802.3ad"));
    EXPECT_EQ(object->options.Get("mode"), "802.3ad 4");
    EXPECT_EQ(object->options.Get("miimon"), "50");
    EXPECT_EQ(object->options.Get("updelay"), "250");
    EXPECT_EQ(object->options.Get("lacp_rate"), "fast 1");
}

TEST(BondOptionAttributeTest, NumbersNamesAndSwitchesAreTaken)
{
    const auto object = CreateObject<OptionObject>();
    object->SetAttribute("XmitHashPolicy", UintegerValue(1));
    EXPECT_EQ(GetText(object, "XmitHashPolicy"), "layer3+4");
    object->SetAttribute("XmitHashPolicy", StringValue("vlan+srcmac"));
    UintegerValue number;
    object->GetAttribute("XmitHashPolicy", number);
    EXPECT_EQ(number.Get(), 5U);
    object->SetAttribute("MinLinks", IntegerValue(2));
    EXPECT_EQ(GetText(object, "MinLinks"), "2");
    object->SetAttribute("UseCarrier", BooleanValue(false));
    BooleanValue flag;
    object->GetAttribute("UseCarrier", flag);
    EXPECT_FALSE(flag.Get());
    // a text with number, as its file shows it, can be written again
    object->SetAttribute("FailOverMac", StringValue("follow 2"));
    EXPECT_EQ(GetText(object, "FailOverMac"), "follow");
}

TEST(BondOptionAttributeTest, AListOfTargetsReplacesTheOldOneAndCommandsChangeIt)
{
    const auto object = CreateObjectWithAttributes<OptionObject>("ArpInterval",
                                                                 UintegerValue(100),
                                                                 "ArpIpTarget",
                                                                 StringValue("10.0.0.2,10.0.0.3"));
    EXPECT_EQ(object->options.Get("arp_ip_target"), "10.0.0.2 10.0.0.3");
    object->SetAttribute("ArpIpTarget", StringValue("10.0.0.4"));
    EXPECT_EQ(object->options.Get("arp_ip_target"), "10.0.0.4");
    object->SetAttribute("ArpIpTarget", StringValue("+10.0.0.5"));
    EXPECT_EQ(object->options.Get("arp_ip_target"), "10.0.0.4 10.0.0.5");
}

TEST(BondOptionAttributeTest, OptionsThatNameSlavesCanBeSetOnABondThatIsThere)
{
    const auto object =
        CreateObjectWithAttributes<OptionObject>("Mode", StringValue("active-backup"));
    object->SetAttribute("Slaves", StringValue("+s0"));
    object->SetAttribute("Slaves", StringValue("+s1"));
    EXPECT_EQ(GetText(object, "Slaves"), "s0 s1");
    object->SetAttribute("ActiveSlave", StringValue("s1"));
    EXPECT_EQ(GetText(object, "ActiveSlave"), "s1");
}

TEST(BondOptionAttributeDeathTest, WhatLinuxRefusesEndsTheProgramWithOneLine)
{
    const auto object = CreateObject<OptionObject>();
    EXPECT_EXIT(object->SetAttribute("Mode", StringValue("balance-xyz")),
                STATUS_1,
                "^linux-tx: error: attribute Mode = 'balance-xyz': option mode: invalid value "
                ".balance-xyz.; allowed: balance-rr .0., active-backup .1., .*EINVAL.\n$");
    EXPECT_EXIT(object->SetAttribute("Miimon", IntegerValue(-1)),
                STATUS_1,
                "^linux-tx: error: attribute Miimon = '-1': .*allowed values 0 - "
                "2147483647 .EINVAL.\n$");
    EXPECT_EXIT(object->SetAttribute("LacpRate", StringValue("fast")),
                STATUS_1,
                "^linux-tx: error: .*not supported in mode balance-rr.0. .EACCES.\n$");
    EXPECT_EXIT(object->SetAttribute("Updelay", UintegerValue(100)),
                STATUS_1,
                "^linux-tx: error: .*Unable to set up delay as MII monitoring is disabled "
                ".EPERM.\n$");
    EXPECT_EXIT(CreateObjectWithAttributes<OptionObject>("Miimon",
                                                         UintegerValue(100),
                                                         "ArpInterval",
                                                         UintegerValue(100)),
                STATUS_1,
                "^linux-tx: error: attributes Miimon = 100 and ArpInterval = 100: .*\n$");
    EXPECT_EXIT(CreateObjectWithAttributes<OptionObject>("Slaves", StringValue("+s0")),
                STATUS_1,
                "^linux-tx: error: attribute Slaves = '.s0': .*only on a bond that is there.*\n$");
}
