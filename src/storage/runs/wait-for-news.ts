import type { Clock } from '#kernel'
import type { Database } from '../database/database.ts'

/** Some events come without a notification, and a notification can be lost, so a waiting caller also polls this often. */
const pollMs = 1000

export interface EndWait {
  readonly clock: Clock
  /** Epoch milliseconds. */
  readonly deadlineMs: number
  /** Ends the wait early, as if the time were over. */
  readonly signal: AbortSignal
}

/**
 * Polls `look` until it returns something, and returns that: at once, after every notification of these channels, and
 * every second. Undefined when the deadline passed first.
 */
export async function waitForNews<T>(
  db: Database,
  channels: readonly string[],
  look: () => Promise<T | undefined>,
  { clock, deadlineMs, signal }: EndWait,
): Promise<T | undefined> {
  let pause = new AbortController()
  const notify = (): void => pause.abort()
  const listening = channels.map((channel) => db.listen(channel, notify))
  // What happened before the subscription was active is found by one more poll.
  for (const listener of listening) listener.then(notify, notify)
  try {
    for (;;) {
      pause = new AbortController()
      const found = await look()
      if (found !== undefined) return found
      const leftMs = deadlineMs - clock.now()
      if (leftMs <= 0 || signal.aborted) return undefined
      await clock.sleep(Math.min(pollMs, leftMs), AbortSignal.any([pause.signal, signal]))
    }
  } finally {
    for (const listener of listening) listener.then((end) => end()).catch(() => {})
  }
}
