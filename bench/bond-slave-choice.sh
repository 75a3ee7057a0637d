#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Instructions that a bond takes to choose a slave for a packet, from 2 to 64 slaves, and those of
# the whole send call around it: socket, IP, bond, queue disc and NIC. Counted under callgrind:
# everything in BondFrame's constructor and the mode's Select(), and everything in
# LinuxUdpSocket::Send(). Prints both by mode and number of slaves; exit status 1 if a choice costs
# more than 5 % of a send call, or more than 10 % more with one number of slaves than with another.
# Usage: bench/bond-slave-choice.sh BUILD-FOLDER

set -euo pipefail
shopt -s inherit_errexit
. "$(dirname "$0")/instructions.sh"

readonly program=${1:?usage: bench/bond-slave-choice.sh BUILD-FOLDER}/bench/bond-slave-choice
readonly messages=8 flows=256 # as in the program: 2048 packets
readonly max_share=0.05 max_spread=1.10

# Instructions a packet with MODE and SLAVES in the functions $3...
per_packet() # MODE SLAVES FUNCTION...
{
    local mode=$1 slaves=$2 total
    shift 2
    total=$(instructions "${@/#/--toggle-collect=}" "$program" --mode="$mode" --slaves="$slaves" \
        --messages=$messages)
    echo $((total / (messages * flows)))
}

status=0
printf '%-12s %6s %10s %10s %8s\n' mode slaves choice send share
for mode in 802.3ad:Ieee8023adMode balance-xor:BalanceXorMode balance-rr:BalanceRrMode; do
    class=${mode#*:} mode=${mode%:*} least='' most=0
    for slaves in 2 8 64; do
        choice=$(per_packet $mode $slaves 'ns3::BondFrame::BondFrame*' "ns3::$class::Select*")
        send=$(per_packet $mode $slaves 'ns3::LinuxUdpSocket::Send(*')
        awk -v mode=$mode -v slaves=$slaves -v choice="$choice" -v send="$send" \
            -v limit=$max_share 'BEGIN {
            printf "%-12s %6d %10d %10d %6.2f %%\n", mode, slaves, choice, send,
                100 * choice / send
            exit choice > limit * send
        }' || status=1
        if [[ -z $least ]] || ((choice < least)); then least=$choice; fi
        if ((choice > most)); then most=$choice; fi
    done
    awk -v least="$least" -v most="$most" -v limit=$max_spread 'BEGIN {
        exit most > limit * least
    }' || status=1
done
exit $status
