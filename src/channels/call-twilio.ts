import type { ChannelType, Delivery } from '#contract'
import { writeReason } from '#contract/reasons'
import { rejected } from './channel-notification.ts'
import type { ChannelTools } from './channel-notification.ts'
import { isPermanentRejection, classifyResponse, retryDelivery } from './classify-response.ts'
import { notSetUp } from './not-set-up.ts'
import { timeoutMs } from './post-json.ts'
import { readJsonObject } from './read-json-object.ts'

/** Error codes of the provider for rate limits: concurrent requests, message rate and daily quota. */
const rateLimits = new Set<unknown>([14_107, 20_429, 30_022, 63_018, 63_038])
const failedStates = new Set<unknown>(['failed', 'undelivered', 'canceled'])

/**
 * Creates one resource of a Twilio-compatible account: a form, with basic authentication by account and token. A 2xx
 * response with an error, or with a message that failed at once, is rejected.
 */
export async function callTwilio(
  tools: ChannelTools,
  { type, resource }: { readonly type: ChannelType; readonly resource: 'Messages' | 'Calls' },
  fields: (from: string) => Readonly<Record<string, string>>,
): Promise<Delivery> {
  const { twilio } = tools
  if (twilio === null) return notSetUp(type, writeReason('PROVIDER_TEXTS_AND_CALLS'))
  const { url, accountSid, authToken, from } = twilio
  const result = await tools.http({
    method: 'POST',
    url: `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${resource}.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Belfry',
    },
    body: new URLSearchParams(fields(from)).toString(),
    timeoutMs,
    signal: tools.signal,
  })
  const delivery = classifyResponse(result, tools.clock.now(), isPermanentRejection)
  if (result.failure) return delivery
  const answer = readJsonObject(result.body) ?? {}
  if (rateLimits.has(answer['error_code'] ?? answer['code']))
    return retryDelivery(result, tools.clock.now(), delivery.response, true)
  return delivery.outcome === 'sent' && isFailed(answer) ? rejected(delivery.response) : delivery
}

const isFailed = (answer: Readonly<Record<string, unknown>>): boolean =>
  (answer['error_code'] ?? null) !== null || failedStates.has(answer['status'])
