/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Cache',
  locations: ['eu-west-1'],
  request: {
    hostname: 'cache.example.com',
    port: 6379,
    data: 'PING\\r\\n',
    assertions: [{ source: 'RESPONSE_DATA', comparison: 'CONTAINS', target: 'PONG' }],
  },
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    request: {
      hostname: 'tcp.example',
      port: 8443,
      data: 'PING',
      ipFamily: 'IPv6',
      tryAllAddresses: false,
      assertions: [{ source: 'RESPONSE_DATA', comparison: 'EQUALS', property: '', target: 'PONG', regex: '' }],
    },
  },
  { request: { hostname: 'other.example', port: 80, data: null, ipFamily: 'IPv4', assertions: [] } },
] as const
