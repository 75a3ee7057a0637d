#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Instructions that a bulk transfer at 10 Gb/s costs with our TCP socket, with trains and without,
# against ns-3's: two lengths under callgrind each, so that the difference is free of start-up.
# Then the cost of many flows in one host: what ours costs beside ns3's must not grow faster than
# the number of flows. (ns-3 itself looks each packet's connection up in a list.)
# Exit status 1 if a ratio is above its limit.
# Usage: bench/tcp-bulk.sh BUILD-FOLDER

set -euo pipefail
. "$(dirname "$0")/instructions.sh"

readonly program=${1:?usage: bench/tcp-bulk.sh BUILD-FOLDER}/bench/tcp-bulk
readonly short=12000000 long=32000000 # bytes
readonly few=200 many=2000            # flows
readonly flow_bytes=20000             # bytes of each of them

steady() # OPTION...
{
    echo $(($(instructions "$program" --bytes=$long "$@") -
        $(instructions "$program" --bytes=$short "$@")))
}

failed=0

compare() # WHAT OURS REFERENCE LIMIT
{
    awk -v what="$1" -v ours="$2" -v reference="$3" -v limit="$4" 'BEGIN {
        ratio = ours / reference
        printf "%-44s %12.0f / %12.0f instructions, ratio %.3f (limit %s)\n",
            what, ours, reference, ratio, limit
        exit ratio > limit
    }' || failed=1
}

stock=$(steady --stock)
compare "20 MB with trains, against the stock socket" "$(steady --tso)" "$stock" 0.85
compare "20 MB without trains" "$(steady)" "$stock" 1.10

flows() # FLOWS OPTION...
{
    instructions "$program" --bytes=$flow_bytes --flows="$@"
}

few_stock=$(flows $few --stock) few_ours=$(flows $few --tso)
many_stock=$(flows $many --stock) many_ours=$(flows $many --tso)
compare "$few flows, against the stock socket" "$few_ours" "$few_stock" 1.15
compare "$many flows, against the stock socket" "$many_ours" "$many_stock" 1.15
exit $failed
