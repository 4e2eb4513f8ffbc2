import type { ExchangeRequest } from './exchange.ts'
import { sentHeaders } from './sent-headers.ts'

const plainMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** They change how a message is framed, or what follows it on the connection. */
const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade', 'expect']
const token = /^[\w!#$%&'*+.^`|~-]+$/
const notInAValue = /[^\t\u0020-\u007e\u0080-\u00ff]/
const notInAPath = /[^\u0021-\u007e]/
const maxBodyBytes = 64 * 1024

/**
 * The bytes of a request that the plain client can send, the same that Node's client would write; text is Latin-1. Null
 * when Node's client has to send it, or to say what is wrong with it. Pure.
 */
export function plainRequest(request: ExchangeRequest): string | Buffer | null {
  const { method, url, body } = request
  const path = `${url.pathname}${url.search}`
  const headers = headerLines(request)
  if (!isPlain(request) || headers === null || notInAPath.test(path)) return null
  const head = `${method} ${path} HTTP/1.1\r\n${headers}\r\n`
  return body ? Buffer.concat([Buffer.from(head, 'latin1'), body]) : head
}

const isPlain = ({ method, headers, body, proxyUrl, tls }: ExchangeRequest): boolean =>
  proxyUrl === undefined &&
  tls.identity === undefined &&
  plainMethods.has(method) &&
  (body === null || body.length <= maxBodyBytes) &&
  !framing.some((name) => name in headers)

function headerLines(request: ExchangeRequest): string | null {
  let lines = ''
  for (const [name, value] of Object.entries(sentHeaders(request))) {
    if (typeof value !== 'string' || !token.test(name) || notInAValue.test(value)) return null
    lines += `${name}: ${value}\r\n`
  }
  return lines
}
