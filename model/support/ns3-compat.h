/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NS3_COMPAT_H
#define LINUX_TX_NS3_COMPAT_H

#include "ns3/attribute-accessor-helper.h"
#include "ns3/enum.h"
#include "ns3/type-id.h"

#include <type_traits>
#include <utility>

/**
 * @file
 * @ingroup linux-tx
 * @brief The one place that knows how ns-3's interfaces changed from 3.37 to 3.48.
 *
 * Everything is found out from the types themselves, not from a version number.
 * What needs no help, because one spelling means the same in all releases:
 * - `EnumValue(X)` and `MakeEnumChecker(X, "X", ...)`, as long as X is an unscoped enumerator;
 * - `TestSuite::Type::UNIT`;
 * - `!EventId::IsExpired()` for the IsRunning() that 3.46 removed.
 */

namespace ns3
{

/// What ns-3's interfaces look like in the release at hand.
namespace compat
{

/**
 * @ingroup linux-tx
 * @brief The AttributeValue that holds a @p T: EnumValue up to 3.40, EnumValue<T> later.
 * @tparam T an unscoped enum (a scoped one does not convert to the int that 3.37 keeps)
 */
template <typename T>
using EnumValueOf = decltype(EnumValue(std::declval<T>()));

/**
 * @ingroup linux-tx
 * @brief ns-3's MakeEnumAccessor(), which takes the enum as a template argument since 3.41.
 * @tparam T the enum
 * @tparam Access (deduced) types of the arguments
 * @param access a member variable, or a setter and a getter
 * @return the accessor
 */
template <typename T, typename... Access>
Ptr<const AttributeAccessor>
MakeEnumAccessor(Access... access)
{
    return MakeAccessorHelper<EnumValueOf<T>>(access...);
}

/**
 * @ingroup linux-tx
 * @brief A base class, in whose place an object says what its TypeId is.
 *
 * Up to 3.44 some classes of ns-3 answer GetInstanceTypeId() for all their subclasses, so that
 * these have to do so as well; since 3.45 they must not.
 * @tparam Base the class of ns-3
 * @tparam Derived the subclass, with a GetTypeId()
 */
template <typename Base, typename Derived, typename = void>
class WithInstanceTypeId : public Base
{
  public:
    using Base::Base;
};

/// @copydoc WithInstanceTypeId
template <typename Base, typename Derived>
class WithInstanceTypeId<
    Base,
    Derived,
    std::enable_if_t<std::is_same_v<decltype(&Base::GetInstanceTypeId), TypeId (Base::*)() const>>>
    : public Base
{
  public:
    using Base::Base;

    TypeId GetInstanceTypeId() const override
    {
        return Derived::GetTypeId();
    }
};

/**
 * @ingroup linux-tx
 * @brief How long a test case takes: TestCase::EXTENSIVE, or TestCase::Duration::EXTENSIVE since
 *        3.42. AddTestCase()'s default is QUICK in all releases.
 * @tparam Case TestCase (this header leaves it to the tests to include ns3/test.h)
 */
template <typename Case, typename = void>
struct TestDuration
{
    static constexpr auto EXTENSIVE = Case::EXTENSIVE;         //!< medium length
    static constexpr auto TAKES_FOREVER = Case::TAKES_FOREVER; //!< very long
};

/// @copydoc TestDuration
template <typename Case>
struct TestDuration<Case, std::void_t<typename Case::Duration>>
{
    static constexpr auto EXTENSIVE = Case::Duration::EXTENSIVE;         //!< medium length
    static constexpr auto TAKES_FOREVER = Case::Duration::TAKES_FOREVER; //!< very long
};

} // namespace compat

} // namespace ns3

#endif /* LINUX_TX_NS3_COMPAT_H */
