/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ip-output.h"

#include <nlohmann/json.hpp>

namespace ns3
{

IpTextOutput::IpTextOutput(std::ostream& os)
    : m_os(os)
{
}

void
IpTextOutput::Number(const char*,
                     const std::string& before,
                     int64_t number,
                     const std::string& after)
{
    m_os << before << number << after;
}

void
IpTextOutput::Word(const char*,
                   const std::string& before,
                   const std::string& word,
                   const std::string& after)
{
    m_os << before << word << after;
}

void
IpTextOutput::Null(const char*, const std::string& before, const std::string& word)
{
    m_os << before << word << " ";
}

void
IpTextOutput::List(const char*,
                   const std::string& before,
                   const std::vector<std::string>& words,
                   const std::string& after)
{
    m_os << before;
    const char* separator = "";
    for (const std::string& word : words)
    {
        m_os << separator << word;
        separator = ",";
    }
    m_os << after;
}

void
IpTextOutput::TextOnly(const std::string& text)
{
    m_os << text;
}

void
IpTextOutput::JsonOnly(const char*, uint64_t)
{
}

void
IpTextOutput::Open(const char*)
{
}

void
IpTextOutput::Close()
{
}

/// The JSON document and the objects that are open.
struct IpJsonOutput::Document
{
    using Json = nlohmann::ordered_json;

    Json root = Json::object();      //!< the link
    std::vector<std::string> opened; //!< keys from the root to the innermost open object

    /**
     * @brief The object that fields go into.
     * @return the innermost open object
     */
    Json& GetCurrent()
    {
        Json* current = &root;
        for (const std::string& key : opened)
        {
            current = &(*current)[key];
        }
        return *current;
    }
};

IpJsonOutput::IpJsonOutput()
    : m_document(std::make_unique<Document>())
{
}

IpJsonOutput::~IpJsonOutput() = default;

std::string
IpJsonOutput::GetText(int indent) const
{
    return Document::Json::array({m_document->root}).dump(indent);
}

void
IpJsonOutput::Number(const char* key, const std::string&, int64_t number, const std::string&)
{
    m_document->GetCurrent()[key] = number;
}

void
IpJsonOutput::Word(const char* key, const std::string&, const std::string& word, const std::string&)
{
    m_document->GetCurrent()[key] = word;
}

void
IpJsonOutput::Null(const char* key, const std::string&, const std::string&)
{
    m_document->GetCurrent()[key] = nullptr;
}

void
IpJsonOutput::List(const char* key,
                   const std::string&,
                   const std::vector<std::string>& words,
                   const std::string&)
{
    m_document->GetCurrent()[key] = words;
}

void
IpJsonOutput::TextOnly(const std::string&)
{
}

void
IpJsonOutput::JsonOnly(const char* key, uint64_t number)
{
    m_document->GetCurrent()[key] = number;
}

void
IpJsonOutput::Open(const char* key)
{
    m_document->GetCurrent()[key] = Document::Json::object();
    m_document->opened.emplace_back(key);
}

void
IpJsonOutput::Close()
{
    m_document->opened.pop_back();
}

} // namespace ns3
