#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Instructions per message of ns-3's UDP socket and of ours, for the same OnOff traffic over a
# PointToPoint link: two run lengths under callgrind each, so that the difference is free of
# start-up. Prints both and their ratio; exit status 1 if the ratio is above the limit.
# Usage: bench/udp-accounting.sh BUILD-FOLDER

set -euo pipefail
. "$(dirname "$0")/instructions.sh"

readonly program=${1:?usage: bench/udp-accounting.sh BUILD-FOLDER}/bench/udp-accounting
readonly short=2000 long=12000 # messages
readonly limit=1.15

per_message() # STOCK
{
    local -a call=("$program" --stock="$1")
    echo $((($(instructions "${call[@]}" --packets=$long) -
        $(instructions "${call[@]}" --packets=$short)) / (long - short)))
}

stock=$(per_message true)
ours=$(per_message false)
awk -v stock="$stock" -v ours="$ours" -v limit="$limit" 'BEGIN {
    ratio = ours / stock
    printf "instructions per message: stock %d, linux-tx %d, ratio %.3f (limit %.2f)\n",
        stock, ours, ratio, limit
    exit ratio > limit
}'
