import { channelTraits } from '#contract'
import type { ChannelTest, Delivery, ExampleEvent, OutgoingMessage } from '#contract'
import { randomId, timeOrderedId } from '#kernel'
import { redactionMark } from '#redaction'
import { recordChannelAttempt } from '#storage/alerts'
import { findVariablesOfAccounts } from '#storage/checks'
import type { ChannelDefinition } from '#storage/alerts'
import type { Store } from '#storage/database'
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
  const recovery = await exampleMessage(store, channel, 'recovery', about)
  const delivered = await deliverAndClose(store, channel, { ...context, message, recovery })
  return { ...delivered, title: message.facts.alertTitle }
}

interface Closed<Message extends OutgoingMessage> {
  readonly message: Message
  /** Sent over channels that open incidents. */
  readonly recovery: Message
  readonly nowMs: number
  readonly deliver: (message: Message) => Promise<Delivery>
}

/** Delivers a message that is no alert, and resolves the incident that it opened; `closed` is null where there is none. */
export async function deliverAndClose<Message extends OutgoingMessage>(
  store: Store,
  channel: TestedChannel,
  { message, recovery, nowMs, deliver }: Closed<Message>,
): Promise<Pick<ChannelTest, 'outcome' | 'response' | 'closed'>> {
  const { outcome, response } = await deliver(message)
  if (channel.id !== null)
    await recordChannelAttempt(store.db, {
      accountId: channel.accountId,
      channelId: channel.id,
      at: new Date(nowMs),
      outcome,
      response,
      isOver: outcome === 'rejected',
    })
  const isOpen = channelTraits(channel.type, channel.config).opensIncidents && outcome !== 'rejected'
  return { outcome, response, closed: isOpen ? await close(deliver, recovery) : null }
}

/** A failure whose delivery was not confirmed may have arrived, so it is resolved as well. */
async function close<Message>(deliver: (message: Message) => Promise<Delivery>, recovery: Message): Promise<boolean> {
  for (let tries = 0; tries < closingTries; tries += 1) if ((await deliver(recovery)).outcome === 'sent') return true
  return false
}
