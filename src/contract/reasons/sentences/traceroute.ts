export const tracerouteReasons = {
  DESTINATION_NOT_REACHED: 'Expected a route to {target}, but it was not reached within {hops}: {routeEnd}.',
  ROUTES_NEED_LINUX: 'Routes can be found only from Linux on x64 and arm64, so nothing was sent.',
  RULE_FORBIDS: 'A rule of this machine forbids it.',
  ROUTE_REMEDY_ICMP:
    'Run `sysctl -w net.ipv4.ping_group_range="0 2147483647"`, give the process CAP_NET_RAW, or choose the protocol TCP or UDP, which need no permission.',
  ROUTE_REMEDY_SCTP: 'Give the process CAP_NET_RAW, or choose the protocol TCP or UDP, which need no permission.',
  ROUTE_FORBIDDEN:
    'This machine does not let the service send {protocol} probes to {address}, so nothing was sent. {reason}',
  LAST_HOP: 'The last that answered was {address}, hop {hop}.',
  NO_DESTINATION_LATENCY: 'The destination was not reached, so there is no response time.',
  NO_HOP: 'No hop was recorded.',
} as const
