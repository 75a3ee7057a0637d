/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_CONTROL_H
#define LINUX_TX_BOND_CONTROL_H

#include "ns3/bond-context.h"
#include "ns3/bond-result.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What the option table may do to a bond: everything a write to one of its options can
 *        cause. BondingNetDevice implements it; modes and monitors see only BondContext.
 */
class BondControl : public BondContext
{
  public:
    /**
     * @brief The bond's options, to be written.
     * @return the options
     */
    virtual BondParams& GetParamsForChange() = 0;

    /**
     * @brief Replace the mode object by one of GetParams().mode; the bond has no slaves and is
     * down.
     */
    virtual void RecreateMode() = 0;

    /**
     * @brief Start and stop monitors and their works as the options now say, if the bond is up
     *        (the ends of bond_option_miimon_set and bond_option_arp_interval_set).
     */
    virtual void RestartMonitors() = 0;

    /**
     * @brief Tell the mode that an option it reads has changed (BondMode::OptionChanged).
     * @param option the option's Linux name
     */
    virtual void TellMode(const std::string& option) = 0;

    /**
     * @brief Enslave a device of the bond's node (option slaves, "+name").
     * @param name its interface name
     * @return success, or ENODEV or what bond_enslave refuses with
     */
    virtual BondResult EnslaveByName(const std::string& name) = 0;

    /**
     * @brief Release a slave (option slaves, "-name").
     * @param name its interface name
     * @return success, or EINVAL
     */
    virtual BondResult ReleaseByName(const std::string& name) = 0;

    /**
     * @brief Is there a device of that name on the bond's node (__dev_get_by_name)?
     * @param name an interface name
     * @return true if so
     */
    virtual bool HasDevice(const std::string& name) const = 0;

    /**
     * @brief Number of TX queues of the bond (real_num_tx_queues), for option queue_id.
     * @return 16, tx_queues of the driver
     */
    virtual uint16_t GetNTxQueues() const = 0;
};

} // namespace ns3

#endif /* LINUX_TX_BOND_CONTROL_H */
