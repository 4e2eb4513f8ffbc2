import type { ChannelType } from '#contract'
import type { Deliver, NotificationOf } from './channel-notification.ts'

/** How one channel type delivers: the part of its descriptor with network access. */
export interface ChannelImplementation<T extends ChannelType> {
  /** One attempt. Also used for previews, with tools that record instead of sending. */
  readonly deliver: Deliver<T>
  /** The text of a request whose body is encrypted for the receiver. */
  readonly plainText?: (notification: NotificationOf<T>) => string
  /** The readable text of an encoded request body; null when there is none. */
  readonly readableText?: (body: string) => string | null
}
