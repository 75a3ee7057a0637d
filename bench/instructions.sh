# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by the scripts beside it.

# Instructions that a program takes, by callgrind.
instructions() # [CALLGRIND-OPTION...] PROGRAM [OPTION...]
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p'
}
