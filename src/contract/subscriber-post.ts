/** How a reader of a status page is told what it says. */
export const subscriberKinds = ['mail', 'webhook', 'slack', 'browser'] as const
export type SubscriberKind = (typeof subscriberKinds)[number]

/** The subscription of one browser (RFC 8030), with the keys for which messages are encrypted (RFC 8291), in base64url. */
export interface PushSubscriptionKeys {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** A notification that the service worker of a status page shows. */
export interface SubscriberNotification {
  readonly title: string
  readonly body: string
  /** Opened by a click. */
  readonly url: string
  /** A later notification with the same tag replaces this one. */
  readonly tag: string
  /** Where the reader changes or ends the subscription; absent until it is confirmed. */
  readonly manage?: string
  /** The token with which the browser confirms that it receives; absent once it did. */
  readonly confirm?: string
}

/** A message to one subscriber that is not mailed. */
export type SubscriberPost =
  | {
      readonly kind: 'webhook'
      readonly url: string
      /** Sent as JSON, whose names are those of Statuspage: in snake case. */
      readonly content: object
      /** The receiver confirms the subscription by returning it; null once it did. */
      readonly challenge: string | null
    }
  /** `body` is JSON of an incoming webhook of Slack. */
  | { readonly kind: 'slack'; readonly url: string; readonly body: string }
  | { readonly kind: 'browser'; readonly keys: PushSubscriptionKeys; readonly message: SubscriberNotification }
