/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/alb-arp-message.h"
#include "ns3/arp-cache.h"
#include "ns3/arp-update-listener.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/node-container.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const Mac48Address OLD("02:00:00:00:0a:01");
const Mac48Address NEW("02:00:00:00:0a:02");
const Ipv4Address HOST("10.0.0.1");
const Ipv4Address PEER("10.0.0.2");

/// A stock host with a listener, and a peer on the same wire.
class ArpUpdateListenerTest : public testing::Test
{
  protected:
    ArpUpdateListenerTest()
    {
        InternetStackHelper().Install(nodes);
        const auto channel = CreateObject<SimpleChannel>();
        for (const auto& device : {host, peer})
        {
            device->SetAddress(Mac48Address::Allocate());
            device->SetChannel(channel);
        }
        nodes.Get(0)->AddDevice(host);
        nodes.Get(1)->AddDevice(peer);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(NetDeviceContainer(host));
        ArpUpdateListener::Install(host);
    }

    ~ArpUpdateListenerTest() override
    {
        Simulator::Destroy();
    }

    /**
     * @brief The host's ARP cache.
     * @return the cache
     */
    Ptr<ArpCache> GetCache() const
    {
        return nodes.Get(0)->GetObject<Ipv4L3Protocol>()->GetInterface(1)->GetArpCache();
    }

    /**
     * @brief The host knows the peer.
     * @return the entry
     */
    ArpCache::Entry* AddPeer() const
    {
        ArpCache::Entry* entry = GetCache()->Add(PEER);
        entry->SetMacAddress(OLD);
        entry->UpdateSeen();
        return entry;
    }

    /**
     * @brief The host receives a message about the peer.
     * @param operation request or reply
     * @param mac the peer's address in it
     * @param target whom it is for
     */
    void Receive(uint16_t operation, const Mac48Address& mac, Ipv4Address target = HOST)
    {
        const AlbArpMessage message{operation,
                                    mac,
                                    PEER,
                                    Mac48Address::ConvertFrom(host->GetAddress()),
                                    target};
        peer->Send(message.Write(), host->GetAddress(), AlbArpMessage::ETHER_TYPE);
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
    }

    NodeContainer nodes{2};
    Ptr<SimpleNetDevice> host{CreateObject<SimpleNetDevice>()};
    Ptr<SimpleNetDevice> peer{CreateObject<SimpleNetDevice>()};
};

TEST_F(ArpUpdateListenerTest, ReplyNobodyAskedForIsBelieved)
{
    const auto entry = AddPeer();
    Receive(AlbArpMessage::REPLY, NEW);
    EXPECT_EQ(entry->GetMacAddress(), NEW);
    EXPECT_TRUE(entry->IsAlive());
}

TEST_F(ArpUpdateListenerTest, RequestForAnotherHostIsBelieved)
{
    const auto entry = AddPeer();
    Receive(AlbArpMessage::REQUEST, NEW, Ipv4Address("10.0.0.9"));
    EXPECT_EQ(entry->GetMacAddress(), NEW);
}

TEST_F(ArpUpdateListenerTest, ReplyWithinASecondOfAChangeIsIgnored)
{
    const auto entry = AddPeer();
    Receive(AlbArpMessage::REPLY, NEW);
    Receive(AlbArpMessage::REPLY, OLD);
    EXPECT_EQ(entry->GetMacAddress(), NEW);
    Receive(AlbArpMessage::REQUEST, OLD);
    EXPECT_EQ(entry->GetMacAddress(), OLD) << "not so a request";
    Simulator::Stop(MilliSeconds(1001));
    Simulator::Run();
    Receive(AlbArpMessage::REPLY, NEW);
    EXPECT_EQ(entry->GetMacAddress(), NEW);
}

TEST_F(ArpUpdateListenerTest, OnlyARequestForTheHostItselfMakesAnEntry)
{
    Receive(AlbArpMessage::REPLY, NEW);
    EXPECT_EQ(GetCache()->Lookup(PEER), nullptr);
    Receive(AlbArpMessage::REQUEST, NEW, Ipv4Address("10.0.0.9"));
    EXPECT_EQ(GetCache()->Lookup(PEER), nullptr);
    Receive(AlbArpMessage::REQUEST, NEW);
    ASSERT_NE(GetCache()->Lookup(PEER), nullptr);
    EXPECT_EQ(GetCache()->Lookup(PEER)->GetMacAddress(), NEW);
    EXPECT_TRUE(GetCache()->Lookup(PEER)->IsAlive());
}

TEST_F(ArpUpdateListenerTest, EntryThatWaitsForAReplyIsLeftToArp)
{
    const auto entry = AddPeer();
    entry->MarkWaitReply(ArpCache::Ipv4PayloadHeaderPair(Create<Packet>(10), Ipv4Header()));
    Receive(AlbArpMessage::REQUEST, NEW);
    EXPECT_TRUE(entry->IsWaitReply());
    EXPECT_EQ(entry->GetMacAddress(), OLD);
}

TEST_F(ArpUpdateListenerTest, DeviceWithoutInterfaceIsRefused)
{
    EXPECT_EXIT(ArpUpdateListener::Install(peer), testing::ExitedWithCode(1), "no IPv4 interface");
}

} // namespace
