import { isFields } from '#contract'
import { clientCredentialsScript } from '../../counterparts/client-credentials.ts'
import { unencoded } from '../../counterparts/http-check.ts'
import type { HeaderPair } from '../../counterparts/http-check.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { Fields } from './collection.ts'

/** How a request signs in; secrets are variables. */
export interface SignIn {
  readonly headers: readonly HeaderPair[]
  readonly query: readonly HeaderPair[]
  readonly basicAuth: { readonly username: string; readonly password: string } | null
  /** Code that runs before the request; null: none. */
  readonly script: string | null
}

export interface AuthGiven {
  readonly draft: Draft
  /** As people find the request. */
  readonly item: string
  /** The name of its secrets. */
  readonly owner: string
  readonly fill: (text: string) => string
}

export const noSignIn: SignIn = { headers: [], query: [], basicAuth: null, script: null }

/** Null where checks cannot sign in so. Reads `{ "type": "bearer", "bearer": [{ "key", "value" }] }`, of version 2.0 an object instead of the list. */
export function signInOf(auth: unknown, given: AuthGiven): SignIn | null {
  if (!isFields(auth) || auth['type'] === undefined || auth['type'] === null) return noSignIn
  const type = textIn(auth['type'])
  const values = valuesIn(auth[type])
  const read = Object.hasOwn(types, type) ? types[type] : undefined
  const found = read?.(values, given) ?? null
  if (type !== 'noauth') report(type, found, given)
  if (found !== null) reportUnread(values, type, given)
  return found
}

function report(type: string, found: SignIn | null, { draft, item }: AuthGiven): void {
  const field = `auth ${type.slice(0, 40)}`
  if (found === null)
    draft.report({ item, field, fate: 'impossible', note: 'Sign in by another method, or in a setup script.' })
  else if (found.script === null) draft.report({ item, field, fate: 'exact', note: '' })
  else draft.report({ item, field, fate: 'approximated', note: 'A setup script fetches a token before each run.' })
}

function valuesIn(given: unknown): Fields {
  if (isFields(given)) return given
  if (!Array.isArray(given)) return {}
  return Object.fromEntries(given.filter(isFields).map((one) => [textIn(one['key']), one['value']]))
}

/** A credential as a variable; texts with variables already have theirs. */
const secret = (text: string, what: string, { draft, owner, fill }: AuthGiven): string =>
  text.includes('{{') ? fill(text) : unencoded(draft.secret(`${owner} ${what}`, text))

type ReadAuth = (values: Fields, given: AuthGiven) => SignIn | null

const bearer = (token: string, given: AuthGiven): SignIn => ({
  ...noSignIn,
  headers: [{ key: 'Authorization', value: `Bearer ${secret(token, 'token', given)}`, locked: true }],
})

const types: Readonly<Record<string, ReadAuth>> = {
  noauth: () => noSignIn,
  basic: (values, given) => ({
    ...noSignIn,
    basicAuth: {
      username: given.fill(textIn(values['username'])),
      password: secret(textIn(values['password']), 'password', given),
    },
  }),
  bearer: (values, given) => bearer(textIn(values['token']), given),
  apikey: (values, given) => {
    const pair = {
      key: given.fill(textIn(values['key'])),
      value: secret(textIn(values['value']), 'api key', given),
      locked: true,
    }
    return values['in'] === 'query' ? { ...noSignIn, query: [pair] } : { ...noSignIn, headers: [pair] }
  },
  oauth2: (values, given) => {
    const tokenUrl = given.fill(textIn(values['accessTokenUrl']))
    if (textIn(values['grant_type']) !== 'client_credentials' || !/^https?:\/\/[^{}]*$/.test(tokenUrl)) {
      const token = textIn(values['accessToken'])
      return token === '' ? null : bearer(token, given)
    }
    const key = secret(textIn(values['clientSecret']), 'client secret', given).replaceAll(/[{}]/g, '')
    const script = clientCredentialsScript({
      tokenUrl,
      clientId: given.fill(textIn(values['clientId'])),
      secretKey: /^\w+$/.test(key) ? key : 'SECRET',
      scopes: textIn(values['scope']) || null,
      audience: textIn(values['audience']) || null,
      isPosted: textIn(values['client_authentication']) === 'body',
    })
    return { ...noSignIn, script }
  },
}

const known: Readonly<Record<string, readonly string[]>> = {
  basic: ['username', 'password', 'showPassword'],
  bearer: ['token'],
  apikey: ['key', 'value', 'in'],
  oauth2:
    'accessTokenUrl grant_type accessToken clientId clientSecret scope audience client_authentication addTokenTo tokenName tokenType headerPrefix authUrl redirect_uri useBrowser state code_verifier challengeAlgorithm username password refreshTokenUrl'.split(
      ' ',
    ),
}

function reportUnread(values: Fields, type: string, { draft, item }: AuthGiven): void {
  for (const name of Object.keys(values))
    if (!known[type]?.includes(name)) draft.report({ item, field: `auth ${type}.${name}`, fate: 'unknown', note: '' })
}
