import { call } from '../../api/call.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { typedBody } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { subscribersOf, subscriptionChanges, withChanges } from './subscriptions.ts'
import type { Subscriber, SubscriptionInput } from './subscriptions.ts'

export type Channel = Answer<'getAlertChannel'>
export type ListedChannel = Answer<'listAlertChannels'>['items'][number]
export type TestOutcome = Answer<'testAlertChannel'>
export type ChannelPreview = Answer<'previewNewAlertChannel'>

/** A channel as its form edits it; its type says what is in `config`. */
export interface ChannelDraft {
  readonly type: string
  readonly config: Body
}

export const useMayCreateChannel = (): boolean => useMay('createAlertChannel')
export const useMayUpdateChannel = (): boolean => useMay('updateAlertChannel')

export const useChannels = () => useAllItems('listAlertChannels')
export const useChannel = (id: number) => useOperation('getAlertChannel', { params: { id } })
export const useUsesOfChannel = (id: number) => useOperation('getUsesOfAlertChannel', { params: { id } })

const deliveriesShown = 10

/** The latest notifications over a channel within a day. */
export const useDeliveries = (id: number) =>
  useOperation('listAlertNotifications', { query: { alertChannelId: id, limit: deliveriesShown } }, { staleMs: 20_000 })

/** The checks and groups that can subscribe to a channel. */
export const useChecks = () => useOperation('listCheckCells', undefined, { staleMs: 60_000 })
export const useGroups = () => useAllItems('listCheckGroups', { staleMs: 60_000 })

export const testChannel = (id: number): Promise<TestOutcome> => call('testAlertChannel', { params: { id } })

/** Tests a channel that is not saved yet as it is typed. */
export const testNewChannel = ({ type, config }: ChannelDraft): Promise<TestOutcome> =>
  call('testNewAlertChannel', { body: typedBody({ type, config }) })

export const previewChannel = ({ type, config }: ChannelDraft): Promise<ChannelPreview> =>
  call('previewNewAlertChannel', { body: typedBody({ type, config }) })

export const deleteChannel = (id: number): Promise<void> => call('deleteAlertChannel', { params: { id } })

/** How many subscriptions a body may name. */
const largestList = 5_000
/** So many changes of a longer list are sent one by one. */
const largestSeries = 50
const nobody: ReadonlySet<Subscriber> = new Set()

export interface Subscriptions {
  readonly subscribers: ReadonlySet<Subscriber>
  /** Every check and every group. */
  readonly isEverything: boolean
}

/** Saves a channel, or creates it, with who is subscribed to it. Returns its id. Throws an ApiError. */
export async function saveChannel(
  channel: Channel | null,
  draft: ChannelDraft,
  subscriptions: Subscriptions,
): Promise<number> {
  if (channel !== null) {
    await updateChannel(channel, draft, subscriptions)
    return channel.id
  }
  const { subscribers, isEverything } = subscriptions
  const subscribed = isEverything
    ? { subscribe: { all: true } }
    : { subscriptions: subscriptionChanges(nobody, subscribers) }
  const { id } = await call('createAlertChannel', { body: typedBody({ ...draft, ...subscribed }) })
  return id
}

/** The subscriptions are read again, so that what others subscribed meanwhile stays. */
async function updateChannel(
  channel: Channel,
  draft: ChannelDraft,
  { subscribers, isEverything }: Subscriptions,
): Promise<void> {
  const params = { id: channel.id }
  const changes = subscriptionChanges(subscribersOf(channel.subscriptions), subscribers)
  const { subscriptions: stored } = changes.length > 0 ? await call('getAlertChannel', { params }) : channel
  const subscriptions = withChanges(stored, changes)
  const isLong = subscriptions.length > largestList
  const isApart = isLong && (isEverything || changes.length <= largestSeries)
  const named = changes.length > 0 && !isApart ? { subscriptions } : {}
  const body: Input<'updateAlertChannel'>['body'] = typedBody({ ...draft, ...named })
  await call('updateAlertChannel', { params, body })
  if (isApart && changes.length > 0) await subscribeApart(channel.id, isEverything ? 'all' : changes)
}

async function subscribeApart(id: number, wanted: readonly SubscriptionInput[] | 'all'): Promise<void> {
  const params = { id }
  if (wanted === 'all') await call('subscribeToAlertChannel', { params, body: { all: true } })
  else for (const body of wanted) await call('updateAlertChannelSubscription', { params, body })
}
