/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Home page',
  frequency: 1,
  locations: ['eu-west-1'],
  request: {
    url: 'https://www.example.com/',
    assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
  },
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    request: {
      url: 'https://url.example/a',
      followRedirects: false,
      keepCookies: false,
      skipSSL: true,
      ipFamily: 'IPv6',
      tryAllAddresses: false,
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', property: '', target: '201', regex: '' }],
    },
  },
  {
    request: {
      url: 'https://other.example',
      followRedirects: true,
      keepCookies: true,
      skipSSL: false,
      ipFamily: 'IPv4',
      assertions: [],
    },
  },
] as const
