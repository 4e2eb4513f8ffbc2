import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanErrorMessage } from './clean-error-message.ts'
import { errorHash } from './error-hash.ts'

const hashOf = (message: string): string => errorHash(cleanErrorMessage(message))

describe('messages that say the same have the same hash', () => {
  const same: readonly (readonly [string, readonly string[]])[] = [
    ['numbers', ['Waited 12 of 30 items', 'Waited 7 of 1,250 items']],
    ['durations', ['No complete answer within 30000 ms.', 'No complete answer within 1500.25 ms.']],
    ['units without a space', ['took 12ms, 3.5kB', 'took 1234ms, 10kB']],
    ['uuids', ['order 5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77 lost', 'order 01A1FD71-3040-7000-8000-000000000001 lost']],
    ['hashes', ['commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad', 'commit da39a3ee5e6b4b0d3255bfef95601890afd80709']],
    ['short hashes', ['build 9f8a7b6c failed', 'build 1a2b3c4d failed']],
    ['all-digit hashes', ['build 12345678 failed', 'build 1a2b3c4d failed']],
    ['ids with a prefix', ['No such customer: cus_9s6XKzkNRiz8i3', 'No such customer: cus_4fdAW5ftNQow1a']],
    ['counting ids', ['user-12 is gone', 'user-90210 is gone']],
    ['pod names', ['no answer from api-7d9f8c6b5-x2x8q', 'no answer from api-6c8b7d5f9-zzabc']],
    ['ISO times', ['at 2026-11-21T10:33:32.123Z: down', 'at 2025-01-02T03:04:05+02:00: down']],
    ['plain dates', ['expired on 2026-11-21', 'expired on 2025-01-02']],
    ['dates of HTTP', ['since Sat, 21 Nov 2026 10:33:32 GMT', 'since Fri, 02 Jan 2026 00:00:00 GMT']],
    ['dates of logs', ['Nov 21 10:33:32 failed', 'Jan 2 01:02:03 failed']],
    ['times', ['failed at 10:33:32', 'failed at 9:05 PM']],
    ['IPv4 addresses and ports', ['connect ECONNREFUSED 10.0.0.1:5432', 'connect ECONNREFUSED 192.168.17.250:6543']],
    ['IPv6 addresses', ['no route to 2001:db8::1', 'no route to fe80::1ff:fe23:4567:890a']],
    ['IPv6 addresses with ports', ['refused by [::1]:80', 'refused by [2001:db8::5]:8443']],
    ['ports of names', ['db.example.com:5432 refused', 'db.example.com:5433 refused']],
    ['quoted values', ['Expected "a" to be "b"', 'Expected "completely different" to be "x \\" y"']],
    ['single quotes', ["property 'a1' of undefined", "property 'zeta' of undefined"]],
    ['back quotes', ['unknown column `a`', 'unknown column `b c`']],
    [
      'bodies quoted by assertions',
      [
        'Expected the JSON body at $.ok to equal "true", but it was "{"error":"a","n":1}".',
        'Expected the JSON body at $.ok to equal "true", but it was "[]".',
      ],
    ],
    [
      'cut quotations',
      [
        `Expected the text body to contain "x", but it was "${'y'.repeat(5000)}`,
        'Expected the text body to contain "x", but it was "z".',
      ],
    ],
    [
      'queries and ids in URLs',
      [
        'GET https://shop.example/orders/12/items?token=abc&page=2 failed',
        'GET https://shop.example/orders/99812/items?page=7#top failed',
      ],
    ],
    ['ports and users in URLs', ['postgres://a:b@db.internal:5432/app', 'postgres://db.internal:6432/app']],
    ['terminal colours', ['\u001b[31mboom\u001b[0m', 'boom']],
    ['spaces', ['one\n  two\tthree', 'one two three']],
    ['memory addresses', ['segfault at 0x7ffd12', 'segfault at 0xdeadbeefcafe']],
  ]
  it.each(same)('%s', (_what, messages) => {
    expect(new Set(messages.map(cleanErrorMessage)).size).toBe(1)
    expect(new Set(messages.map(hashOf)).size).toBe(1)
  })
})

describe('messages that say something else have another hash', () => {
  const different: readonly (readonly [string, string, string])[] = [
    ['codes', 'ECONNREFUSED: refused', 'ECONNRESET: refused'],
    ['hosts', 'The name a.example does not exist.', 'The name b.example does not exist.'],
    ['paths', 'GET https://shop.example/cart failed', 'GET https://shop.example/orders failed'],
    [
      'statuses',
      'Expected a status code below 400, but it was 404 Not Found.',
      'Expected a status code below 400, but it was 503 Service Unavailable.',
    ],
    [
      'statuses without a reason',
      'Expected a status code below 400, but it was 500.',
      'Expected a status code below 400, but it was 502.',
    ],
    [
      'asserted statuses',
      'Expected the status code to equal "200", but it was "404".',
      'Expected the status code to equal "200", but it was "503".',
    ],
    ['statuses of HTTP', 'HTTP/1.1 404 from upstream', 'HTTP/1.1 500 from upstream'],
    [
      'headers',
      'Expected the header "etag" to exist, but nothing was found.',
      'Expected the header "vary" to exist, but nothing was found.',
    ],
    [
      'JSON paths',
      'Expected the JSON body at $.a to equal "1", but nothing was found.',
      'Expected the JSON body at $.b to equal "1", but nothing was found.',
    ],
  ]
  it.each(different)('%s', (_what, one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other))
  })
})

it('what is left still reads', () => {
  expect(cleanErrorMessage('ECONNREFUSED: db.example.com:5432 refused the connection after 31 ms.')).toBe(
    'ECONNREFUSED: db.example.com:<port> refused the connection after <n> ms.',
  )
  expect(cleanErrorMessage('Expected the status code to equal "200", but it was "503".')).toBe(
    'Expected the status code to equal 200, but it was 503.',
  )
  expect(cleanErrorMessage('GET https://u:p@shop.example:8443/v1/orders/12?x=1 failed.')).toBe(
    'GET https://shop.example:<port>/v1/orders/<n>?<query> failed.',
  )
})

it('cleaning twice changes nothing', () => {
  const pieces = fc.constantFrom(
    'Expected the status code to equal "200", but it was "503".',
    'https://a.example:80/x/1?q=2#f.',
    '10.0.0.1:80',
    '[::1]:80',
    '"quoted"',
    "'x'",
    '2026-11-21T10:33:32Z',
    '12:30',
    'abc',
    '42 ms',
    '0xff',
    '“x”',
    '"',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const once = cleanErrorMessage(parts.join(' '))
      expect(cleanErrorMessage(once)).toBe(once)
    }),
    { numRuns: 500 },
  )
})

it('a number never makes another group, nor does an id', () => {
  const frame = (id: string, count: number): string => `Job ${id} failed after ${count} tries on worker-${count}`
  const id = fc.oneof(fc.uuid(), fc.uuid({ version: 7 }))
  fc.assert(
    fc.property(id, id, fc.nat(), fc.nat(), (a, b, n, m) => {
      expect(hashOf(frame(a, n))).toBe(hashOf(frame(b, m)))
    }),
  )
})

// So long that more than linear time would be more than the time limit of the test.
it.each(['"', "'", 'a1', ':', '1:', 'a.', '-', '/', 'http://', '1.1.', '[', 'é\u0000', '\\"', 'status ', 'a@'])(
  'a hostile message of many %j is cleaned to a bounded length and does not hold up the process',
  (piece) => {
    const cleaned = cleanErrorMessage(piece.repeat(1_000_000))
    expect(cleaned.length).toBeLessThanOrEqual(500)
    expect(cleaned).not.toContain('\u0000')
  },
)
