interface Pair {
  readonly key: string
  readonly value: string
}

/** A request as a check sends it. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly Pair[]
  readonly queryParameters?: readonly Pair[]
  readonly body?: string
  /** The media type of the body, when no header says it. */
  readonly mediaType?: string | null
  /** curl asks for the password: none is written into a command. */
  readonly user?: string | null
  readonly followRedirects?: boolean
  readonly skipSSL?: boolean
  readonly ipFamily?: 'IPv4' | 'IPv6' | null
}

/** A word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The curl command that sends a request. */
export const curlOfRequest = (request: SentRequest): string =>
  [
    `curl ${quoted(addressOf(request))}`,
    ...methodOf(request),
    ...(request.user ? [`-u ${quoted(request.user)}`] : []),
    ...headersOf(request).map(({ key, value }) => `-H ${quoted(value === '' ? `${key};` : `${key}: ${value}`)}`),
    ...(request.body ? [`--data-raw ${quoted(request.body)}`] : []),
    ...switchesOf(request),
  ].join(' \\\n  ')

function methodOf({ method, body = '' }: SentRequest): readonly string[] {
  if (method === 'HEAD') return ['--head']
  return method === (body === '' ? 'GET' : 'POST') ? [] : [`-X ${quoted(method)}`]
}

function headersOf({ headers, body = '', mediaType = null }: SentRequest): readonly Pair[] {
  const isTyped = headers.some(({ key }) => key.toLowerCase() === 'content-type')
  return mediaType === null || body === '' || isTyped ? headers : [...headers, contentType(mediaType)]
}

const switchesOf = ({ followRedirects, skipSSL, ipFamily }: SentRequest): readonly string[] => [
  ...(followRedirects ? ['-L'] : []),
  ...(skipSSL ? ['-k'] : []),
  ...(ipFamily === 'IPv6' ? ['-6'] : []),
]

const contentType = (value: string): Pair => ({ key: 'Content-Type', value })

function addressOf({ url, queryParameters = [] }: SentRequest): string {
  const query = queryParameters.map(({ key, value }) => `${encoded(key)}=${encoded(value)}`).join('&')
  if (query === '') return url
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}

/** Variables of the account stay readable. */
const encoded = (text: string): string =>
  text
    .split(/(\{\{[^}]*\}\})/)
    .map((part) => (part.startsWith('{{') ? part : encodeURIComponent(part)))
    .join('')
