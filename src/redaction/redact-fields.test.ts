import { describe, expect, it } from 'vitest'
import { redactFields } from './redact-fields.ts'
import { redactionMark as mark } from './redact.ts'
import { isSecretName } from './secret-names.ts'

/** Made up; each is long enough not to occur by chance. */
const s = 'Zx9-qv3_LkT7'

/** Credentials as they occur in settings, messages, addresses and headers. */
const corpus: readonly (readonly [value: unknown, redacted: unknown])[] = [
  // URLs
  [`https://user:${s}@shop.example/`, `https://${mark}@shop.example/`],
  [`https://${s}@api.example/v1`, `https://${mark}@api.example/v1`],
  [`https://${s}:@api.example/v1`, `https://${mark}@api.example/v1`],
  [`https://${s}:x-oauth-basic@git.example/a.git`, `https://${mark}@git.example/a.git`],
  [`postgres://app:p@ss${s}@db.example/x failed`, `postgres://${mark}@db.example/x failed`],
  [`https://user:'"${s}@shop.example/`, `https://${mark}@shop.example/`],
  [`https://a.example/?token=a;b'${s}&page=2`, `https://a.example/?token=${mark}&page=2`],
  [`https://a.example/?api_key=${s}&page=2`, `https://a.example/?api_key=${mark}&page=2`],
  [`https://a.example/?page=2&sig=${s}`, `https://a.example/?page=2&sig=${mark}`],
  [`https://a.example/?token=${s}#top`, `https://a.example/?token=${mark}#top`],
  [`https://a.example/?X-Amz-Signature=${s}`, `https://a.example/?X-Amz-Signature=${mark}`],
  [`https://a.example/cb#access_token=${s}`, `https://a.example/cb#access_token=${mark}`],
  [`https://a.example/?api%5Fkey=${s}`, `https://a.example/?api%5Fkey=${mark}`],
  [`https://a.example/?apikey=${s} answered 500`, `https://a.example/?apikey=${mark} answered 500`],
  [`GET /hook?key=${s}`, `GET /hook?key=${mark}`],
  // Texts
  [`Authorization: Bearer ${s}`, `Authorization: Bearer ${mark}`],
  [`Authorization: Basic dXNlcjpwYXNzd29yZA==`, `Authorization: Basic ${mark}`],
  [`Cookie: a=1; session_id=${s}`, `Cookie: ${mark}; session_id=${mark}`],
  [`Api-Key: ${s}`, `Api-Key: ${mark}`],
  [`api_key='${s}'`, `api_key='${mark}'`],
  [`{"password": "${s} and more"}`, `{"password": "${mark}"}`],
  [`DB_PASSWORD=${s};next`, `DB_PASSWORD=${mark};next`],
  [`key bfu_0123456789abcdef0123456789abcdef here`, `key ${mark} here`],
  [`ghp_abcdefghijklmnopqrstuvwx`, mark],
  [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl`, mark],
  [`-----BEGIN EC PRIVATE KEY-----\n${s}\n-----END EC PRIVATE KEY-----`, mark],
  // Fields
  [{ password: s }, { password: mark }],
  [
    { apiKey: s, api_key: s, 'Api-Key': s, 'X-API-KEY': s },
    { apiKey: mark, api_key: mark, 'Api-Key': mark, 'X-API-KEY': mark },
  ],
  [
    { webhookSecret: s, pingToken: s, proxyAuthorization: s },
    { webhookSecret: mark, pingToken: mark, proxyAuthorization: mark },
  ],
  [{ tokens: [s, s] }, { tokens: [mark, mark] }],
  [
    { key: 'Api-Key', value: s, locked: false },
    { key: 'Api-Key', value: mark, locked: false },
  ],
  [
    { key: 'Anything', value: s, locked: true },
    { key: 'Anything', value: mark, locked: true },
  ],
  [
    { key: 'ANYTHING', value: s, secret: true },
    { key: 'ANYTHING', value: mark, secret: true },
  ],
  [
    { key: 'sig', value: s },
    { key: 'sig', value: mark },
  ],
  [
    { request: { headers: [{ key: 'X-Auth-Token', value: s }] } },
    { request: { headers: [{ key: 'X-Auth-Token', value: mark }] } },
  ],
  [{ nested: { deep: [`https://${s}@a.example`] } }, { nested: { deep: [`https://${mark}@a.example`] } }],
]

const harmless: readonly unknown[] = [
  'Expected a status code below 400, but it was 503 Service Unavailable at https://shop.example/cart?page=2.',
  'https://shop.example/?token={{TOKEN}}&q=shoes',
  'https://{{USER}}@shop.example/',
  'mail ops@shop.example about it',
  { key: 'Content-Type', value: 'application/json', locked: false },
  { name: 'Token service', secret: false, tokenExpiresAt: '2026-01-01T00:00:00.000Z', authorName: 'Ann', keyId: 'a' },
  { password: '', token: null, signatureAlgorithm: 'RSA' },
  { at: new Date(0), count: 3 },
]

describe('credentials', () => {
  it.each(corpus)('in %j are replaced, and nothing else', (value, redacted) => {
    expect(redactFields(value)).toEqual(redacted)
    expect(JSON.stringify(redactFields(value))).not.toContain(s)
  })

  it.each(harmless.map((value) => [value]))('are not seen in %j', (value) => {
    expect(redactFields(value)).toEqual(value)
  })

  it.each([
    'password',
    'Passphrase',
    'client_secret',
    'refreshToken',
    'X-Api-Key',
    'apikey',
    'serviceKey',
    'private-key',
    'Authorization',
    'Set-Cookie',
    'X-Signature',
    'sig',
    'auth',
    'connectionString',
    'SESSION_ID',
    'sessionId',
    'PHPSESSID',
    'STRIPE_KEY',
    'x-functions-key',
    'DB_PASS',
    'db_pwd',
    'X-Auth',
    'secretFormat',
  ])('are named by %s', (name) => {
    expect(isSecretName(name)).toBe(true)
  })

  it.each([
    'name',
    'author',
    'key',
    'publicKey',
    'monkey',
    'tokenCount',
    'secretId',
    'checkSessionId',
    'testSessionId',
    'secret_id',
    'tokenExpiresAt',
    'public_key',
    'bypass',
    'authority',
    'passed',
    'assignment',
  ])('are not named by %s', (name) => {
    expect(isSecretName(name)).toBe(false)
  })

  // So long that more than linear time would be more than the time limit of the test.
  it.each(['a', 'password', 'a-', '://a:', 'x@', 'eyJ', 'eyJ-', 'token=', '?a=', '{{', "token='", '-----BEGIN '])(
    'are looked for in a hostile text of many %s without holding up the process',
    (piece) => {
      expect(redactFields(piece.repeat(50_000))).not.toBe('')
    },
  )
})
