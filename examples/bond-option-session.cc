/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-option-session.h"

#include "ns3/bond-option-table.h"
#include "ns3/bond-options.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

const std::string EMPTY = "(empty)";                 //!< how nothing is shown, and written
const std::string PRIO_OF_SLAVE = "prio (of slave "; //!< how the option of a slave is named

} // namespace

BondOptionSession::BondOptionSession(Access access)
    : m_access(std::move(access))
{
}

BondOptionSession::Request
BondOptionSession::Parse(const std::string& text)
{
    const std::size_t equals = std::min(text.find('='), text.size());
    Request request;
    request.name = text.substr(0, equals);
    request.value = text.substr(std::min(equals + 1, text.size()));
    if (request.value == EMPTY)
    {
        request.value.clear();
    }
    std::string option = request.name;
    if (option.compare(0, PRIO_OF_SLAVE.size(), PRIO_OF_SLAVE) == 0 && option.back() == ')')
    {
        request.slave =
            option.substr(PRIO_OF_SLAVE.size(), option.size() - PRIO_OF_SLAVE.size() - 1);
        option = "prio";
    }
    request.option = equals < text.size() ? BondOptionTable::Find(option) : nullptr;
    return request;
}

BondOptionRecord
BondOptionSession::Write(const Request& request)
{
    const BondOption& option = *request.option;
    const auto before = ReadAll();
    m_access.takeLog();

    BondOptionRecord record;
    record.option = request.name;
    record.value = request.value.empty() ? EMPTY : request.value;
    record.result = BondOptions::GetAnswer(
        option,
        m_access.set(option.name,
                     (request.slave.empty() ? "" : request.slave + ":") + request.value));
    for (const auto& line : m_access.takeLog())
    {
        record.message += (record.message.empty() ? "" : "; ") + line;
    }
    record.readBack = Read(request);
    for (const auto& [name, text] : ReadAll())
    {
        const bool isOther = name != option.name && !(option.flags & BondOption::NETLINK);
        if (isOther && text != before.at(name))
        {
            record.othersChanged += (record.othersChanged.empty() ? "" : " ") + name + ":" +
                                    before.at(name) + "->" + text;
        }
    }
    for (auto* cell : {&record.othersChanged, &record.message})
    {
        *cell = cell->empty() ? "-" : *cell;
    }
    return record;
}

std::string
BondOptionSession::Read(const Request& request) const
{
    std::string text = m_access.get(request.option->name);
    if (!request.slave.empty())
    {
        // of "s0:10 s1:0"
        std::istringstream words(text);
        text.clear();
        for (std::string word; words >> word;)
        {
            const std::size_t colon = word.find(':');
            text = word.substr(0, colon) == request.slave ? word.substr(colon + 1) : text;
        }
    }
    if (!text.empty())
    {
        return text;
    }
    return request.option->flags & BondOption::NETLINK ? "(none)" : EMPTY;
}

std::map<std::string, std::string>
BondOptionSession::ReadAll() const
{
    std::map<std::string, std::string> texts;
    for (const auto& option : BondOptionTable::GetAll())
    {
        if (!(option.flags & BondOption::NETLINK))
        {
            texts[option.name] = m_access.get(option.name);
        }
    }
    return texts;
}

} // namespace ns3
