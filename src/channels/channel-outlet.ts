import type { Delivery, OutgoingMessage, RenderedDelivery } from '#contract'
import type { ChannelNotification, ChannelTools } from './channel-notification.ts'
import { deliver } from './deliver.ts'
import { renderDelivery } from './render-delivery.ts'

/** The way out for whoever has a message and does not know its type. */
export interface ChannelOutlet {
  /** One attempt; see `deliver`. */
  deliver(message: OutgoingMessage, signal: AbortSignal): Promise<Delivery>
  /** What an attempt would send; see `renderDelivery`. */
  render(message: OutgoingMessage): Promise<RenderedDelivery>
}

export const createChannelOutlet = (tools: Omit<ChannelTools, 'signal'>): ChannelOutlet => ({
  deliver: (message, signal) => deliver(deliverable(message), { ...tools, signal }),
  render: (message) => renderDelivery(deliverable(message), { ...tools, signal: new AbortController().signal }),
})

/** The verbs that save a channel validate its config against its type, so the two belong together. */
const deliverable = (message: OutgoingMessage): ChannelNotification => message as unknown as ChannelNotification
