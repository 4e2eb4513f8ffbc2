import { call } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import type { Body } from '../../ui/form/body.ts'
import { subscribersOf, subscriptionChanges, withChanges } from './subscriptions.ts'
import type { Subscriber, SubscriptionInput } from './subscriptions.ts'

type Channel = Answer<'getAlertChannel'>

/** How many subscriptions a body may name. */
const largestList = 5_000
/** So many changes of a longer list are sent one by one. */
const largestSeries = 50
const nobody: ReadonlySet<Subscriber> = new Set()

export interface Choice {
  readonly subscribers: ReadonlySet<Subscriber>
  /** Every check and every group. */
  readonly isEverything: boolean
}

/** Saves a channel, or creates it, with who is subscribed to it. Returns its id. Throws an ApiError. */
export async function saveChannel(channel: Channel | null, body: Body, choice: Choice): Promise<number> {
  const { subscribers, isEverything } = choice
  if (channel !== null) {
    await updateChannel(channel, body, choice)
    return channel.id
  }
  const subscribed = isEverything
    ? { subscribe: { all: true } }
    : { subscriptions: subscriptionChanges(nobody, subscribers) }
  const { id } = await call('createAlertChannel', { body: { ...body, ...subscribed } as never })
  return id
}

/** The subscriptions are read again, so that what others subscribed meanwhile stays. */
async function updateChannel(channel: Channel, body: Body, { subscribers, isEverything }: Choice): Promise<void> {
  const params = { id: channel.id }
  const changes = subscriptionChanges(subscribersOf(channel.subscriptions), subscribers)
  const { subscriptions: stored } = changes.length > 0 ? await call('getAlertChannel', { params }) : channel
  const subscriptions = withChanges(stored, changes)
  const isLong = subscriptions.length > largestList
  const isApart = isLong && (isEverything || changes.length <= largestSeries)
  const named = changes.length > 0 && !isApart ? { subscriptions } : {}
  await call('updateAlertChannel', { params, body: { ...body, ...named } as never })
  if (isApart) await subscribeApart(channel.id, changes, isEverything)
}

async function subscribeApart(id: number, changes: readonly SubscriptionInput[], isEverything: boolean): Promise<void> {
  const params = { id }
  if (isEverything && changes.length > 0) await call('subscribeToAlertChannel', { params, body: { all: true } })
  else for (const change of changes) await call('updateAlertChannelSubscription', { params, body: change as never })
}
