/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTION_ATTRIBUTE_H
#define LINUX_TX_BOND_OPTION_ATTRIBUTE_H

#include "ns3/bond-option.h"
#include "ns3/bond-options.h"
#include "ns3/type-id.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The options of one bond as ns-3 attributes: MinLinks for min_links and so on.
 *
 * ns-3 sets the attributes of a new object one by one, in an order of its own and all of them;
 * Linux minds the order, and a write of a default is not without effect. So until Apply() the
 * values are only written down; Apply() then writes those that are no defaults in the order of
 * BondOptionTable. Later values are written at once. What Linux refuses ends the program.
 */
class BondOptionAttributes
{
  public:
    /**
     * @brief Constructor.
     * @param options the options; must outlive this
     */
    explicit BondOptionAttributes(BondOptions& options);

    /**
     * @brief Set an attribute.
     * @param option the option
     * @param value name or number of a value; for arp_ip_target also a new list of addresses with
     *        commas between them
     */
    void Set(const BondOption& option, const std::string& value);

    /**
     * @brief Get an attribute.
     * @param option the option
     * @return what Set() takes: the name of a value that has one, else the number or text
     */
    std::string Get(const BondOption& option) const;

    /**
     * @brief The bond is complete (NotifyConstructionCompleted): write what was set so far.
     */
    void Apply();

  private:
    /**
     * @brief Write an option; a refusal ends the program.
     * @param option the option
     * @param value as for Set()
     */
    void Write(const BondOption& option, const std::string& value);

    /**
     * @brief Write one value; a refusal ends the program.
     * @param option the option
     * @param value what its file takes
     */
    void WriteOne(const BondOption& option, const std::string& value);

    BondOptions& m_options;                        //!< the options
    std::map<std::string, std::string> m_recorded; //!< values by option, until Apply()
    bool m_complete{false};                        //!< Apply() was called
};

/**
 * @ingroup linux-tx
 * @brief An object that has the options of a bond as attributes: BondingNetDevice.
 */
class BondOptionOwner
{
  public:
    virtual ~BondOptionOwner() = default;

    /**
     * @brief The attributes.
     * @return the attributes; live as long as the object
     */
    virtual BondOptionAttributes& GetOptionAttributes() = 0;
};

/**
 * @ingroup linux-tx
 * @brief Give a type an attribute for every option of the table.
 *
 * Attributes take StringValue, UintegerValue, IntegerValue and BooleanValue. Those of options that
 * name slaves (Slaves, ActiveSlave, QueueId, Prio) can be set only on a bond that is there.
 * @param tid the type; its objects are BondOptionOwners
 * @return the type
 */
TypeId AddBondOptionAttributes(TypeId tid);

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTION_ATTRIBUTE_H */
