import type { ChannelPreview, ChannelTest, ExampleEvent } from '#contract'
import { previewMessage, testChannel } from '#notifying'
import type { TestedChannel } from '#notifying'
import type { ChannelDefinition } from '#storage/alerts'
import { validated } from '../presenters/validated.ts'
import type { RequestContext } from '../request-context.ts'

/** A mail server may take longer; the request is answered by then. */
const maxTestMs = 20_000

const exampleContext = ({ now, publicUrl }: RequestContext) => ({ nowMs: now.getTime(), publicUrl })

/** The message that a channel would send about an event. */
export async function previewOf(
  channel: Pick<ChannelDefinition, 'accountId' | 'type' | 'config'>,
  event: ExampleEvent = 'failure',
  context: RequestContext,
): Promise<ChannelPreview> {
  const message = await previewMessage(context.store, channel, event, exampleContext(context))
  const rendered = await context.channels.render(message)
  return validated<ChannelPreview>({ type: channel.type, event, ...rendered })
}

/** Sends an example over a channel, within a time limit. */
export function tested(channel: TestedChannel, context: RequestContext): Promise<ChannelTest> {
  const signal = AbortSignal.any([context.signal, context.clock.timeLimit(maxTestMs)])
  return testChannel(context.store, channel, {
    ...exampleContext(context),
    deliver: (message) => context.channels.deliver(message, signal),
  })
}
