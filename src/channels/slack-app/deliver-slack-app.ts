import type { Delivery } from '#contract'
import { writeReason } from '#contract/reasons'
import type { HttpResult } from '#egress'
import { alertMessage } from '../alert-message.ts'
import { providerEndpoints, rejected } from '../channel-notification.ts'
import type { ChannelTools, Deliver } from '../channel-notification.ts'
import { isPermanentRejection, classifyResponse, retryDelivery } from '../classify-response.ts'
import { notSetUp } from '../not-set-up.ts'
import { postJson, timeoutMs } from '../post-json.ts'
import { readJsonObject } from '../read-json-object.ts'
import { slackMessage } from '../slack-message.ts'

const badToken = writeReason('SLACK_TOKEN')
const advice: Readonly<Record<string, string>> = {
  account_inactive: badToken,
  channel_not_found: writeReason('SLACK_CHANNEL_UNKNOWN'),
  invalid_auth: badToken,
  is_archived: writeReason('SLACK_ARCHIVED'),
  missing_scope: writeReason('SLACK_SCOPE'),
  not_authed: badToken,
  not_in_channel: writeReason('SLACK_NOT_IN_CHANNEL'),
  token_expired: badToken,
  token_revoked: badToken,
}

const rateLimits = new Set(['rate_limited', 'ratelimited'])
/** Temporary errors of Slack. */
const passing = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
])

/**
 * One `chat.postMessage` for each channel of the list, concurrently. When one of them may still succeed all are
 * retried, so that a message may be posted twice but is not lost; otherwise the outcome is `sent` when any succeeded.
 */
export const deliverSlackApp: Deliver<'SLACK_APP'> = async (notification, tools) => {
  const { slackBotToken } = tools
  if (slackBotToken === null) return notSetUp('SLACK_APP', writeReason('PROVIDER_SLACK_APP'))
  const url = `${(tools.endpoints ?? providerEndpoints).slack}/chat.postMessage`
  const headers = { authorization: `Bearer ${slackBotToken}` }
  const message = { ...slackMessage(alertMessage(notification)), unfurl_links: false, unfurl_media: false }
  const post = async (channel: string): Promise<Named> => {
    const result = await postJson(tools, url, { channel, ...message }, { headers, bodyTimeoutMs: timeoutMs })
    return { channel, delivery: classifySlackResponse(result, tools) }
  }
  return together(await Promise.all(notification.config.slackChannels.map(post)))
}

interface Named {
  readonly channel: string
  readonly delivery: Delivery
}

/** The answer of Slack. It begins with `ok`, so that a cut one says enough when the message was posted. */
const answerIn = (body: string): Readonly<Record<string, unknown>> | null =>
  /^\s*\{\s*"ok"\s*:\s*true\b/.test(body) ? { ok: true } : readJsonObject(body)

/** Slack answers errors with status 200 and `ok: false`, so that the status alone does not say that it has posted. */
function classifySlackResponse(result: HttpResult, tools: ChannelTools): Delivery {
  const delivery = classifyResponse(result, tools.clock.now(), isPermanentRejection)
  if (result.failure || delivery.outcome !== 'sent') return delivery
  const answer = answerIn(result.body)
  if (answer?.['ok'] === true) return delivery
  if (answer?.['ok'] !== false)
    return retryDelivery(result, tools.clock.now(), writeReason('NOT_OF_SLACK', { text: delivery.response }))
  const error = String(answer['error'])
  const help = Object.hasOwn(advice, error) ? ` ${advice[error]}` : ''
  const response = `${writeReason('SLACK_ERROR', { status: result.status, slackError: error })}${help}`
  if (rateLimits.has(error)) return retryDelivery(result, tools.clock.now(), response, true)
  return passing.has(error) ? retryDelivery(result, tools.clock.now(), response) : rejected(response)
}

function together(all: readonly Named[]): Delivery {
  const [first] = all
  if (first && all.length === 1) return first.delivery
  const response = all
    .map(({ channel, delivery }) =>
      writeReason('OF_SLACK_CHANNEL', { channel, outcome: delivery.outcome, reason: delivery.response }),
    )
    .join('\n')
  const again = all.flatMap(({ delivery }) => (delivery.outcome === 'retry' ? [delivery] : []))
  const retryAfterSeconds = Math.max(0, ...again.map((delivery) => delivery.retryAfterSeconds ?? 0))
  const limit = again.some((delivery) => delivery.isRateLimited) ? { isRateLimited: true as const } : {}
  if (again.length > 0) return { outcome: 'retry', response, retryAfterSeconds, ...limit }
  return { outcome: all.some(({ delivery }) => delivery.outcome === 'sent') ? 'sent' : 'rejected', response }
}
