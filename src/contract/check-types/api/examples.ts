/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Sign in',
  frequency: 5,
  request: {
    method: 'POST',
    url: 'https://shop.example/sign-in',
    bodyType: 'JSON',
    body: '{"user": "robot", "password": "{{SHOP_PASSWORD}}"}',
    headers: [{ key: 'X-Team', value: 'shop' }],
    assertions: [{ source: 'JSON_BODY', property: '$.token', comparison: 'NOT_EMPTY' }],
  },
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    request: {
      method: 'POST',
      url: 'https://api.example/a',
      followRedirects: false,
      keepCookies: false,
      skipSSL: true,
      ipFamily: 'IPv6',
      tryAllAddresses: false,
      body: '{"a":1}',
      bodyType: 'JSON',
      headers: [{ key: 'X-Key', value: 'locked', locked: true }],
      queryParameters: [{ key: 'page', value: '1', locked: false }],
      basicAuth: { username: 'user', password: 'password' },
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', property: '', target: '201', regex: '' }],
      responseSchema: { schema: { type: 'object', required: ['id'] } },
    },
    setupSnippetId: '{snippetId}',
    tearDownSnippetId: '{snippetId}',
    localSetupScript: 'before()',
    localTearDownScript: 'after()',
    environmentVariables: [{ key: 'API_KEY', value: 'value', locked: true, secret: false }],
    dependencies: [{ path: 'checks/help.ts', content: 'export const help = 1' }],
    setupScriptDependencies: [{ path: 'checks/help.ts', content: 'export const help = 1' }],
    tearDownScriptDependencies: [{ path: 'checks/help.ts', content: 'export const help = 1' }],
  },
  {
    request: {
      method: 'POST',
      url: 'https://api.example/b',
      followRedirects: false,
      keepCookies: false,
      skipSSL: true,
      ipFamily: 'IPv6',
      tryAllAddresses: false,
      body: '{"a":1}',
      bodyType: 'JSON',
      headers: [{ key: 'X-Key', value: 'locked', locked: true }],
      queryParameters: [{ key: 'page', value: '1', locked: false }],
      basicAuth: { username: 'user', password: 'password' },
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', property: '', target: '201', regex: '' }],
      responseSchema: { schema: { type: 'object', required: ['id', 'price'] } },
    },
    setupSnippetId: null,
    tearDownSnippetId: null,
    localSetupScript: null,
    localTearDownScript: null,
    environmentVariables: [{ key: 'OTHER_KEY', value: 'value', locked: true, secret: false }],
    dependencies: [],
    setupScriptDependencies: [],
    tearDownScriptDependencies: [],
  },
] as const
