import { createHash } from 'node:crypto'
import { writeReason } from '#contract/reasons'
import { rejected } from '../channel-notification.ts'
import type { Deliver, NotificationOf } from '../channel-notification.ts'
import { classifyResponse, isPermanentRejection } from '../classify-response.ts'
import { recordMs, timeoutMs } from '../post-json.ts'
import { pushMessage } from './push-message.ts'
import { goneStatuses, pushRequest } from './push-request.ts'

/**
 * One message to the push service of a browser (RFC 8030), encrypted for the browser (RFC 8291) and signed by this
 * installation (RFC 8292). 404 and 410 mean that the subscription has ended; besides, only 408, 429 and 5xx are retried.
 */
export const deliverWebPush: Deliver<'WEB_PUSH'> = async (notification, tools) => {
  const { config } = notification
  const content = { text: textOfNotification(notification), topic: topicOf(notification) }
  const request = await pushRequest(config, content, tools)
  if (request === null) return rejected(writeReason('SUBSCRIPTION_INVALID'))
  const result = await tools.http({
    ...request,
    method: 'POST',
    url: config.endpoint,
    timeoutMs,
    bodyTimeoutMs: recordMs,
    signal: tools.signal,
  })
  if (result.failure === null && goneStatuses.has(result.status))
    return rejected(writeReason('BROWSER_UNSUBSCRIBED', { status: result.status }))
  return classifyResponse(result, tools.clock.now(), isPermanentRejection)
}

/** The text that the browser decrypts. */
export const textOfNotification = (notification: NotificationOf<'WEB_PUSH'>): string =>
  JSON.stringify(pushMessage(notification))

/** A notification that waits for the device is replaced by the next one of the same check. */
const topicOf = ({ facts }: NotificationOf<'WEB_PUSH'>): string =>
  createHash('sha256').update(facts.checkId).digest('base64url').slice(0, 32)
