import { channelTraits } from '#contract'
import type { ChannelTest, Delivery, ExampleEvent, OutgoingMessage } from '#contract'
import { randomId, redactionMark, timeOrderedId } from '#kernel'
import { findVariablesOfAccounts, recordChannelAttempt } from '#storage'
import type { ChannelDefinition, Store } from '#storage'
import { exampleFacts } from './example-facts.ts'

type Channel = Pick<ChannelDefinition, 'accountId' | 'type' | 'config'>

export interface ExampleContext {
  readonly nowMs: number
  readonly publicUrl: string
}

/** An example message for a channel, with the variables of its account. */
async function exampleMessage(
  store: Store,
  { accountId, type, config }: Channel,
  event: ExampleEvent,
  context: ExampleContext & { readonly checkId: string },
): Promise<OutgoingMessage> {
  const found = (await findVariablesOfAccounts(store.db, store.encryption, [accountId])).get(accountId) ?? []
  return {
    id: timeOrderedId(context.nowMs),
    type,
    config,
    facts: exampleFacts(event, context),
    variables: Object.fromEntries(found.map(({ key, value }) => [key, value])),
    secrets: found.filter(({ secret, locked }) => secret || locked).map(({ value }) => value),
    attempt: 1,
  }
}

/** An example message for a preview: secrets are masked before it is rendered. */
export async function previewMessage(
  store: Store,
  channel: Channel,
  event: ExampleEvent,
  context: ExampleContext,
): Promise<OutgoingMessage> {
  const message = await exampleMessage(store, channel, event, { ...context, checkId: randomId() })
  const secrets = new Set(message.secrets)
  const variables = Object.entries(message.variables).map(([key, value]) => [
    key,
    secrets.has(value) ? redactionMark : value,
  ])
  return { ...message, variables: Object.fromEntries(variables) }
}

const closingTries = 2

/** A channel that is tested; its id is null when it does not exist yet. */
export type TestedChannel = Channel & { readonly id: ChannelDefinition['id'] | null }

/**
 * Sends an example failure over a channel and, where that opens an incident, the recovery that resolves it. The outcome
 * counts for the state of a channel that exists like any delivery.
 */
export async function testChannel(
  store: Store,
  channel: TestedChannel,
  context: ExampleContext & { readonly deliver: (message: OutgoingMessage) => Promise<Delivery> },
): Promise<ChannelTest> {
  const about = { ...context, checkId: randomId() }
  const message = await exampleMessage(store, channel, 'failure', about)
  const { outcome, response } = await context.deliver(message)
  if (channel.id !== null)
    await recordChannelAttempt(store.db, {
      accountId: channel.accountId,
      channelId: channel.id,
      at: new Date(context.nowMs),
      outcome,
      response,
      isOver: outcome === 'rejected',
    })
  const isOpen = channelTraits(channel.type, channel.config).opensIncidents && outcome !== 'rejected'
  const closed = isOpen ? await closeExample(store, channel, about) : null
  return { outcome, response, title: message.facts.alertTitle, closed }
}

/** A failure whose delivery was not confirmed may have arrived, so it is resolved as well. */
async function closeExample(
  store: Store,
  channel: Channel,
  about: Parameters<typeof testChannel>[2] & { readonly checkId: string },
): Promise<boolean> {
  const recovery = await exampleMessage(store, channel, 'recovery', about)
  for (let tries = 0; tries < closingTries; tries += 1)
    if ((await about.deliver(recovery)).outcome === 'sent') return true
  return false
}
