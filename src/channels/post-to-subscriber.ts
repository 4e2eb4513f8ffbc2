import { createHash } from 'node:crypto'
import type { Delivery, SubscriberPost } from '#contract'
import { writeReason } from '#contract/reasons'
import type { HttpResult } from '#egress'
import { redactor } from '#redaction'
import type { ChannelTools } from './channel-notification.ts'
import { rejected } from './channel-notification.ts'
import { classifyResponse, isPermanentRejection } from './classify-response.ts'
import { recordMs, timeoutMs } from './post-json.ts'
import { readJsonObject } from './read-json-object.ts'
import { recordedResponse } from './recorded-response.ts'
import { partsOfUrl } from './secrets-of-delivery.ts'
import { goneStatuses, pushRequest } from './web-push/push-request.ts'

export type SubscriberPostTools = Pick<ChannelTools, 'http' | 'webPushKeys' | 'publicUrl' | 'clock' | 'signal'>

/** The outcome of one attempt, and what the receiver decided by its answer. */
export interface PostedToSubscriber {
  readonly delivery: Delivery
  /** It returned the challenge, so those who run it want the messages. */
  readonly isConfirmed: boolean
  /** It will never take another message. */
  readonly isGone: boolean
}

const gone = 410

/**
 * One attempt to tell a reader of a status page, who is not mailed. Does not throw for failures of the network or the
 * receiver. Statuses other than 408, 429 and 5xx are final.
 */
export async function postToSubscriber(post: SubscriberPost, tools: SubscriberPostTools): Promise<PostedToSubscriber> {
  const request = await requestOf(post, tools)
  if (request === null) {
    const delivery = rejected(writeReason('SUBSCRIPTION_KEYS'))
    return { delivery, isConfirmed: false, isGone: true }
  }
  const result = await tools.http({
    ...request,
    method: 'POST',
    timeoutMs,
    bodyTimeoutMs: recordMs,
    signal: tools.signal,
  })
  const delivery = classifyResponse(result, tools.clock.now(), isPermanentRejection)
  const redact = redactor(secretsOf(post, request.url))
  return {
    delivery: { ...delivery, response: recordedResponse(redact(delivery.response)) },
    isConfirmed: delivery.outcome === 'sent' && returns(result, post),
    isGone: result.failure === null && isGoneStatus(result.status, post),
  }
}

async function requestOf(post: SubscriberPost, tools: SubscriberPostTools) {
  if (post.kind !== 'browser') {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Belfry' }
    const body = post.kind === 'slack' ? post.body : JSON.stringify(inSnakeCase(post.content))
    return { url: post.url, headers, body }
  }
  const { keys, message } = post
  const topic = createHash('sha256').update(message.tag).digest('base64url').slice(0, 32)
  const request = await pushRequest(keys, { text: JSON.stringify(message), topic }, tools)
  return request && { url: keys.endpoint, ...request }
}

/**
 * Whether the answer is the challenge, as a text or as `challenge` of an object. Servers that return what they were sent
 * do neither: the challenge is further inside the body of the request.
 */
function returns(result: HttpResult, post: SubscriberPost): boolean {
  if (result.failure !== null || post.kind !== 'webhook' || post.challenge === null) return false
  const { body } = result
  return body.trim() === post.challenge || readJsonObject(body)?.['challenge'] === post.challenge
}

const isGoneStatus = (status: number, { kind }: SubscriberPost): boolean =>
  kind === 'webhook' ? status === gone : goneStatuses.has(status)

const secretsOf = (post: SubscriberPost, url: string): string[] => [
  ...partsOfUrl(url),
  ...(post.kind === 'webhook' && post.challenge !== null ? [post.challenge] : []),
]

/** The same content with names such as `created_at`. */
function inSnakeCase(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(inSnakeCase)
  if (content === null || typeof content !== 'object' || content instanceof Date) return content
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(value),
    ]),
  )
}
