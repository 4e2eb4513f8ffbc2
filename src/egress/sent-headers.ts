import type { OutgoingHttpHeaders } from 'node:http'
import type { ExchangeRequest } from './exchange.ts'

/** Methods whose requests have a length even without a body (RFC 9110 8.6); many servers answer 411 otherwise. */
const anticipatesBody = new Set(['POST', 'PUT', 'PATCH'])

/** The headers of a request in the order in which they are sent. */
export const sentHeaders = ({
  method,
  url,
  headers,
  body,
}: Pick<ExchangeRequest, 'method' | 'url' | 'headers' | 'body'>): OutgoingHttpHeaders => ({
  ...(!('host' in headers) && { host: url.host }),
  ...headers,
  connection: 'close',
  ...(!('transfer-encoding' in headers) &&
    (body || anticipatesBody.has(method)) && { 'content-length': String(body?.length ?? 0) }),
})
