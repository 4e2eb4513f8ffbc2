import { useQueryClient } from '@tanstack/react-query'
import type { ChannelType, ExampleEvent } from '#contract'
import { call } from '../../api/call.ts'
import { change, changeAll } from '../../api/change.ts'
import type { Change } from '../../api/change.ts'
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
  readonly type: ChannelType
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

/** Tests a channel, or one that is not saved yet as it is typed. Throws an ApiError. */
export function useTestChannel(): (id: number | null, draft: ChannelDraft) => Promise<TestOutcome> {
  const client = useQueryClient()
  return (id, { type, config }) =>
    id === null
      ? call('testNewAlertChannel', { body: typedBody({ type, config }) })
      : change(client, 'testAlertChannel', { params: { id } })
}

/** The message of an event, rendered and not sent. Throws an ApiError. */
export const previewChannel = ({ type, config }: ChannelDraft, event: ExampleEvent): Promise<ChannelPreview> =>
  call('previewNewAlertChannel', { body: typedBody({ type, config, event }) })

/** Deletes a channel. Throws an ApiError. */
export function useDeleteChannel(): (id: number, onDeleted: () => Promise<void>) => Promise<void> {
  const client = useQueryClient()
  return (id, onDeleted) =>
    changeAll(client, async (send) => {
      await send('deleteAlertChannel', { params: { id } })
      await onDeleted()
    })
}

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

interface Edited {
  readonly draft: ChannelDraft
  readonly subscriptions: Subscriptions
}

interface Saving extends Edited {
  /** Null: it is created. */
  readonly channel: Channel | null
  /** Called before what the change shows is read again. */
  readonly onSaved: () => void
}

/** Saves a channel with who is subscribed to it. Returns its id. Throws an ApiError. */
export function useSaveChannel(): (saving: Saving) => Promise<number> {
  const client = useQueryClient()
  return ({ channel, onSaved, ...edited }) =>
    changeAll(client, async (send) => {
      const id = channel === null ? await createChannel(send, edited) : await updateChannel(send, channel, edited)
      onSaved()
      return id
    })
}

async function createChannel(send: Change, { draft, subscriptions }: Edited): Promise<number> {
  const { subscribers, isEverything } = subscriptions
  const subscribed = isEverything
    ? { subscribe: { all: true } }
    : { subscriptions: subscriptionChanges(nobody, subscribers) }
  const { id } = await send('createAlertChannel', { body: typedBody({ ...draft, ...subscribed }) })
  return id
}

/** The subscriptions are read again, so that what others subscribed meanwhile stays. */
async function updateChannel(send: Change, channel: Channel, { draft, ...edited }: Edited): Promise<number> {
  const { subscribers, isEverything } = edited.subscriptions
  const params = { id: channel.id }
  const changes = subscriptionChanges(subscribersOf(channel.subscriptions), subscribers)
  const { subscriptions: stored } = changes.length > 0 ? await call('getAlertChannel', { params }) : channel
  const subscriptions = withChanges(stored, changes)
  const isLong = subscriptions.length > largestList
  const isApart = isLong && (isEverything || changes.length <= largestSeries)
  const named = changes.length > 0 && !isApart ? { subscriptions } : {}
  const body: Input<'updateAlertChannel'>['body'] = typedBody({ ...draft, ...named })
  await send('updateAlertChannel', { params, body })
  if (isApart && changes.length > 0) await subscribeApart(send, channel.id, isEverything ? 'all' : changes)
  return channel.id
}

async function subscribeApart(send: Change, id: number, wanted: readonly SubscriptionInput[] | 'all'): Promise<void> {
  const params = { id }
  if (wanted === 'all') await send('subscribeToAlertChannel', { params, body: { all: true } })
  else for (const body of wanted) await send('updateAlertChannelSubscription', { params, body })
}
