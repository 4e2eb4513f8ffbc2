import { expect, it } from 'vitest'
import type { ExchangeRequest } from './exchange.ts'
import { plainRequest } from './plain-request.ts'

const request = (changes: Partial<ExchangeRequest> = {}): ExchangeRequest => ({
  method: 'GET',
  url: new URL('http://example.test:8080/a/b?c=d#e'),
  headers: { accept: '*/*' },
  body: null,
  tls: { skipVerification: false },
  ...changes,
})

it('writes a request as Node does: host first, then the headers in their order, then the framing', () => {
  expect(plainRequest(request())).toBe(
    'GET /a/b?c=d HTTP/1.1\r\nhost: example.test:8080\r\naccept: */*\r\nconnection: close\r\n\r\n',
  )
  const posting = request({ method: 'POST', headers: { host: 'other', 'x-a': '\u00e9' }, body: Buffer.from('héllo') })
  expect(String(plainRequest(posting))).toBe(
    Buffer.from(
      'POST /a/b?c=d HTTP/1.1\r\nhost: other\r\nx-a: \u00e9\r\nconnection: close\r\ncontent-length: 6\r\n\r\n',
      'latin1',
    ).toString() + 'héllo',
  )
})

it.each<[string, Partial<ExchangeRequest>]>([
  ['a proxy', { proxyUrl: 'http://proxy.test' }],
  ['a client certificate', { tls: { skipVerification: false, identity: {} } }],
  ['a method with a meaning of its own for connections', { method: 'CONNECT' }],
  ['a method that is none', { method: 'GET /' }],
  ['a large body', { method: 'POST', body: Buffer.alloc(65 * 1024) }],
  ['repeated headers', { headers: { 'x-a': ['1', '2'] } }],
  ['a header name that is not valid', { headers: { 'a b': '1' } }],
  ['a header value that ends the header', { headers: { a: '1\r\nb: 2' } }],
  ['a header value outside of Latin-1', { headers: { a: '\u20ac' } }],
  ['a length of its own', { headers: { 'content-length': '5' } }],
  ['another framing', { headers: { 'transfer-encoding': 'chunked' } }],
  ['a wait for permission', { headers: { expect: '100-continue' } }],
  ['a change of protocol', { headers: { upgrade: 'websocket' } }],
])('leaves a request with %s to the client of Node', (_, changes) => {
  expect(plainRequest(request(changes))).toBeNull()
})
