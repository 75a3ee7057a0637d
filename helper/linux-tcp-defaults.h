/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_TCP_DEFAULTS_H
#define LINUX_TX_LINUX_TCP_DEFAULTS_H

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Give ns-3's TCP the defaults of Linux 6.1 on Ethernet, for all sockets that are made from
 *        now on.
 *
 * What is set, by `Config::SetDefault`: cubic; segments of 1448 bytes (MTU 1500, timestamps); a
 * receive buffer of 6,291,456 bytes (net.ipv4.tcp_rmem[2], as far as Linux's autotuning goes); no
 * limit on what may be written but sk_sndbuf's; delayed ACKs after 40 ms (TCP_DELACK_MIN), and 16
 * immediate ones at the begin (TCP_MAX_QUICKACKS); an RTO of at least 200 ms (TCP_RTO_MIN), and of
 * 1 s for a SYN (TCP_TIMEOUT_INIT). ns-3's initial window of 10 segments is Linux's, too.
 */
void SetLinuxTcpDefaults();

} // namespace ns3

#endif /* LINUX_TX_LINUX_TCP_DEFAULTS_H */
