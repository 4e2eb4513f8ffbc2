import { dayMs } from '#kernel'
import type { PushSubscriptionKeys } from '#contract'
import type { ChannelTools } from '../channel-notification.ts'

/** After this time without a connection to the device the push service drops a notification. */
const secondsToLive = dayMs / 1_000
/** The subscription has ended (RFC 8030 7.3). */
export const goneStatuses: ReadonlySet<number> = new Set([404, 410])

interface PushContent {
  readonly text: string
  /** Replaces the message with the same topic that waits for the device (RFC 8030 5.4). */
  readonly topic: string
}

/** The headers and the encrypted body of one message to a push service; null: the keys of the subscription are no keys. */
export async function pushRequest(
  { endpoint, p256dh, auth }: PushSubscriptionKeys,
  { text, topic }: PushContent,
  { webPushKeys, publicUrl }: Pick<ChannelTools, 'webPushKeys' | 'publicUrl'>,
) {
  const { generateRequestDetails } = await loadLibrary()
  try {
    const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      TTL: secondsToLive,
      urgency: 'high',
      topic,
      vapidDetails: { subject: contactOf(publicUrl), ...webPushKeys },
    })
    return { headers: sentHeaders(headers), body }
  } catch {
    return null
  }
}

/** Loaded with the first notification: most installations send none. */
const loadLibrary = async () => (await import('web-push')).default

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
