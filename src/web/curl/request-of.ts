import type { CurlOption, GivenOption } from './curl-options.ts'
import { CurlRejection } from './curl-problem.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
type Method = (typeof methods)[number]

interface Pair {
  readonly key: string
  readonly value: string
}

/** A request in the form that checks of APIs have. */
export interface CurlRequest {
  readonly method: Method
  readonly url: string
  readonly headers: readonly Pair[]
  readonly queryParameters: readonly Pair[]
  readonly bodyType: 'NONE' | 'JSON' | 'FORM' | 'RAW'
  readonly body: string
  readonly basicAuth: { readonly username: string; readonly password: string } | null
  readonly followRedirects: boolean
  readonly skipSSL: boolean
  readonly ipFamily: 'IPv4' | 'IPv6'
}

/** Headers that the connection sends automatically. */
const ownHeaders: ReadonlySet<string> = new Set([
  'content-length',
  'connection',
  'accept-encoding',
  'transfer-encoding',
])
const form = 'application/x-www-form-urlencoded'

/** Throws a CurlRejection. */
export function requestOf(options: readonly GivenOption[]): CurlRequest {
  const all = (option: CurlOption): readonly string[] =>
    options.filter((given) => given.option === option).map(({ value }) => value)
  const has = (option: CurlOption): boolean => all(option).length > 0
  const data = dataOf(options)
  const body = has('get') ? '' : (data ?? '')
  const { url, query, credentials } = addressOf(all('url'))
  const headers = headersOf(options, url)
  const { rest, basic } = authorizationOf(headers)
  const given = all('user').at(-1)
  const method = methodOf(all('method').at(-1), { isHead: has('head'), hasBody: data !== null && !has('get') })
  return {
    method,
    ...addressWith(url, [query, ...(has('get') && data ? [data] : []), ...all('query').map(encoded)]),
    ...bodyWith(body, rest, has('json')),
    basicAuth: given === undefined ? (credentials ?? basic) : credentialsOf(given),
    followRedirects: has('location'),
    skipSSL: has('insecure'),
    ipFamily: has('ipv6') ? 'IPv6' : 'IPv4',
  }
}

function methodOf(given: string | undefined, { isHead, hasBody }: { isHead: boolean; hasBody: boolean }): Method {
  const wanted = (given ?? (isHead ? 'HEAD' : hasBody ? 'POST' : 'GET')).toUpperCase()
  const method = methods.find((one) => one === wanted)
  if (method === undefined) throw new CurlRejection('method', wanted)
  return method
}

/** Several parts are joined as curl joins them. Null: nothing is sent. */
function dataOf(options: readonly GivenOption[]): string | null {
  const parts = options.flatMap(({ option, value }) => {
    if (option === 'rawData') return [value]
    if (option === 'encodedData') return [encoded(value)]
    if (option !== 'data' && option !== 'json') return []
    if (value.startsWith('@')) throw new CurlRejection('file', value)
    return [value]
  })
  const isJson = options.some(({ option }) => option === 'json')
  return parts.length === 0 ? null : parts.join(isJson ? '' : '&')
}

/** `name=content`, `=content` or `content`, whose content is encoded; `name@file` is a file. */
function encoded(value: string): string {
  const at = value.search(/[=@]/)
  if (at >= 0 && value[at] === '@') throw new CurlRejection('file', value)
  const name = at > 0 ? `${value.slice(0, at)}=` : ''
  return `${name}${encodeURIComponent(value.slice(at + 1))}`
}

interface FoundAddress {
  readonly url: string
  readonly query: string
  readonly credentials: CurlRequest['basicAuth']
}

const addressPattern =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?:(?<user>[^/?#@]*)@)?(?<place>[^?#]*)(?:\?(?<query>[^#]*))?/i

function addressOf(urls: readonly string[]): FoundAddress {
  const given = oneOf(urls)
  // The pattern matches every text.
  const { scheme = 'http', user, place, query = '' } = addressPattern.exec(given)?.groups ?? {}
  if (!/^https?$/i.test(scheme)) throw new CurlRejection('notHttp', given)
  const url = `${scheme.toLowerCase()}://${place}`
  if (!place || !isUrl(url)) throw new CurlRejection('noUrl', given)
  return { url, query, credentials: user === undefined ? null : credentialsOf(decoded(user) ?? user) }
}

/** A host may be a variable of the account, which no parser of URLs takes. */
const isUrl = (url: string): boolean => url.includes('{{') || URL.canParse(url)

function oneOf([url, second]: readonly string[]): string {
  if (url === undefined) throw new CurlRejection('noUrl')
  if (second !== undefined) throw new CurlRejection('severalUrls', second)
  return url
}

const splitAt = (text: string, mark: string): readonly [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const credentialsOf = (text: string): { readonly username: string; readonly password: string } => {
  const [username, password] = splitAt(text, ':')
  return { username, password }
}

function headersOf(options: readonly GivenOption[], url: string): readonly Pair[] {
  const host = URL.parse(url)?.host
  return options
    .flatMap(({ option, value }) => optionHeaders[option]?.(value) ?? [])
    .filter(({ key, value }) => {
      const name = key.toLowerCase()
      return !ownHeaders.has(name) && !name.startsWith(':') && !(name === 'host' && value === host)
    })
}

/** The headers that an option stands for. */
const optionHeaders: Readonly<Partial<Record<CurlOption, (value: string) => readonly Pair[]>>> = {
  userAgent: (value) => [{ key: 'User-Agent', value }],
  referer: (value) => [{ key: 'Referer', value }],
  bearer: (value) => [{ key: 'Authorization', value: `Bearer ${value}` }],
  json: () => [{ key: 'Accept', value: 'application/json' }],
  cookie: (value) => {
    if (!value.includes('=')) throw new CurlRejection('file', value)
    return [{ key: 'Cookie', value }]
  },
  header: (value) => {
    if (value.startsWith('@')) throw new CurlRejection('file', value)
    const found = /^(:?[^:;]+)(?::\s*(.*)|;\s*)$/s.exec(value)
    if (found === null) throw new CurlRejection('header', value)
    const [, key = '', text] = found
    // `Name:` takes a header of curl away, `Name;` sends an empty one.
    return text === '' ? [] : [{ key: key.trim(), value: text ?? '' }]
  },
}

/** Basic authentication as credentials; anything else stays a header. */
function authorizationOf(headers: readonly Pair[]): {
  readonly rest: readonly Pair[]
  readonly basic: CurlRequest['basicAuth']
} {
  const found = headers.find(({ key, value }) => key.toLowerCase() === 'authorization' && /^basic\s/i.test(value))
  const text = found === undefined ? null : fromBase64(found.value.slice('basic '.length).trim())
  if (text === null || !text.includes(':')) return { rest: headers, basic: null }
  return { rest: headers.filter((header) => header !== found), basic: credentialsOf(text) }
}

function fromBase64(text: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(text), (byte) => byte.codePointAt(0) ?? 0),
    )
  } catch {
    return null
  }
}

/** The type of a body says what its `content-type` would, which then needs no header. */
function bodyWith(
  body: string,
  headers: readonly Pair[],
  isJson: boolean,
): Pick<CurlRequest, 'body' | 'bodyType' | 'headers'> {
  if (body === '') return { body, bodyType: 'NONE', headers }
  const isType = ({ key }: Pair): boolean => key.toLowerCase() === 'content-type'
  const sent = headers.find(isType)?.value.toLowerCase() ?? (isJson ? 'application/json' : form)
  const bodyType = ({ 'application/json': 'JSON', [form]: 'FORM' } as const)[sent] ?? 'RAW'
  return { body, bodyType, headers: bodyType === 'RAW' ? headers : headers.filter((header) => !isType(header)) }
}

/** A query becomes parameters where these would be sent as exactly the same text. */
function addressWith(url: string, queries: readonly string[]): Pick<CurlRequest, 'url' | 'queryParameters'> {
  const query = queries.filter((part) => part !== '').join('&')
  const pairs = query === '' ? [] : query.split('&').map(pairOf)
  if (pairs.includes(null)) return { url: `${url}?${query}`, queryParameters: [] }
  return { url, queryParameters: pairs.filter((pair) => pair !== null) }
}

function pairOf(part: string): Pair | null {
  const [name, text] = splitAt(part, '=')
  const [key, value] = [decoded(name), decoded(text)]
  if (key === null || value === null || key === '') return null
  return `${encodeURIComponent(key)}=${encodeURIComponent(value)}` === part ? { key, value } : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
