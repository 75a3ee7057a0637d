#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Instructions of the same bytes with and without trains: datagrams of 65,507 bytes by ns-3's UDP
# socket and by ours with UFO (a train of 45 fragments), 44 datagrams of 1472 bytes by one send with
# UDP_SEGMENT, and a train of one against a plain message of ours. Two run lengths under callgrind
# each, so that the difference is free of start-up. Exit status 1 if a ratio is above its limit.
# Usage: bench/udp-trains.sh BUILD-FOLDER

set -euo pipefail
. "$(dirname "$0")/instructions.sh"

readonly program=${1:?usage: bench/udp-trains.sh BUILD-FOLDER}/bench/udp-trains
readonly short=20 long=120 # messages

per_message() # OPTION...
{
    echo $((($(instructions "$program" --messages=$long "$@") -
        $(instructions "$program" --messages=$short "$@")) / (long - short)))
}

failed=0

compare() # WHAT INSTRUCTIONS BYTES REFERENCE REFERENCE-BYTES LIMIT
{
    awk -v what="$1" -v ours="$2" -v bytes="$3" -v reference="$4" -v of="$5" -v limit="$6" 'BEGIN {
        ratio = (ours / bytes) / (reference / of)
        printf "%-44s %9d / %9d instructions, ratio %.3f (limit %s)\n",
            what, ours, reference, ratio, limit == "" ? "none" : limit
        exit limit != "" && ratio > limit
    }' || failed=1
}

stock=$(per_message --kind=stock)
compare "UFO, 65507 B, against the stock socket" "$(per_message --kind=ufo)" 65507 \
    "$stock" 65507 0.7
compare "UDP_SEGMENT, 44 x 1472 B, against the same" \
    "$(per_message --kind=segment --bytes=64768 --gsoSize=1472)" 64768 "$stock" 65507 ""
compare "UDP_SEGMENT, 1 x 1000 B, against ours without" \
    "$(per_message --kind=segment --bytes=1000 --gsoSize=1472)" 1000 \
    "$(per_message --kind=linux --bytes=1000)" 1000 1.02
exit $failed
