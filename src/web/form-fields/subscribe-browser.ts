import { browserName } from '../ui/browser-name.ts'

/** Why this browser cannot receive notifications. */
export type BrowserProblem = 'insecure' | 'unsupported' | 'denied'

/** Null: it can. Push services exist for pages of HTTPS and of this machine alone. */
export function findBrowserProblem(): BrowserProblem | null {
  if (!globalThis.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

/** The config of a channel for this browser. */
export interface BrowserSubscription {
  readonly name: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * Asks the person for permission and the browser for a subscription that only the owner of the key can use; null without
 * permission. Rejects when the push service of the browser cannot be reached.
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(new URL('notifications.js', document.baseURI))
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription for the key of an earlier installation at this address would be refused.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { name: browserName(navigator.userAgent), endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}
