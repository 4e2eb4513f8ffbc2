import { expect, it } from 'vitest'
import { scrubText } from './scrub-text.ts'

const leaks: readonly (readonly [string, string])[] = [
  ['Authorization: Bearer abcdefghijklmnop', 'abcdefghijklmnop'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl', 'eyJzdWIi'],
  ['{"password": "hunter2 and more"}', 'hunter2'],
  ["api_key='k-123456'", 'k-123456'],
  ['DB_PASSWORD=s3cret;next', 's3cret'],
  ['postgres://app:pa55word@db.example/x', 'pa55word'],
  ['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
  ['ghp_abcdefghijklmnopqrstuvwx', 'ghp_abcdef'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', 'MIIE'],
  ['mail jane.doe@shop.example about it', 'jane.doe'],
  ['https://shop.example/cb?code=4711&x=1', '4711'],
]

it.each(leaks)('%s does not leave', (text, secret) => {
  expect(scrubText(text)).not.toContain(secret)
})

it('ordinary sentences stay as they are', () => {
  const text = 'Expected a status code below 400, but it was 503 Service Unavailable at https://shop.example/cart.'
  expect(scrubText(text)).toBe(text)
})

// So long that more than linear time would be more than the time limit of the test.
it.each(['a', 'password', 'a-', '://a:', 'x@', 'eyJ', 'token=', '-----BEGIN '])(
  'a hostile text of many %s does not hold up the process',
  (piece) => {
    expect(scrubText(piece.repeat(50_000))).not.toBe('')
  },
)
