import type { Delivery } from '#contract'
import type { HttpResult } from '#egress'
import { alertMessage } from '../alert-message.ts'
import { providerEndpoints, rejected } from '../channel-notification.ts'
import type { ChannelTools, Deliver } from '../channel-notification.ts'
import { isPermanentRejection, classifyResponse, retryDelivery } from '../classify-response.ts'
import { notSetUp } from '../not-set-up.ts'
import { postJson, timeoutMs } from '../post-json.ts'
import { readJsonObject } from '../read-json-object.ts'
import { slackMessage } from '../slack-message.ts'

const badToken = 'Slack does not accept the bot token. Set BELFRY_SLACK_BOT_TOKEN to a valid one.'
const advice: Readonly<Record<string, string>> = {
  account_inactive: badToken,
  channel_not_found:
    'Slack knows no such channel, or the app cannot see it. Invite the app, or use the id of the channel.',
  invalid_auth: badToken,
  is_archived: 'The channel is archived.',
  missing_scope: 'The Slack app needs the scope chat:write.',
  not_authed: badToken,
  not_in_channel: 'The Slack app is not in the channel. Invite it there.',
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
  if (slackBotToken === null) return notSetUp('SLACK_APP', 'The Slack app is')
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
    return retryDelivery(result, tools.clock.now(), `${delivery.response} (this is not a response of Slack)`)
  const error = String(answer['error'])
  const help = Object.hasOwn(advice, error) ? ` ${advice[error]}` : ''
  const response = `HTTP ${result.status}: ${error}.${help}`
  if (rateLimits.has(error)) return retryDelivery(result, tools.clock.now(), response, true)
  return passing.has(error) ? retryDelivery(result, tools.clock.now(), response) : rejected(response)
}

function together(all: readonly Named[]): Delivery {
  const [first] = all
  if (first && all.length === 1) return first.delivery
  const response = all.map(({ channel, delivery }) => `${channel} ${delivery.outcome}: ${delivery.response}`).join('\n')
  const again = all.flatMap(({ delivery }) => (delivery.outcome === 'retry' ? [delivery] : []))
  const retryAfterSeconds = Math.max(0, ...again.map((delivery) => delivery.retryAfterSeconds ?? 0))
  const limit = again.some((delivery) => delivery.isRateLimited) ? { isRateLimited: true as const } : {}
  if (again.length > 0) return { outcome: 'retry', response, retryAfterSeconds, ...limit }
  return { outcome: all.some(({ delivery }) => delivery.outcome === 'sent') ? 'sent' : 'rejected', response }
}
