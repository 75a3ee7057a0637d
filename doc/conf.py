# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the module's manual chapter alone: sphinx-build doc build/doc. (The chapters of contrib
# modules do not join ns-3's own manual by themselves.)

# pylint: disable=invalid-name

project = "linux-tx"
copyright = "the linux-tx authors"  # pylint: disable=redefined-builtin
root_doc = "linux-tx"
source_suffix = ".rst"
exclude_patterns = ["bond-options-table.rst"]  # linux-tx-bonding includes it
highlight_language = "none"
html_theme = "alabaster"
html_show_copyright = False
latex_documents = [(root_doc, "linux-tx.tex", project, copyright, "howto")]
