import { createSign, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { httpServer } from './local-servers.ts'

/** The defect of a provider's ID token. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly signsWithAnotherKey?: boolean
  readonly isUnsigned?: boolean
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A provider for one test whose ID tokens are valid except for the forgery; a code is the nonce to insert. Returns the issuer. */
export async function startForgingProvider(forgery: Forgery): Promise<string> {
  const own = newKey()
  const server = await httpServer(async (request, response) => {
    const issuer = `http://127.0.0.1:${server.port}`
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answers: Readonly<Record<string, () => object>> = {
      '/.well-known/openid-configuration': () => discovered(issuer),
      '/keys': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] }),
      '/token': () => {
        const nonce = new URLSearchParams(Buffer.concat(chunks).toString()).get('code')
        const key = forgery.signsWithAnotherKey === true ? newKey().privateKey : own.privateKey
        return { access_token: 'x', token_type: 'bearer', id_token: tokenOf({ issuer, nonce, key, forgery }) }
      },
    }
    const answer = answers[request.url ?? '']?.() ?? {}
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  return `http://127.0.0.1:${server.port}`
}

const discovered = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

interface Making {
  readonly issuer: string
  readonly nonce: string | null
  readonly key: KeyObject
  readonly forgery: Forgery
}

function tokenOf({ issuer, nonce, key, forgery }: Making): string {
  const now = Math.floor(Date.now() / 1000)
  const person = { sub: 'ada', email: 'ada@mail.example', email_verified: true, groups: [] }
  const claims = { iss: issuer, aud: 'belfry', iat: now, exp: now + 300, nonce, ...person, ...forgery.claims }
  const isUnsigned = forgery.isUnsigned === true
  const content = `${encode(isUnsigned ? { alg: 'none' } : { alg: 'RS256', kid: 'own' })}.${encode(claims)}`
  return `${content}.${isUnsigned ? '' : createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`
}
