import { Fault } from '#kernel'
import type { Clock } from '#kernel'
import { waitForEndedSessions } from '#storage'
import type { Store } from '#storage'

const longestWaitSeconds = 30

export interface SessionWait {
  readonly id: string
  /** 1 to 30; left out: 30. */
  readonly maxWaitSeconds?: number | undefined
  readonly clock: Clock
  /** Ends the wait early, as if the time were over. */
  readonly signal: AbortSignal
}

/** Blocks until a session has ended. Throws COMPLETION_PENDING when it has not after the wait. */
export async function waitForEnd(
  { db }: Store,
  { maxWaitSeconds, clock, signal }: SessionWait,
  hasEnded: () => Promise<boolean>,
): Promise<void> {
  const deadlineMs = clock.now() + (maxWaitSeconds ?? longestWaitSeconds) * 1000
  const look = async (): Promise<true | undefined> => ((await hasEnded()) ? true : undefined)
  const ended = await waitForEndedSessions(db, look, { clock, deadlineMs, signal })
  if (ended === undefined) throw new Fault('COMPLETION_PENDING')
}
