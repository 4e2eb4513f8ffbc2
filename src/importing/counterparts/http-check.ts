import type { Draft } from '../draft.ts'

export interface HttpAssertion {
  readonly source: string
  readonly comparison: string
  readonly property?: string
  readonly target?: string
  readonly regex?: string
}

export interface HeaderPair {
  readonly key: string
  readonly value: string
  readonly locked?: boolean
}

/** A request of any source. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers?: readonly HeaderPair[]
  readonly body?: string | null
  readonly bodyType?: 'JSON' | 'FORM' | 'RAW' | 'GRAPHQL' | 'NONE'
  readonly basicAuth?: { readonly username: string; readonly password: string } | null
  readonly followRedirects?: boolean
  readonly skipSSL?: boolean
  readonly ipFamily?: 'IPv4' | 'IPv6'
  readonly assertions?: readonly HttpAssertion[]
}

export const httpMethods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/**
 * The type and request of a check: that of URLs where it can say it, otherwise that of APIs. `isFrequent` is true for less than
 * a minute between runs, which URLs do not have.
 */
export function httpCheck(request: HttpRequest, isFrequent = false): Readonly<Record<string, unknown>> {
  const { method, headers = [], body, basicAuth, assertions = [] } = request
  const isPlain = !isFrequent && [method === 'GET', headers.length === 0, !body, !basicAuth].every(Boolean)
  if (isPlain && assertions.every(({ source }) => source === 'STATUS_CODE')) {
    const { url, followRedirects, skipSSL, ipFamily } = request
    return {
      checkType: 'URL',
      request: defined({ method: 'GET', url, followRedirects, skipSSL, ipFamily, assertions }),
    }
  }
  const sent = body
    ? { body, bodyType: request.bodyType ?? bodyTypeOf(headers) }
    : { body: undefined, bodyType: undefined }
  return { checkType: 'API', request: defined({ ...request, ...sent, assertions }) }
}

/** Without fields that have no value, and without empty lists. */
const defined = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )

/** RAW, as the source says the type itself; its header stays. */
const bodyTypeOf = (headers: readonly HeaderPair[]): 'RAW' | 'JSON' | 'FORM' => {
  const type = headers.find(({ key }) => key.toLowerCase() === 'content-type')?.value.toLowerCase() ?? ''
  if (type.startsWith('application/json')) return 'JSON'
  return type.startsWith('application/x-www-form-urlencoded') ? 'FORM' : 'RAW'
}

const sensitive = /^(?:authorization|proxy-authorization|cookie|.*(?:token|secret|password|api-?key|auth).*)$/i

/** Whether a header, parameter or variable of this name holds a credential. */
export const isSensitive = (name: string): boolean => sensitive.test(name.slice(0, 200))

/** A reference that is filled in as it is, without encoding for URLs. */
export const unencoded = (reference: string): string => `{${reference}}`

const braces = /(?<!\\)\{\{(?:\{(\w+)\}\}\})?/g

/** Text of a source in which braces are no variables, but for those that this import makes. */
export function plainText(draft: Draft, text: string): string {
  if (!text.includes('{{')) return text
  const known = new Set(draft.finish().variables.map(({ key }) => key))
  return text.replaceAll(braces, (whole, name?: string) =>
    name !== undefined && known.has(name) ? whole : `\\${whole}`,
  )
}

const hasReference = (text: string): boolean => /(?<!\\)\{\{\{/.test(text)

/** Headers with their credentials as secrets; the scheme before one, such as `Bearer`, stays readable. */
export function secretHeaders(draft: Draft, owner: string, headers: readonly HeaderPair[]): readonly HeaderPair[] {
  return headers.map(({ key, value }) => {
    const plain = plainText(draft, value)
    if (!isSensitive(key) || value === '') return { key, value: plain }
    if (hasReference(plain)) return { key, value: plain, locked: true }
    const [, scheme = '', secret = value] = /^(Bearer |Basic |Token |token )?([^]*)$/.exec(value) ?? []
    return { key, value: `${scheme}${unencoded(draft.secret(`${owner} ${key}`, secret))}`, locked: true }
  })
}
