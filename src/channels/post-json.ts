import type { HttpResult } from '#egress'
import type { ChannelTools } from './channel-notification.ts'

export const timeoutMs = 10_000

/** Sends one JSON document to the API of a provider. */
export const postJson = (
  tools: ChannelTools,
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResult> =>
  tools.http({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Belfry', ...headers },
    body: JSON.stringify(body),
    timeoutMs,
    signal: tools.signal,
  })
