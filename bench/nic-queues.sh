#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Instructions that a frame costs on a 100 Gb/s NIC with 1,000 flows, by its number of transmit
# queues: two lengths under callgrind each, so that the difference is free of start-up.
# Exit status 1 if a frame on many queues costs more than the limit allows.
# Usage: bench/nic-queues.sh BUILD-FOLDER

set -euo pipefail
. "$(dirname "$0")/instructions.sh"

readonly program=${1:?usage: bench/nic-queues.sh BUILD-FOLDER}/bench/nic-queues
readonly flows=1000 short=10 long=30 # datagrams of each flow
readonly limit=1.02

frame() # QUEUES
{
    echo $((($(instructions "$program" --queues="$1" --flows=$flows --rounds=$long) -
        $(instructions "$program" --queues="$1" --flows=$flows --rounds=$short)) /
        (flows * (long - short))))
}

failed=0
reference=$(frame 1)
for queues in 1 2 8 64; do
    awk -v queues=$queues -v ours="$(frame $queues)" -v reference="$reference" -v limit=$limit '
        BEGIN {
            ratio = ours / reference
            printf "%2d queues: %6d instructions per frame, against one queue %.3f (limit %s)\n",
                queues, ours, ratio, limit
            exit ratio > limit
        }' || failed=1
done
exit $failed
