import type { CurlOption } from './curl-options.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
const form = 'application/x-www-form-urlencoded'
/** Headers that the connection sends automatically. */
const ownHeaders: ReadonlySet<string> = new Set(['content-length', 'connection', 'accept-encoding'])

interface Pair {
  readonly key: string
  readonly value: string
}

/** A request in the form that checks of APIs have. */
export interface CurlRequest {
  readonly method: (typeof methods)[number]
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

/** An option as it was given; an argument that is none is a `url`. */
export interface GivenOption {
  readonly name: string
  readonly option: CurlOption
  /** Empty where it takes none. */
  readonly value: string
}

/** Why a text is no request that a check can send; `what` is the word of the command that is to blame. */
export interface CurlProblem {
  readonly code:
    | 'notCurl'
    | 'windows'
    | 'unclosedQuote'
    | 'noUrl'
    | 'severalUrls'
    | 'notHttp'
    | 'method'
    | 'option'
    | 'header'
    | 'missingValue'
    | 'file'
  readonly what: string
}

/** Carries a problem out of the depth of a command. */
export class CurlRejection extends Error {
  readonly problem: CurlProblem
  constructor(code: CurlProblem['code'], what = '') {
    super(code)
    this.problem = { code, what }
  }
}

/** Throws a CurlRejection. */
export function requestOf(options: readonly GivenOption[]): CurlRequest {
  const last = (wanted: CurlOption): string | undefined => options.findLast(({ option }) => option === wanted)?.value
  const has = (wanted: CurlOption): boolean => last(wanted) !== undefined
  const data = dataOf(options)
  const [body, dataInQuery] = has('get') ? [null, data] : [data, null]
  const { url, query, user } = addressOf(options.flatMap(({ option, value }) => (option === 'url' ? [value] : [])))
  const { basicAuth, headers } = authorizationOf(headersOf(options, url), last('user') ?? user)
  return {
    method: methodOf(last('method') ?? (has('head') ? 'HEAD' : body === null ? 'GET' : 'POST')),
    ...withQuery(url, [query, dataInQuery].filter(Boolean).join('&')),
    ...withBody(body ?? '', headers, has('json')),
    basicAuth,
    followRedirects: has('location'),
    skipSSL: has('insecure'),
    ipFamily: has('ipv6') ? 'IPv6' : 'IPv4',
  }
}

function methodOf(given: string): CurlRequest['method'] {
  const method = methods.find((one) => one === given.toUpperCase())
  if (method === undefined) throw new CurlRejection('method', given)
  return method
}

/** Several parts are joined as curl joins them. Null: nothing is sent. */
function dataOf(options: readonly GivenOption[]): string | null {
  const parts = options.flatMap(({ option, value }) => {
    if (option === 'rawData') return [value]
    if (option === 'encodedData') return [encoded(value)]
    return option === 'data' || option === 'json' ? [notFile(value)] : []
  })
  return parts.length === 0 ? null : parts.join(options.some(({ option }) => option === 'json') ? '' : '&')
}

function notFile(value: string): string {
  if (value.startsWith('@')) throw new CurlRejection('file', value)
  return value
}

/** `name=content`, `=content` or `content`, whose content is encoded; `name@file` is a file. */
function encoded(value: string): string {
  const at = value.search(/[=@]/)
  if (value[at] === '@') throw new CurlRejection('file', value)
  return `${at > 0 ? value.slice(0, at + 1) : ''}${encodeURIComponent(value.slice(at + 1))}`
}

const addressPattern =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?:(?<user>[^/?#@]*)@)?(?<place>[^?#]*)(?:\?(?<query>[^#]*))?/i

function addressOf(urls: readonly string[]) {
  const given = oneOf(urls)
  const { scheme = 'http', user, place = '', query } = addressPattern.exec(given)?.groups ?? {}
  if (!/^https?$/i.test(scheme)) throw new CurlRejection('notHttp', given)
  const url = `${scheme.toLowerCase()}://${place}`
  // A host may be a variable of the account, which no parser of URLs takes.
  if (!url.includes('{{') && !URL.canParse(url)) throw new CurlRejection('noUrl', given)
  return { url, query, user: user && (decoded(user) ?? user) }
}

function oneOf([url, second]: readonly string[]): string {
  if (url === undefined) throw new CurlRejection('noUrl')
  if (second !== undefined) throw new CurlRejection('severalUrls', second)
  return url
}

const headersOf = (options: readonly GivenOption[], url: string): readonly Pair[] =>
  options
    .flatMap(({ option, value }) => optionHeaders[option]?.(value) ?? [])
    .filter(({ key, value }) => {
      const name = key.toLowerCase()
      return !ownHeaders.has(name) && !name.startsWith(':') && !(name === 'host' && value === URL.parse(url)?.host)
    })

/** The headers that an option stands for. */
const optionHeaders: Readonly<Partial<Record<CurlOption, (value: string) => readonly Pair[]>>> = {
  userAgent: (value) => [{ key: 'User-Agent', value }],
  referer: (value) => [{ key: 'Referer', value }],
  json: () => [{ key: 'Accept', value: 'application/json' }],
  cookie: (value) => {
    if (!value.includes('=')) throw new CurlRejection('file', value)
    return [{ key: 'Cookie', value }]
  },
  header: (value) => {
    const [, key, text] = /^(:?[^:;]+)(?::\s*(.*)|;\s*)$/s.exec(notFile(value)) ?? []
    if (key === undefined) throw new CurlRejection('header', value)
    // `Name:` takes a header of curl away, `Name;` sends an empty one.
    return text === '' ? [] : [{ key: key.trim(), value: text ?? '' }]
  },
}

/** Basic authentication as credentials; anything else stays a header. */
function authorizationOf(headers: readonly Pair[], given: string | undefined) {
  const basic = headers.find(({ key, value }) => key.toLowerCase() === 'authorization' && /^basic\s/i.test(value))
  const text = given ?? (basic && fromBase64(basic.value.slice('basic '.length).trim()))
  if (text === undefined) return { basicAuth: null, headers }
  const [username, password] = splitAt(text, ':')
  return { basicAuth: { username, password }, headers: headers.filter((header) => header !== basic) }
}

/** Undefined for what is not Base64 of credentials. */
function fromBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (byte) => byte.codePointAt(0) ?? 0)
    const found = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return found.includes(':') ? found : undefined
  } catch {
    return undefined
  }
}

const splitAt = (text: string, mark: string): readonly [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const bodyTypes: Readonly<Record<string, CurlRequest['bodyType']>> = { 'application/json': 'JSON', [form]: 'FORM' }

/** The type of a body says what its `content-type` would, which then needs no header. */
function withBody(body: string, headers: readonly Pair[], isJson: boolean) {
  if (body === '') return { body, bodyType: 'NONE', headers } as const
  const isType = ({ key }: Pair): boolean => key.toLowerCase() === 'content-type'
  const bodyType = bodyTypes[headers.find(isType)?.value.toLowerCase() ?? (isJson ? 'application/json' : form)] ?? 'RAW'
  return { body, bodyType, headers: bodyType === 'RAW' ? headers : headers.filter((header) => !isType(header)) }
}

/** A query becomes parameters where these would be sent as exactly the same text. */
function withQuery(url: string, query: string): Pick<CurlRequest, 'url' | 'queryParameters'> {
  const pairs = query === '' ? [] : query.split('&').map(pairOf)
  const known = pairs.filter((pair) => pair !== null)
  return known.length < pairs.length ? { url: `${url}?${query}`, queryParameters: [] } : { url, queryParameters: known }
}

function pairOf(part: string): Pair | null {
  const [key, value] = splitAt(part, '=').map(decoded)
  if (!key || typeof value !== 'string') return null
  return `${encodeURIComponent(key)}=${encodeURIComponent(value)}` === part ? { key, value } : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
