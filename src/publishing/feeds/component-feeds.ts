import type { DefinedComponent } from '#contract'
import type { Caller } from '#kernel'
import { countFollowedPages, deleteFeeds, endFeedStates, findComponentPage, saveFeeds } from '#storage/status-pages'
import type { FollowedComponentRow } from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import { foundPage } from '../component-pages/component-pages.ts'
import { invalidComponent } from '../component-pages/place-component.ts'
import { feedAddress } from './feed-address.ts'
import { followedComponents } from './followed-components.ts'
import type { FollowedComponent } from './followed-components.ts'

/** So many pages of providers are read for an account. */
const followedMax = 100

interface Place {
  readonly accountId: string
  readonly statusPageId: string
  readonly nowMs: number
}

type Feed = Pick<FollowedComponentRow, 'remoteId'> & { readonly url: string }

/** The feeds that components of a page follow, by the id of the component. */
export async function feedsOf(
  db: Queryable,
  { accountId, statusPageId, nowMs }: Place,
): Promise<ReadonlyMap<string, Feed>> {
  const followed = await followedComponents(db, { accountId, statusPageId }, { startMs: nowMs, endMs: nowMs })
  return new Map(
    [...followed].flatMap(([id, { feed }]) => (feed?.url ? [[id, { url: feed.url, remoteId: feed.remoteId }]] : [])),
  )
}

interface GivenFeed {
  readonly id: string
  readonly given: DefinedComponent
}

/**
 * Has components of a page follow what is given; those without `feed` keep theirs. Throws COMPONENT_INVALID.
 */
export async function writeFeeds(tx: Queryable, place: Place, given: readonly GivenFeed[]): Promise<void> {
  if (given.every(({ given: { feed } }) => feed === undefined)) return
  const before = await feedsOf(tx, place)
  const wanted = given.map(({ id, given: { feed, type } }, index) => {
    if (feed && type === 'GROUP')
      throw invalidComponent(`components[${index}].feed`, 'A group follows nothing. Leave it out.')
    return {
      id,
      feed: feed && { url: addressOf(feed.url, `components[${index}].feed.url`), remoteId: feed.component ?? null },
    }
  })
  const changed = wanted.filter(({ id, feed }) => feed !== undefined && !isSame(before.get(id), feed))
  const at = new Date(place.nowMs)
  const { accountId } = place
  const followed = changed.filter(({ id }) => before.has(id)).map(({ id }) => id)
  if (followed.length > 0) {
    await endFeedStates(
      tx,
      accountId,
      followed.map((componentId) => ({ componentId, at })),
    )
    await deleteFeeds(tx, { accountId, componentIds: followed })
  }
  const rows = changed.flatMap(({ id, feed }) =>
    feed ? [{ accountId, componentId: id, ...feed, remoteName: null, followedSince: at }] : [],
  )
  if (rows.length === 0) return
  await saveFeeds(tx, rows)
  if ((await countFollowedPages(tx, accountId)) > followedMax)
    throw invalidComponent('components', `An account can follow ${followedMax} pages of providers.`)
}

function addressOf(given: string, path: string): string {
  const address = feedAddress(given)
  if (address === null) throw invalidComponent(path, 'This is no URL. Enter that of the status page of the provider.')
  return address
}

const isSame = (before: Feed | undefined, feed: Feed | null | undefined): boolean =>
  feed ? before?.url === feed.url && before.remoteId === feed.remoteId : before === undefined

/** The components of a page that follow one of a provider. Throws STATUS_PAGE_NOT_FOUND. */
export async function listComponentFeeds(
  store: Store,
  { accountId, nowMs }: Caller,
  statusPageId: string,
): Promise<readonly FollowedComponent[]> {
  foundPage(await findComponentPage(store.db, accountId, statusPageId))
  const now = { startMs: nowMs, endMs: nowMs }
  const followed = await followedComponents(store.db, { accountId, statusPageId }, now)
  return [...followed.values()].filter(({ feed }) => feed !== null)
}
