import type { FeedProblem, FeedState } from '#contract'
import { dayMs } from '#kernel'
import { announceResources } from '#storage/accounts'
import {
  claimFollowedPages,
  dropUnfollowedPages,
  endFeedStates,
  findPageOfComponent,
  insertFeedStates,
  lockFollowers,
  nameFeeds,
  recordFollowedPage,
} from '#storage/status-pages'
import type { FollowedPageRow, FollowerRow } from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import { feedAddress } from './feed-address.ts'
import { feedChange, knownUntil, nextReading } from './feed-changes.ts'
import { readFeed } from './read-feed.ts'
import type { RemotePage } from './read-feed.ts'

/** Which answer is known: a server need not send it again. */
export interface KnownAnswer {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** The answer of a page of a provider. `text` is null when it is as it was. */
export type FeedReading =
  | ({ readonly problem: null; readonly text: string | null } & KnownAnswer)
  | { readonly problem: FeedProblem }

/** Reads an address within the bounds of the service. Never rejects. */
export type FetchFeed = (url: string, known: KnownAnswer) => Promise<FeedReading>

const unread = { name: null, state: 'UNKNOWN', components: [] } as const
const nothingKnown = { etag: null, lastModified: null }

/** Reads a page of a provider once, of an address of it that people know. */
export async function tryFeed(given: string, fetchFeed: FetchFeed): Promise<RemotePageTrial> {
  const url = feedAddress(given)
  if (url === null) return { ...unread, url: given, problem: 'UNREACHABLE' }
  const reading = await fetchFeed(url, nothingKnown)
  const page = reading.problem === null ? readFeed(reading.text ?? '') : null
  if (page !== null) return { url, problem: null, ...page }
  return { ...unread, url, problem: reading.problem ?? 'NOT_A_STATUS_PAGE' }
}

export interface RemotePageTrial extends Omit<RemotePage, 'name'> {
  /** The address that was read. */
  readonly url: string
  readonly problem: FeedProblem | null
  readonly name: string | null
}

export interface FeedRound {
  readonly nowMs: number
  readonly limit: number
  /** For how long no other process reads the same pages, longer than a reading takes. */
  readonly leaseMs: number
  readonly fetchFeed: FetchFeed
}

/** Reads the pages that are due, at the same time. Returns how many. */
export async function readDuePages(store: Store, { nowMs, limit, leaseMs, fetchFeed }: FeedRound): Promise<number> {
  const claim = { now: new Date(nowMs), until: new Date(nowMs + leaseMs), limit }
  const due = await claimFollowedPages(store.db, claim)
  const idle = await Promise.all(due.map((page) => readPage(store, page, { nowMs, fetchFeed })))
  const unfollowed = due.filter((_page, index) => idle[index])
  if (unfollowed.length > 0) await dropUnfollowedPages(store.db, unfollowed)
  return due.length
}

/** Answers whether no component follows the page. */
async function readPage(
  store: Store,
  before: FollowedPageRow,
  { nowMs, fetchFeed }: Pick<FeedRound, 'nowMs' | 'fetchFeed'>,
): Promise<boolean> {
  const reading = await fetchFeed(before.url, before)
  const page = reading.problem === null && reading.text !== null ? readFeed(reading.text) : null
  const problem = reading.problem ?? (reading.text !== null && page === null ? 'NOT_A_STATUS_PAGE' : null)
  return store.db.transaction(async (tx) => {
    const followers = await lockFollowers(tx, before.accountId, before.url)
    const failures = problem === null ? 0 : before.failures + 1
    const isRecorded = await recordFollowedPage(tx, before, {
      ...before,
      ...(problem === null && { readAt: new Date(nowMs), name: page?.name ?? before.name, ...answerOf(reading) }),
      checkedAt: new Date(nowMs),
      nextCheckAt: nextReading(failures, nowMs),
      failures,
      problem,
    })
    if (isRecorded && problem === null) await apply(tx, followers, { before, page, nowMs })
    return followers.length === 0
  })
}

const answerOf = (reading: FeedReading): KnownAnswer =>
  reading.problem === null ? { etag: reading.etag, lastModified: reading.lastModified } : nothingKnown

interface Reading {
  readonly before: FollowedPageRow
  /** Null when it is as it was. */
  readonly page: RemotePage | null
  readonly nowMs: number
}

/** So long states are kept: pages show ninety days. */
const keptMs = 100 * dayMs

async function apply(
  tx: Queryable,
  followers: readonly FollowerRow[],
  { before, page, nowMs }: Reading,
): Promise<void> {
  const { accountId, readAt } = before
  const changes = followers.map((follower) => {
    const known = { lasting: follower.state, knownUntilMs: knownUntil(follower.followedSince, readAt) }
    return { follower, ...feedChange(known, page && stateIn(page, follower.remoteId), nowMs) }
  })
  const ended = changes.flatMap(({ follower, endMs }) =>
    endMs === null ? [] : [{ componentId: follower.componentId, at: new Date(endMs) }],
  )
  const added = changes.flatMap(({ follower: { componentId }, spans }) =>
    spans.map(({ state, startMs, endMs }) => ({
      accountId,
      componentId,
      state,
      startedAt: new Date(startMs),
      endedAt: endMs === null ? null : new Date(endMs),
    })),
  )
  if (ended.length > 0) await endFeedStates(tx, accountId, ended)
  if (added.length > 0) await insertFeedStates(tx, added, new Date(nowMs - keptMs))
  await nameFollowed(tx, accountId, followers, page)
  const changed = new Set([...ended, ...added].map(({ componentId }) => componentId))
  await announce(tx, accountId, [...changed], nowMs)
}

const stateIn = ({ state, components }: RemotePage, remoteId: string | null): FeedState =>
  remoteId === null ? state : (components.find(({ id }) => id === remoteId)?.state ?? 'UNKNOWN')

async function nameFollowed(
  tx: Queryable,
  accountId: string,
  followers: readonly FollowerRow[],
  page: RemotePage | null,
): Promise<void> {
  const nameOf = new Map(page?.components.map(({ id, name }) => [id, name]))
  const named = followers.flatMap(({ componentId, remoteId, remoteName }) => {
    const name = nameOf.get(remoteId ?? '')
    return name === undefined || name === remoteName ? [] : [{ componentId, remoteName: name }]
  })
  if (named.length > 0) await nameFeeds(tx, accountId, named)
}

/** Pages that show the components have another state. */
async function announce(
  tx: Queryable,
  accountId: string,
  componentIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const pages = new Set<string | null>()
  for (const id of componentIds) pages.add(await findPageOfComponent(tx, accountId, id))
  const changed = [...pages].map((id) => ({ accountId, event: 'status-pages' as const, id }))
  await announceResources(tx, changed, new Date(nowMs))
}
