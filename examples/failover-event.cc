/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "failover-event.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * @brief Read "0-" or "12+".
 * @param word the word
 * @return the command, or nothing
 */
std::optional<FailoverCommand>
ReadLinkCommand(const std::string& word)
{
    const bool isLink =
        (word.size() == 2 || word.size() == 3) && (word.back() == '+' || word.back() == '-') &&
        std::all_of(word.begin(), word.end() - 1, [](unsigned char c) { return std::isdigit(c); });
    if (!isLink)
    {
        return std::nullopt;
    }
    FailoverCommand command;
    command.kind = word.back() == '+' ? FailoverCommand::LINK_UP : FailoverCommand::LINK_DOWN;
    command.slave = static_cast<uint32_t>(std::stoul(word.substr(0, word.size() - 1)));
    if (command.slave >= FailoverEvent::MAX_SLAVES)
    {
        return std::nullopt;
    }
    return command;
}

} // namespace

FailoverEvent
FailoverEvent::Read(Time time, const std::string& text)
{
    FailoverEvent event{time, text, {}};
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
    {
        if (word != "=")
        {
            words.push_back(word);
        }
    }
    for (const auto& word : words)
    {
        const auto command = ReadLinkCommand(word);
        if (!command)
        {
            event.commands.clear();
            break;
        }
        event.commands.push_back(*command);
    }
    const bool isPair = words.size() == 2 && std::isalpha(static_cast<unsigned char>(words[0][0]));
    if (event.commands.empty() && isPair)
    {
        FailoverCommand command;
        if (words[0] == "bond0" && words[1] == "up")
        {
            command.kind = FailoverCommand::BOND_UP;
        }
        else if (words[0] == "bond0" && words[1] == "down")
        {
            command.kind = FailoverCommand::BOND_DOWN;
        }
        else
        {
            command.kind = FailoverCommand::SET_OPTION;
            command.option = words[0];
            command.value = words[1];
        }
        event.commands.push_back(command);
    }
    return event;
}

} // namespace ns3
