/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_RECORDED_TEXTS_H
#define LINUX_TX_RECORDED_TEXTS_H

#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief Texts that commands printed on a real kernel, from test/data (e12-*.txt, e3-*_A.txt).
 *
 * Lines with "#####" name moments, lines with '#' the command whose text follows. Each text was
 * recorded with an empty line behind it, or with none.
 */
class RecordedTexts
{
  public:
    /// What a command printed.
    struct Text
    {
        std::string moment;             //!< when, as in "up, two slaves"; may be empty
        std::string command;            //!< the command, or whatever the line with '#' says
        std::vector<std::string> lines; //!< what it printed, without newlines
    };

    /**
     * @brief Read a file.
     * @param name file name in test/data
     */
    explicit RecordedTexts(const std::string& name);

    /**
     * @brief The texts; none if the file cannot be read.
     * @return the texts, in file order
     */
    const std::vector<Text>& GetTexts() const
    {
        return m_texts;
    }

    /**
     * @brief Split a text into lines.
     * @param text the text
     * @return the lines, without newlines
     */
    static std::vector<std::string> SplitLines(const std::string& text);

  private:
    std::vector<Text> m_texts; //!< the texts
};

#endif /* LINUX_TX_RECORDED_TEXTS_H */
