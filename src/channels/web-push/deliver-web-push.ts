import { createHash } from 'node:crypto'
import { dayMs } from '#kernel'
import { rejected } from '../channel-notification.ts'
import type { ChannelTools, Deliver, NotificationOf } from '../channel-notification.ts'
import { classifyResponse, isPermanentRejection } from '../classify-response.ts'
import { recordMs, timeoutMs } from '../post-json.ts'
import { pushMessage } from './push-message.ts'

/** After this time without a connection to the device the push service drops a notification. */
const secondsToLive = dayMs / 1_000
const goneStatuses = new Set([404, 410])

/**
 * One message to the push service of a browser (RFC 8030), encrypted for the browser (RFC 8291) and signed by this
 * installation (RFC 8292). 404 and 410 mean that the subscription has ended; besides, only 408, 429 and 5xx are retried.
 */
export const deliverWebPush: Deliver<'WEB_PUSH'> = async (notification, tools) => {
  const request = await requestOf(notification, tools)
  if (request === null) return rejected('The subscription is not valid. Allow notifications again.')
  const result = await tools.http({
    ...request,
    method: 'POST',
    url: notification.config.endpoint,
    timeoutMs,
    bodyTimeoutMs: recordMs,
    signal: tools.signal,
  })
  if (result.failure === null && goneStatuses.has(result.status))
    return rejected(`HTTP ${result.status}: this browser no longer receives notifications. Allow them there again.`)
  return classifyResponse(result, tools.clock.now(), isPermanentRejection)
}

/** The text that the browser decrypts. */
export const textOfNotification = (notification: NotificationOf<'WEB_PUSH'>): string =>
  JSON.stringify(pushMessage(notification))

/** Null: the keys of the subscription are no keys. */
async function requestOf(notification: NotificationOf<'WEB_PUSH'>, { webPushKeys, publicUrl }: ChannelTools) {
  const { endpoint, p256dh, auth } = notification.config
  const { generateRequestDetails } = await loadLibrary()
  try {
    const { headers, body } = generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      textOfNotification(notification),
      {
        TTL: secondsToLive,
        urgency: 'high',
        topic: topicOf(notification),
        vapidDetails: { subject: contactOf(publicUrl), ...webPushKeys },
      },
    )
    return { headers: sentHeaders(headers), body }
  } catch {
    return null
  }
}

/** Loaded with the first notification: most installations send none. */
const loadLibrary = async () => (await import('web-push')).default

/** A notification that waits for the device is replaced by the next one of the same check (RFC 8030 5.4). */
const topicOf = ({ facts }: NotificationOf<'WEB_PUSH'>): string =>
  createHash('sha256').update(facts.checkId).digest('base64url').slice(0, 32)

/** Where operators of push services reach that of this installation (RFC 8292 2.1). */
const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? publicUrl : 'mailto:belfry@localhost'

/** The length follows from the body. */
const sentHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
