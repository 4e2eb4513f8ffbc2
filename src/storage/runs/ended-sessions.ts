import type { Clock } from '#kernel'
import type { Database } from '../database/database.ts'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'

const channel = 'ended_sessions'
/** Scheduled sessions end without a notification, and a notification can be lost, so a waiting caller also polls this often. */
const pollMs = 1000

/** Notifies the callers that wait, in any process, that requested sessions have ended with this transaction. */
export const notifySessionsEnded = (tx: Queryable): Promise<unknown> => notify(tx, channel)

export interface EndWait {
  readonly clock: Clock
  /** Epoch milliseconds. */
  readonly deadlineMs: number
  /** Ends the wait early, as if the time were over. */
  readonly signal: AbortSignal
}

/**
 * Polls `look` until it returns something, and returns that: at once, whenever sessions have ended, and every second.
 * Undefined when the deadline passed first.
 */
export async function waitForEndedSessions<T>(
  db: Database,
  poll: () => Promise<T | undefined>,
  { clock, deadlineMs, signal }: EndWait,
): Promise<T | undefined> {
  let pause = new AbortController()
  const ring = (): void => pause.abort()
  const listening = db.listen(channel, ring)
  // Sessions that ended before the subscription was active are found by one more poll.
  listening.then(ring, ring)
  try {
    for (;;) {
      pause = new AbortController()
      const found = await poll()
      if (found !== undefined) return found
      const leftMs = deadlineMs - clock.now()
      if (leftMs <= 0 || signal.aborted) return undefined
      await clock.sleep(Math.min(pollMs, leftMs), AbortSignal.any([pause.signal, signal]))
    }
  } finally {
    listening.then((end) => end()).catch(() => {})
  }
}
