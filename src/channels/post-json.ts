import type { HttpCall, HttpResult } from '#egress'
import type { ChannelTools } from './channel-notification.ts'

export const timeoutMs = 10_000
/** How long an answer is read whose status is the verdict; the rest is only recorded. */
export const recordMs = 2_000

/** Sends one JSON document to the API of a provider. `bodyTimeoutMs`: default `recordMs`. */
export const postJson = (
  tools: ChannelTools,
  url: string,
  body: object,
  { headers = {}, bodyTimeoutMs = recordMs }: Partial<Pick<HttpCall, 'headers' | 'bodyTimeoutMs'>> = {},
): Promise<HttpResult> =>
  tools.http({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Belfry', ...headers },
    body: JSON.stringify(body),
    timeoutMs,
    bodyTimeoutMs,
    signal: tools.signal,
  })
