import type { Database } from '../database/database.ts'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { waitForNews } from './wait-for-news.ts'
import type { EndWait } from './wait-for-news.ts'

export type { EndWait } from './wait-for-news.ts'

/** Scheduled sessions end without a notification. */
export const sessionsEndedChannel = 'ended_sessions'

/** Notifies the callers that wait, in any process, that requested sessions have ended with this transaction. */
export const notifySessionsEnded = (tx: Queryable): Promise<unknown> => notify(tx, sessionsEndedChannel)

/**
 * Polls `look` until it returns something, and returns that: at once, whenever sessions have ended, and every second.
 * Undefined when the deadline passed first.
 */
export const waitForEndedSessions = <T>(
  db: Database,
  look: () => Promise<T | undefined>,
  wait: EndWait,
): Promise<T | undefined> => waitForNews(db, [sessionsEndedChannel], look, wait)
