/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_IP_OUTPUT_H
#define LINUX_TX_IP_OUTPUT_H

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Where `ip` writes the fields of an object: lib/json_print.c of iproute2.
 *
 * A report names every field once, with its JSON key and the words before it in the text; the
 * output decides which of both it writes. So text and JSON cannot differ in what they tell.
 */
class IpOutput
{
  public:
    virtual ~IpOutput() = default;

    /**
     * @brief A number.
     * @param key JSON key
     * @param before words before it in the text
     * @param number the number
     * @param after words after it in the text
     */
    virtual void Number(const char* key,
                        const std::string& before,
                        int64_t number,
                        const std::string& after = " ") = 0;

    /**
     * @brief A word.
     * @param key JSON key
     * @param before words before it in the text
     * @param word the word
     * @param after words after it in the text
     */
    virtual void Word(const char* key,
                      const std::string& before,
                      const std::string& word,
                      const std::string& after = " ") = 0;

    /**
     * @brief A word whose absence JSON writes as null.
     * @param key JSON key
     * @param before words before it in the text
     * @param word the word in the text
     */
    virtual void Null(const char* key, const std::string& before, const std::string& word) = 0;

    /**
     * @brief A list of words, separated by commas in the text.
     * @param key JSON key
     * @param before words before it in the text
     * @param words the list
     * @param after words after it in the text
     */
    virtual void List(const char* key,
                      const std::string& before,
                      const std::vector<std::string>& words,
                      const std::string& after = " ") = 0;

    /**
     * @brief What only the text has.
     * @param text the text
     */
    virtual void TextOnly(const std::string& text) = 0;

    /**
     * @brief A number that only JSON has.
     * @param key JSON key
     * @param number the number
     */
    virtual void JsonOnly(const char* key, uint64_t number) = 0;

    /**
     * @brief Fields up to Close() are members of an object; the text does not show it.
     * @param key JSON key
     */
    virtual void Open(const char* key) = 0;

    /**
     * @brief The end of what Open() began.
     */
    virtual void Close() = 0;
};

/**
 * @ingroup linux-tx
 * @brief The text of `ip`.
 */
class IpTextOutput : public IpOutput
{
  public:
    /**
     * @brief Constructor.
     * @param os where to write
     */
    explicit IpTextOutput(std::ostream& os);

    void Number(const char* key,
                const std::string& before,
                int64_t number,
                const std::string& after) override;
    void Word(const char* key,
              const std::string& before,
              const std::string& word,
              const std::string& after) override;
    void Null(const char* key, const std::string& before, const std::string& word) override;
    void List(const char* key,
              const std::string& before,
              const std::vector<std::string>& words,
              const std::string& after) override;
    void TextOnly(const std::string& text) override;
    void JsonOnly(const char* key, uint64_t number) override;
    void Open(const char* key) override;
    void Close() override;

  private:
    std::ostream& m_os; //!< where to write
};

/**
 * @ingroup linux-tx
 * @brief The object of `ip -j`, its members in the order in which they were written.
 */
class IpJsonOutput : public IpOutput
{
  public:
    IpJsonOutput();
    ~IpJsonOutput() override;

    /**
     * @brief The array of one object that `ip -j link show NAME` prints.
     * @param indent spaces to indent each level by; -1 for one line
     * @return the text, without newline at its end
     */
    std::string GetText(int indent) const;

    void Number(const char* key,
                const std::string& before,
                int64_t number,
                const std::string& after) override;
    void Word(const char* key,
              const std::string& before,
              const std::string& word,
              const std::string& after) override;
    void Null(const char* key, const std::string& before, const std::string& word) override;
    void List(const char* key,
              const std::string& before,
              const std::vector<std::string>& words,
              const std::string& after) override;
    void TextOnly(const std::string& text) override;
    void JsonOnly(const char* key, uint64_t number) override;
    void Open(const char* key) override;
    void Close() override;

  private:
    struct Document;                      //!< the JSON library stays out of this header
    std::unique_ptr<Document> m_document; //!< what was written
};

} // namespace ns3

#endif /* LINUX_TX_IP_OUTPUT_H */
