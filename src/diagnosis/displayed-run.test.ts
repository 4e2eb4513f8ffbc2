import { describe, expect, it } from 'vitest'
import { answerOfRun, reasonsOfRun, displayedTarget } from './index.ts'

const answered = (body: string, contentType = 'text/plain', more: object = {}) =>
  answerOfRun({
    checkType: 'API',
    detail: { apiCheckResult: { response: { status: 500, body, headers: { 'content-type': contentType }, ...more } } },
  })

describe('a target as people read it', () => {
  it('is a URL without credentials and query, a host with its port, a host, or records of a name', () => {
    const targets = [
      ['API', { url: 'https://user:pass@shop.example:8443/cart?token=abc#x' }],
      ['TCP', { hostname: 'db.example', port: 5432 }],
      ['ICMP', { hostname: 'gw.example' }],
      ['DNS', { query: 'shop.example', recordType: 'MX', nameServer: '192.0.2.53' }],
      ['DNS', { query: 'shop.example', recordType: 'AAAA', nameServer: null }],
    ] as const
    expect(targets.map(([type, request]) => displayedTarget(type, request))).toEqual([
      'https://shop.example:8443/cart',
      'db.example:5432',
      'gw.example',
      'MX records of shop.example at 192.0.2.53',
      'AAAA records of shop.example',
    ])
    expect(displayedTarget('API', null)).toBeNull()
    expect(displayedTarget('URL', { url: 'no address' })).toBeNull()
  })
})

describe('the answer as people read it', () => {
  it('is one short line without control characters and direction marks', () => {
    expect(answered('{"state":\r\n\t"closed"}\u202e\u0000')).toBe('{"state": "closed"}')
    expect(answered('x'.repeat(5000))).toHaveLength(300)
    expect(answered('   \n ')).toBeNull()
  })

  it('holds nothing that looks like a credential or an address of a person', () => {
    const shown = answered('{"password":"hunter2","user":"ada@example.com"} Authorization: Bearer abcdefghijkl')
    expect(shown).not.toMatch(/hunter2|ada@|abcdefghijkl/)
    expect(shown).toContain('password')
  })

  it('of a web page is its title and its text', () => {
    const page =
      '<!doctype html><html><head><title>502 Bad Gateway</title><style>b{}</style></head><body><h1>Sorry</h1><script>x()</script><p>nginx</p></body></html>'
    expect(answered(page, 'text/html')).toBe('502 Bad Gateway · Sorry nginx')
    expect(answered(`<html>${'<script>'.repeat(3000)}`, 'text/html')).toBeNull()
  })

  it('is left out when it is no text', () => {
    expect(answered('aGVsbG8=', 'image/png', { bodyEncoding: 'base64' })).toBeNull()
    expect(answered('[scrubbed: 12 bytes of application/zip]', 'application/zip')).toBeNull()
    expect(answered('PK\u0003\u0004\ufffd\ufffd\u0000abc', '')).toBeNull()
    expect(answerOfRun({ checkType: 'TCP', detail: {} })).toBeNull()
    expect(
      answerOfRun({ checkType: 'TCP', detail: { tcpCheckResult: { response: { data: '220 mail ready' } } } }),
    ).toBe('220 mail ready')
  })

  // So long that more than linear time would be more than the time limit of the test.
  it.each(['<', '<script', '<title>', '<head ', 'password:'])('of many %s does not hold up the process', (text) => {
    expect(answered(text.repeat(1_000_000), 'text/html')?.length ?? 0).toBeLessThanOrEqual(300)
  })
})

it('names what failed a run before what only degraded it', () => {
  const reasons = [
    { kind: 'degraded-response-time', outcome: 'degraded', message: 'slow' },
    { kind: 'status', outcome: 'failed', message: 'Expected a status code below 400,\nbut it was 500.' },
  ]
  expect(reasonsOfRun({ reasons })).toEqual(['Expected a status code below 400, but it was 500.', 'slow'])
  expect(reasonsOfRun({})).toEqual([])
})
