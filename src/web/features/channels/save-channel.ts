import { call } from '../../api/call.ts'
import type { Change } from '../../api/change.ts'
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
export async function saveChannel(
  change: Change,
  channel: Channel | null,
  { body, choice }: { readonly body: Body; readonly choice: Choice },
): Promise<number> {
  const { subscribers, isEverything } = choice
  if (channel !== null) {
    await updateChannel(change, channel, { body, choice })
    return channel.id
  }
  const subscribed = isEverything
    ? { subscribe: { all: true } }
    : { subscriptions: subscriptionChanges(nobody, subscribers) }
  const { id } = await change('createAlertChannel', { body: { ...body, ...subscribed } as never })
  return id
}

/** The subscriptions are read again, so that what others subscribed meanwhile stays. */
async function updateChannel(
  change: Change,
  channel: Channel,
  { body, choice: { subscribers, isEverything } }: { readonly body: Body; readonly choice: Choice },
): Promise<void> {
  const params = { id: channel.id }
  const changes = subscriptionChanges(subscribersOf(channel.subscriptions), subscribers)
  const { subscriptions: stored } = changes.length > 0 ? await call('getAlertChannel', { params }) : channel
  const subscriptions = withChanges(stored, changes)
  const isLong = subscriptions.length > largestList
  const isApart = isLong && (isEverything || changes.length <= largestSeries)
  const named = changes.length > 0 && !isApart ? { subscriptions } : {}
  await change('updateAlertChannel', { params, body: { ...body, ...named } as never })
  if (isApart && changes.length > 0) await subscribeApart(change, channel.id, isEverything ? 'all' : changes)
}

async function subscribeApart(change: Change, id: number, wanted: readonly SubscriptionInput[] | 'all'): Promise<void> {
  const params = { id }
  if (wanted === 'all') await change('subscribeToAlertChannel', { params, body: { all: true } })
  else for (const one of wanted) await change('updateAlertChannelSubscription', { params, body: one as never })
}
