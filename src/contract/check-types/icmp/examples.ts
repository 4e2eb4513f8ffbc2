/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Router',
  request: {
    hostname: '192.0.2.1',
    pingCount: 5,
    assertions: [{ source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target: '50' }],
  },
  maxPacketLossThreshold: 50,
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    degradedPacketLossThreshold: 5,
    maxPacketLossThreshold: 15,
    request: {
      hostname: 'icmp.example',
      ipFamily: 'IPv6',
      pingCount: 5,
      tryAllAddresses: false,
      assertions: [{ source: 'LATENCY', comparison: 'EQUALS', property: 'avg', target: '100', regex: '' }],
    },
  },
  {
    degradedPacketLossThreshold: 7,
    maxPacketLossThreshold: 25,
    request: { hostname: 'other.example', ipFamily: 'IPv4', pingCount: 10, tryAllAddresses: true, assertions: [] },
  },
] as const
