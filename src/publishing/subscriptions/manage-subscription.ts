import type { Store } from '#storage/database'
import { findSubscriberById, findVisitedPage, setSubscriberWish } from '#storage/status-pages'
import type { SubscriberRow, VisitedPage } from '#storage/status-pages'
import type { PublicPage } from '../pages/public-page.ts'
import { idsOfChosen } from './chosen-parts.ts'
import { subscriberOfToken } from './subscriber-token.ts'

/** A subscription as the holder of its link sees it. */
export interface ManagedSubscription {
  readonly page: VisitedPage
  /** An address, or the host of one. */
  readonly address: string
  /** Ids of parts of the page; null: all of it. */
  readonly chosen: readonly string[] | null
}

/** The subscription of a token that every message has; null when it has ended. */
export async function findSubscription(store: Store, token: string): Promise<ManagedSubscription | null> {
  const found = await subscriberOf(store, token)
  return found && { page: found.page, address: found.row.address, chosen: found.row.subscribedComponents }
}

interface ManagedWish {
  readonly token: string
  readonly page: PublicPage
  readonly keys: readonly string[] | null
  /** The one in which the reader said it. */
  readonly language: string
}

/**
 * Changes what a subscriber is told about: parts of the page by their keys, null for all of it. Answers false when the
 * subscription has ended. Throws COMPONENT_UNKNOWN.
 */
export async function manageSubscription(
  store: Store,
  { token, page, keys, language }: ManagedWish,
  nowMs: number,
): Promise<boolean> {
  const found = await subscriberOf(store, token)
  if (found === null || found.page.id !== page.id) return false
  const subscribedComponents = keys && (await idsOfChosen(store, page, keys))
  await setSubscriberWish(store.db, { ...found.row, subscribedComponents, language, now: new Date(nowMs) })
  return true
}

async function subscriberOf(
  { db, encryption }: Store,
  token: string,
): Promise<{ readonly row: SubscriberRow; readonly page: VisitedPage } | null> {
  const id = subscriberOfToken(encryption, token)
  const row = id === null ? null : await findSubscriberById(db, id)
  const page = row && (await findVisitedPage(db, row.statusPageId))
  return row && page && { row, page }
}
