/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Way to the shop',
  request: {
    url: 'shop.example',
    protocol: 'UDP',
    assertions: [{ source: 'HOP_COUNT', comparison: 'LESS_THAN', target: '20' }],
  },
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    request: {
      url: 'trace.example',
      protocol: 'UDP',
      port: 4000,
      ipFamily: 'IPv6',
      tryAllAddresses: false,
      maxHops: 20,
      maxUnknownHops: 5,
      ptrLookup: false,
      timeout: 5,
      assertions: [{ source: 'HOP_COUNT', comparison: 'EQUALS', property: '', target: '9', regex: '' }],
    },
  },
  { request: { url: 'other.example', protocol: 'ICMP', port: null, ipFamily: 'IPv4', maxHops: 30, assertions: [] } },
] as const
