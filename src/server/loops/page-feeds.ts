import type { HttpReply } from '#egress'
import { minuteMs, secondMs } from '#kernel'
import type { Clock } from '#kernel'
import { readDuePages } from '#publishing'
import type { FeedReading, FetchFeed, KnownAnswer } from '#publishing'
import type { Store } from '#storage/database'
import type { Egress, Parts } from '../parts.ts'
import type { Loop } from './run-loop.ts'

const batch = 20
const timeoutMs = 10 * secondMs
const leaseMs = minuteMs
const idleMs = 5 * secondMs
const maxBytes = 2 * 1024 * 1024
const redirectsMax = 3

/** Reads pages of providers: ten seconds, two megabytes and three redirects at most, each by the rules for targets. */
export const feedReader =
  ({ http }: Pick<Egress, 'http'>, { signal }: Pick<Parts, 'signal'>): FetchFeed =>
  async (url, known) => {
    let at = url
    for (let followed = 0; followed <= redirectsMax; followed += 1) {
      const reply = await http({
        method: 'GET',
        url: at,
        headers: headersOf(known),
        timeoutMs,
        signal,
        maxResponseBytes: maxBytes,
      })
      if (reply.failure !== null) return { problem: problemOf(reply.failure) }
      const next = redirectOf(reply, at)
      if (next === null) return readingOf(reply, known)
      at = next
    }
    return { problem: 'REJECTED' }
  }

const headersOf = ({ etag, lastModified }: KnownAnswer): Record<string, string> => ({
  accept: 'application/json',
  'user-agent': 'Belfry',
  ...(etag !== null && { 'if-none-match': etag }),
  ...(lastModified !== null && { 'if-modified-since': lastModified }),
})

const problemOf = ({ kind, code }: { readonly kind: string; readonly code: string }) =>
  code === 'EPOLICY' ? 'NOT_ALLOWED' : kind === 'timeout' ? 'TOO_SLOW' : 'UNREACHABLE'

/** Where a redirect leads, but not from an encrypted page to one that is not. */
function redirectOf({ status, headers }: HttpReply, from: string): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null
  const to = URL.parse(headers['location'] ?? '', from)
  const isWeb = to?.protocol === 'https:' || (to?.protocol === 'http:' && from.startsWith('http:'))
  return isWeb && to.username === '' && to.password === '' ? to.href : null
}

const tagLength = 500
const shortOf = (text: string | undefined): string | null =>
  text !== undefined && text.length <= tagLength ? text : null

function readingOf({ status, headers, body, bytes, cut }: HttpReply, { etag, lastModified }: KnownAnswer): FeedReading {
  if (status === 304 && (etag ?? lastModified) !== null) return { problem: null, text: null, etag, lastModified }
  if (status === 404 || status === 410) return { problem: 'NOT_FOUND' }
  if (status !== 200) return { problem: 'REJECTED' }
  if (cut !== null) return { problem: problemOf(cut) }
  if (bytes.length >= maxBytes) return { problem: 'TOO_LARGE' }
  return {
    problem: null,
    text: body,
    etag: shortOf(headers['etag']),
    lastModified: shortOf(headers['last-modified']),
  }
}

export interface PageFeedTools {
  readonly store: Store
  readonly clock: Clock
  readonly fetchFeed: FetchFeed
}

/** Reads the pages of providers that components follow when they are due. Each of several processes may run it. */
export const pageFeedLoop = ({ store, clock, fetchFeed }: PageFeedTools): Loop => ({
  name: 'page feeds',
  iteration: async () => {
    const read = await readDuePages(store, { nowMs: clock.now(), limit: batch, leaseMs, fetchFeed })
    return read === batch ? 0 : idleMs
  },
})
