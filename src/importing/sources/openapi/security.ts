import { isFields } from '#contract'
import { clientCredentialsScript } from '../../counterparts/client-credentials.ts'
import { unencoded } from '../../counterparts/http-check.ts'
import type { HeaderPair } from '../../counterparts/http-check.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'

type Fields = Readonly<Record<string, unknown>>

/** Additions of a scheme to a request; its secrets are variables that a person has to enter. */
export interface Secured {
  readonly headers: readonly HeaderPair[]
  readonly query: readonly HeaderPair[]
  readonly basicAuth: { readonly username: string; readonly password: string } | null
  readonly script: string | null
}

const none: Secured = { headers: [], query: [], basicAuth: null, script: null }

interface Scheme {
  readonly name: string
  readonly fields: Fields
  readonly scopes: readonly string[]
}

/** Null for a scheme that no check has. */
export function securedBy({ name, fields: scheme, scopes }: Scheme, draft: Draft): Secured | null {
  const secret = (what: string): string => unencoded(draft.secret(`${name} ${what}`, null))
  const type = textIn(scheme['type']).toLowerCase()
  const http = textIn(scheme['scheme']).toLowerCase()
  if (type === 'basic' || (type === 'http' && http === 'basic'))
    return { ...none, basicAuth: { username: secret('user'), password: secret('password') } }
  if (type === 'http' && http === 'bearer')
    return { ...none, headers: [{ key: 'Authorization', value: `Bearer ${secret('token')}`, locked: true }] }
  if (type === 'apikey') return withKey(scheme, secret('key'))
  const tokenUrl = tokenUrlOf(scheme)
  if (type !== 'oauth2' || tokenUrl === null) return null
  const script = clientCredentialsScript({
    tokenUrl,
    clientId: { key: keyOf(secret('client id')) },
    secretKey: keyOf(secret('client secret')),
    scopes: scopes.length === 0 ? null : scopes.join(' '),
    audience: null,
    isPosted: false,
  })
  return { ...none, script }
}

const keyOf = (reference: string): string => reference.replaceAll(/[{}]/g, '')

function withKey(scheme: Fields, value: string): Secured {
  const key = textIn(scheme['name'])
  const pair = { key, value, locked: true }
  if (scheme['in'] === 'query') return { ...none, query: [pair] }
  return {
    ...none,
    headers: [scheme['in'] === 'cookie' ? { key: 'Cookie', value: `${key}=${value}`, locked: true } : pair],
  }
}

/** Of the client credentials grant, which version 2 calls `application`. */
function tokenUrlOf({ flow, flows, tokenUrl }: Fields): string | null {
  const grant = isFields(flows) ? flows['clientCredentials'] : null
  const url = textIn(isFields(grant) ? grant['tokenUrl'] : flow === 'application' ? tokenUrl : '')
  return /^https?:\/\//.test(url) && URL.canParse(url) ? url : null
}
