import { numberIn, textIn } from './json-fields.ts'

export interface Target {
  /** For people: a URL without query, `host:port`, or a name. */
  readonly target: string
  /** Lower case, without a port. */
  readonly host: string
}

/** What a request goes to, from the request of a check or of a stored run; null when it cannot be told. */
export function targetOfRequest(request: unknown): Target | null {
  const url = URL.parse(textIn(request, 'url') ?? '')
  if (url) return { target: `${url.origin}${url.pathname}`, host: url.hostname }
  const hostname = textIn(request, 'hostname')
  const port = numberIn(request, 'port')
  if (hostname !== null)
    return { target: port === null ? hostname : `${hostname}:${port}`, host: hostname.toLowerCase() }
  const query = textIn(request, 'query')
  return query === null ? null : { target: query, host: query.toLowerCase() }
}
