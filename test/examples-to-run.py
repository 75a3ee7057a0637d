# SPDX-License-Identifier: GPL-2.0-only
#
# The examples that the tests run once, in a short form: (example and arguments, run, run under
# valgrind), as ns-3's test.py reads them. Each must exit with status 0.

cpp_examples = [
    ("bond-failover", "True", "True"),
    ("bond-hash --policy=layer3+4 --slaves=4 --frames=/dev/null", "True", "True"),
    ("bond-lacp", "True", "True"),
    ("bond-options --state=up --slaves=2 --set=miimon=100 --set=mode=1", "True", "True"),
    ("bond-options --list --format=json", "True", "True"),
    ("bond-tcp-rr --duration=2ms", "True", "True"),
    ("bond-tcp-rr --study=polarisation --duration=1ms --format=json", "True", "True"),
    ("bond-udp-burst --cycles=2", "True", "True"),
    ("bond-udp-burst --cycles=2 --orphan=bond --format=json", "True", "True"),
    ("bql-latency --duration=20ms --warmup=60ms --flows=3", "True", "True"),
    ("bql-latency --queues=2 --qdisc=fq_codel --bql=on --tso=off --driver=slow --duration=5ms --warmup=60ms --flows=2 --format=json", "True", "True"),
    ("guest-udp-flood --duration=20ms", "True", "True"),
    ("guest-udp-flood --earlyOrphan=on --duration=20ms --format=json", "True", "True"),
    ("guest-udp-flood --guestDriver=vhost --bond=off --sndbuf=10000000 --duration=20ms", "True", "True"),
    ("tsq-nic --limit=fixed --overhead=400 --txUsecs=70 --duration=5ms", "True", "True"),
    ("tsq-nic --rate=100Mbps --tso=off --qdisc=fq --duration=50ms --format=json", "True", "True"),
    ("tsq-wifi --duration=300ms --warmup=100ms", "True", "True"),
    ("tsq-wifi --shift=kernel --standard=11ac --width=80 --congestion=cubic --lossPpm=100 --tso=on --qdisc=none --flows=2 --duration=200ms --warmup=50ms --format=json", "True", "True"),
    ("udp-sndbuf", "True", "True"),
    ("udp-sndbuf --ipv6 --format=json", "True", "True"),
    ("ufo-stacked --duration=20ms", "True", "True"),
    ("ufo-stacked --stack=gre-bridge --ownership=last --duration=20ms --format=json", "True", "True"),
]

python_examples = []
