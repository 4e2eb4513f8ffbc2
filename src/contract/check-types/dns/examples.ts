/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Mail records',
  heartbeat: {},
  script: '',
  request: {
    query: 'example.com',
    recordType: 'MX',
    assertions: [{ source: 'TEXT_ANSWER', comparison: 'CONTAINS', target: 'mail.example.com' }],
  },
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    heartbeat: {},
    script: '',
    request: {
      query: 'dns.example',
      recordType: 'MX',
      nameServer: '1.1.1.1',
      port: 5353,
      protocol: 'TCP',
      assertions: [{ source: 'RESPONSE_CODE', comparison: 'EQUALS', property: '', target: 'NOERROR', regex: '' }],
    },
  },
  { request: { query: 'other.example', recordType: 'A', nameServer: null, port: 53, protocol: 'UDP', assertions: [] } },
] as const
