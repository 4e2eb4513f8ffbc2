import type { Clock } from '#kernel'
import type { Database } from '../database/database.ts'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'

const channel = 'ended_sessions'
/** Sessions nobody asked for end without a word, and a word can be lost, so whoever waits also looks this often. */
const lookEveryMs = 1000

/** Tells whoever waits, in any process, that sessions somebody asked for have ended with this transaction. */
export const tellSessionsEnded = (tx: Queryable): Promise<unknown> => notify(tx, channel)

export interface EndWait {
  readonly clock: Clock
  /** Epoch milliseconds. */
  readonly deadlineMs: number
  /** Ends the wait early, as if the time were over. */
  readonly signal: AbortSignal
}

/**
 * Waits until `look` finds something, and answers that. It looks at once, whenever sessions have ended, and now and
 * then. Undefined when the time was over first.
 */
export async function waitForEndedSessions<T>(
  db: Database,
  look: () => Promise<T | undefined>,
  { clock, deadlineMs, signal }: EndWait,
): Promise<T | undefined> {
  let pause = new AbortController()
  const ring = (): void => pause.abort()
  const listening = db.listen(channel, ring)
  // What ended before the listening began is seen by another look.
  listening.then(ring, ring)
  try {
    for (;;) {
      pause = new AbortController()
      const found = await look()
      if (found !== undefined) return found
      const leftMs = deadlineMs - clock.now()
      if (leftMs <= 0 || signal.aborted) return undefined
      await clock.sleep(Math.min(lookEveryMs, leftMs), AbortSignal.any([pause.signal, signal]))
    }
  } finally {
    listening.then((end) => end()).catch(() => {})
  }
}
