import type { ChannelType } from '#contract'
import type { Deliver } from './channel-notification.ts'

/** How one channel type delivers: the half of its descriptor that reaches the outside. */
export interface ChannelImplementation<T extends ChannelType> {
  /** One attempt. A preview is made by it as well, with tools that record instead of sending. */
  readonly deliver: Deliver<T>
  /** What a person hears or reads of a request body that is hard to read; null when there is nothing. */
  readonly readableText?: (body: string) => string | null
}
