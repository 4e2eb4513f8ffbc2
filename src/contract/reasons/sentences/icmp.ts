export const icmpReasons = {
  PING_ENDED_SILENT: 'The `ping` program ended before it sent a packet, without a word.',
  PING_ENDED: 'The `ping` program ended before it sent a packet, and said: {text}.',
  FAMILY_MISSING: 'This machine has no {family}, so {address} is out of reach.',
  PING_REMEDY:
    'Run `sysctl -w net.ipv4.ping_group_range="0 2147483647"`, or give the process CAP_NET_RAW, or run it as root.',
  PINGS_FORBIDDEN: 'This machine does not let the service send pings, so nothing was sent. {reason}',
  PING_NOT_STARTED: 'The `ping` program could not be started ({errorCode}), so nothing was sent.',
  PING_BY_PROCESS: 'Each ICMP check starts a `ping` process, which is slow. {reason}',
  PING_IMPOSSIBLE: 'ICMP checks cannot run: the system forbids ping to this process. {reason}',
  NO_ECHO_REPLY: 'No echo reply arrived, so there is no latency.',
  PACKETS_LOST: 'Expected a packet loss below {limit}%, but it was {percent}%.',
  MANY_PACKETS_LOST: 'Expected a packet loss below the degraded limit of {limit}%, but it was {percent}%.',
  MACHINE_WITHOUT_PINGS: 'The machine that runs checks may not send ICMP echo requests.',
} as const
