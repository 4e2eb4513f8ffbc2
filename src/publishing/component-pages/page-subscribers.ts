import type { PageSubscribersBody, SubscriptionStatus } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { deleteSubscriber, listPageSubscribers } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { SubscriberRow } from '#storage/status-pages'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import { subscribeAddresses } from '../subscriptions/subscriptions.ts'
import type { SubscriptionsAdded } from '../subscriptions/subscriptions.ts'
import { assertComponentPage } from './components.ts'
import { assertComponents } from './impacts.ts'

/** Newest first, some at a time. Throws STATUS_PAGE_NOT_FOUND and CURSOR_INVALID. */
export async function listSubscribersOfComponents(
  store: Store,
  { accountId }: Caller,
  query: CursorQuery & {
    readonly statusPageId: string
    readonly status?: SubscriptionStatus | undefined
    readonly search?: string | undefined
  },
): Promise<CursorPage<SubscriberRow>> {
  const { statusPageId, status, search = '' } = query
  await assertComponentPage(store.db, accountId, statusPageId)
  const isVerified = status === undefined ? null : status === 'VERIFIED'
  return readPage<SubscriberRow>(
    query,
    ({ id }) => id,
    (window) => listPageSubscribers(store.db, { accountId, statusPageId, isVerified, search, ...window }),
  )
}

/**
 * Subscribes addresses that the page does not have yet, to all of it or to some components. Without `autoVerify` each
 * gets a verification mail first. Throws STATUS_PAGE_NOT_FOUND, COMPONENT_UNKNOWN and the faults of plans.
 */
export function subscribeToComponents(
  store: Store,
  caller: Caller,
  { statusPageId, body }: { readonly statusPageId: string; readonly body: PageSubscribersBody },
): Promise<SubscriptionsAdded> {
  const { accountId } = caller
  const given = body.subscriptions.map(({ config: { address, subscribedComponents: named = null } }) => ({
    address,
    components: named && [...new Set(named.map((id) => id.toLowerCase()))],
  }))
  const named = given.flatMap(({ components }) => (components ?? []).map((componentId) => ({ componentId })))
  return subscribeAddresses(store, caller, {
    statusPageId,
    given,
    isVerified: body.autoVerify ?? false,
    assertReader: async (tx) => {
      await assertComponentPage(tx, accountId, statusPageId)
      await assertComponents(tx, { accountId, statusPageId }, named)
    },
  })
}

/** Throws STATUS_PAGE_NOT_FOUND and SUBSCRIPTION_NOT_FOUND. */
export async function unsubscribeFromComponents(
  store: Store,
  { accountId }: Caller,
  reference: { readonly statusPageId: string; readonly id: string },
): Promise<void> {
  await assertComponentPage(store.db, accountId, reference.statusPageId)
  if (!(await deleteSubscriber(store.db, { accountId, ...reference }))) throw new Fault('SUBSCRIPTION_NOT_FOUND')
}
