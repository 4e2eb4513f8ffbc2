import type { OutgoingHttpHeaders } from 'node:http'
import type { ExchangeRequest } from './exchange.ts'

/** The headers of a request in the order in which they are sent. */
export const sentHeaders = ({
  url,
  headers,
  body,
}: Pick<ExchangeRequest, 'url' | 'headers' | 'body'>): OutgoingHttpHeaders => ({
  ...(!('host' in headers) && { host: url.host }),
  ...headers,
  connection: 'close',
  ...(body && { 'content-length': String(body.length) }),
})
