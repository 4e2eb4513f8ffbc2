import type { Delivery, OutgoingMessage, RenderedDelivery } from '#contract'
import { invariant } from '#kernel'
import { channelImplementations } from './channel-implementations.ts'
import type { ChannelNotification, ChannelTools } from './channel-notification.ts'
import { deliver } from './deliver.ts'
import { renderDelivery } from './render-delivery.ts'

/** Delivers messages to channels of any type. */
export interface ChannelOutlet {
  /** One attempt; see `deliver`. */
  deliver(message: OutgoingMessage, signal: AbortSignal): Promise<Delivery>
  /** The request that an attempt would send; see `renderDelivery`. */
  render(message: OutgoingMessage): Promise<RenderedDelivery>
}

export const createChannelOutlet = (tools: Omit<ChannelTools, 'signal'>): ChannelOutlet => ({
  deliver: (message, signal) => deliver(channelNotification(message), { ...tools, signal }),
  render: (message) => renderDelivery(channelNotification(message), { ...tools, signal: new AbortController().signal }),
})

/** A message as its channel type has it: the verbs that save a channel check its config against its type. */
export function channelNotification(message: OutgoingMessage): ChannelNotification {
  invariant(isOfKnownType(message), `There is a channel type ${message.type}.`)
  return message
}

const isOfKnownType = (message: OutgoingMessage): message is OutgoingMessage & ChannelNotification =>
  Object.hasOwn(channelImplementations, message.type)
