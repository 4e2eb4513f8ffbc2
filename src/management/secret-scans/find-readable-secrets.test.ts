import { describe, expect, it } from 'vitest'
import { findCredential, findCredentialInCode } from './find-credential.ts'
import { findReadableSecrets } from './find-readable-secrets.ts'

/** Concatenated here, so that scanners of this repository find nothing. */
const shaped = (...parts: string[]): string => parts.join('')
const hex = '0123456789abcdef'

describe('a value', () => {
  it.each([
    ['x', shaped('AKIA', 'IOSFODNN7EXAMPLE')],
    ['x', shaped('ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')],
    ['x', shaped('sk', '_live_', 'a1B2c3D4e5F6g7H8')],
    ['x', shaped('xox', 'b-', '1234567890-abcdefghij')],
    ['x', shaped('bfu', '_', hex, hex, hex)],
    ['Authorization', shaped('Bearer ', 'a1B2c3D4e5F6g7H8')],
    ['x', shaped('https://user:', 'hunter22', '@db.example/')],
    ['x', shaped('-----BEGIN RSA ', 'PRIVATE KEY-----')],
    ['x', shaped('eyJ', 'hbGciOiJIUzI1NiJ9', '.eyJ', 'zdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl')],
    ['url', shaped('https://api.example/?access_', 'token=a1B2c3D4e5')],
    ['DB_PASSWORD', 'Tr0ub4dor'],
    ['api_key', '12345678'],
    ['x', 'q8Zp3LxVt7Rk2NwYb5Hd'],
  ])('called %s that looks like a credential is found: %s', (key, value) => {
    expect(findCredential(value, key)).not.toBeNull()
  })

  it.each([
    ['Authorization', 'Bearer {{API_TOKEN}}'],
    ['DB_PASSWORD', '{{secret.DB}}'],
    ['password', 'changeme'],
    ['token', 'short1'],
    ['auth-url', 'https://login.example/oauth2/token'],
    ['x', '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77'],
    ['x', 'application/json; charset=utf-8'],
    ['x', 'https://api.example/v1/orders/12345?sort=asc'],
    ['x', '2026-01-31T12:00:00.000Z'],
    ['x', 'aaaaaaaaaaaaaaaaaaaaaaaaa1'],
    ['x', ''],
  ])('called %s that is none is passed over: %s', (key, value) => {
    expect(findCredential(value, key)).toBeNull()
  })

  it('inside code counts when it is assigned to a telling name', () => {
    expect(findCredentialInCode(`const apiKey = 'abcdefgh12'`)).toBe('abcdefgh12')
    expect(findCredentialInCode('{"password": "correct-horse"}')).toBe('correct-horse')
    expect(findCredentialInCode('const apiKey = process.env.API_KEY')).toBeNull()
    expect(findCredentialInCode(`const apiKey = '{{API_KEY}}'`)).toBeNull()
  })

  // So long that more than linear time would be more than the time limit of the test.
  it.each(['token', 'a.', 'eyJ-', 'https://a:', '{{'])('of a million %s does not block the process', (piece) => {
    expect(findCredentialInCode(`eyJ${piece.repeat(1_000_000)}`)).toBeNull()
    expect(findCredentialInCode(piece.repeat(1_000_000))).toBeNull()
  })
})

describe('a scan', () => {
  const value = 'a1B2c3D4e5F6g7H8i9J0'
  const scan = (texts: Record<string, unknown>) =>
    findReadableSecrets([{ entityType: 'CHECK', entityId: '1', entityName: 'Login', checkType: 'API', texts }])

  it('returns entity, path, key and an unusable preview', () => {
    const headers = [
      { key: 'Accept', value: 'text/html', locked: false },
      { key: 'X-Api-Key', value, locked: false },
    ]
    expect(scan({ request: { url: 'https://a.example', headers } })).toEqual([
      {
        entityType: 'CHECK',
        entityId: '1',
        entityName: 'Login',
        checkType: 'API',
        project: null,
        logicalId: null,
        fieldPath: 'request.headers[1].value',
        fieldKey: 'X-Api-Key',
        valuePreview: 'a1B*********',
      },
    ])
  })

  it('passes over what is locked, secret, masked or a public key, and assertions', () => {
    expect(
      scan({
        request: {
          headers: [{ key: 'X-Api-Key', value, locked: true }],
          basicAuth: { username: 'u', password: value },
          assertions: [{ source: 'TEXT_BODY', target: value }],
        },
        environmentVariables: [
          { key: 'TOKEN', value, locked: false, secret: true },
          { key: 'TOKEN', value, locked: true, secret: false },
        ],
        description: null,
        p256dh: 'BGTeXtnOGlvXcg9G8LvO0ximcNxbZgTS9LhQgumRHzNuyvxZjGRSErW508kiO4waq5VtUup4LtnQCeoCcUlFJ7g',
      }),
    ).toEqual([])
  })
})
