import type { SubscriptionsBody, SubscriptionStatus } from '#contract'
import { assertEntitled, Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import { deleteSubscriber, holdPages, insertSubscribers, listSubscribers } from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { SubscriberRow } from '#storage/status-pages'
import { sendVerification, mayReceiveVerification, newSubscriber } from './subscribe-reader.ts'

/** The subscribers of a page, oldest first. Throws STATUS_PAGE_NOT_FOUND. */
export async function listSubscriptions(
  store: Store,
  { accountId }: Caller,
  statusPageId: string,
): Promise<readonly SubscriberRow[]> {
  await assertPage(store.db, accountId, statusPageId)
  return listSubscribers(store.db, accountId, statusPageId)
}

export interface SubscriptionsAdded {
  readonly created: number
  readonly skipped: number
  readonly status: SubscriptionStatus
}

/**
 * Subscribes addresses that the page does not have yet. Without `autoVerify` each gets a verification mail first, like
 * one that a visitor enters. Throws STATUS_PAGE_NOT_FOUND.
 */
export function createSubscriptions(
  store: Store,
  caller: Caller,
  { statusPageId, body }: { readonly statusPageId: string; readonly body: SubscriptionsBody },
): Promise<SubscriptionsAdded> {
  const given = body.subscriptions.map(({ config: address }) => ({ address, components: null }))
  const assertReader = (tx: Queryable) => assertPage(tx, caller.accountId, statusPageId)
  return subscribeAddresses(store, caller, { statusPageId, given, isVerified: body.autoVerify ?? false, assertReader })
}

export interface NewSubscribers {
  readonly statusPageId: string
  readonly given: readonly { readonly address: string; readonly components: readonly string[] | null }[]
  readonly isVerified: boolean
  /** Throws when there is no such page, or none of these components. */
  readonly assertReader: (tx: Queryable) => Promise<void>
}

/** Subscribes addresses to a page of either generation. */
export function subscribeAddresses(
  store: Store,
  caller: Caller,
  { statusPageId, given: wanted, isVerified, assertReader }: NewSubscribers,
): Promise<SubscriptionsAdded> {
  const { accountId, nowMs, allowances } = caller
  assertEntitled(allowances, 'STATUS_PAGES_BULK_SUBSCRIBE')
  assertEntitled(allowances, 'STATUS_PAGE_SUBSCRIBERS')
  const page = { accountId, id: statusPageId }
  return store.db.transaction(async (tx) => {
    await assertReader(tx)
    const given = wanted.map(({ address, components }) =>
      newSubscriber(page, { kind: 'mail', address, encryptedTarget: null }, { nowMs, isVerified, components }),
    )
    const inserted = await insertSubscribers(tx, given)
    if (isVerified && inserted.size > 0) await assertAllowance(tx, caller, 'STATUS_PAGE_SUBSCRIBERS')
    if (!isVerified) {
      const unverified = []
      for (const row of given)
        if (inserted.has(row.id) && (await mayReceiveVerification(tx, row, nowMs))) unverified.push(row)
      await sendVerification(tx, store, unverified, nowMs)
    }
    const status = isVerified ? 'VERIFIED' : 'PENDING'
    return { created: inserted.size, skipped: given.length - inserted.size, status }
  })
}

/** Throws STATUS_PAGE_NOT_FOUND and SUBSCRIPTION_NOT_FOUND. */
export async function deleteSubscription(
  store: Store,
  { accountId }: Caller,
  { statusPageId, id }: { readonly statusPageId: string; readonly id: string },
): Promise<void> {
  await assertPage(store.db, accountId, statusPageId)
  if (isUuid(id) && (await deleteSubscriber(store.db, { accountId, statusPageId, id }))) return
  throw new Fault('SUBSCRIPTION_NOT_FOUND')
}

async function assertPage(db: Queryable, accountId: string, statusPageId: string): Promise<void> {
  if (!(await holdPages(db, accountId, [statusPageId], 2)).has(statusPageId)) throw new Fault('STATUS_PAGE_NOT_FOUND')
}
