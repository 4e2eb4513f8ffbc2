import type { Delivery, OutgoingMessage, RenderedDelivery } from '#contract'
import { isImplementedChannelType } from '#contract'
import type { ChannelNotification, ChannelTools } from './channel-notification.ts'
import { rejected } from './channel-notification.ts'
import { deliver } from './deliver.ts'
import { renderDelivery } from './render-delivery.ts'

/** The way out for whoever has a message and does not know its type. */
export interface ChannelOutlet {
  /** One attempt; see `deliver`. */
  deliver(message: OutgoingMessage, signal: AbortSignal): Promise<Delivery>
  /** What an attempt would send; see `renderDelivery`. */
  render(message: OutgoingMessage): Promise<RenderedDelivery>
}

export function createChannelOutlet(tools: Omit<ChannelTools, 'signal'>): ChannelOutlet {
  return {
    deliver: async (message, signal) =>
      isImplementedChannelType(message.type)
        ? deliver(deliverable(message), { ...tools, signal })
        : rejected(cannotDeliver(message.type)),
    render: async (message) =>
      isImplementedChannelType(message.type)
        ? renderDelivery(deliverable(message), { ...tools, signal: new AbortController().signal })
        : { problem: cannotDeliver(message.type), mail: null, requests: [] },
  }
}

const cannotDeliver = (type: string): string => `This server cannot deliver to channels of type ${type}.`

/** The verbs that save a channel validate its config against its type, so the two belong together. */
const deliverable = (message: OutgoingMessage): ChannelNotification => message as unknown as ChannelNotification
