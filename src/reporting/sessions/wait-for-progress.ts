import { secondMs } from '#kernel'
import { waitForLiveProgress } from '#storage/runs'
import type { Store } from '#storage/database'
import type { SessionWait } from './wait-for-end.ts'

/** A session that is followed: the events of its runs under way behind a position. */
export type ProgressWait = SessionWait & { readonly after: number }

interface Watched {
  readonly session: { readonly stoppedAt: Date | null }
  readonly parts: readonly unknown[]
}

/** The answer of `find` once there are events, the session has ended, or the wait is over. */
export async function waitForProgress<T extends Watched>(
  { db }: Store,
  find: () => Promise<T>,
  { maxWaitSeconds = 0, clock, signal }: ProgressWait,
): Promise<T> {
  const poll = async (): Promise<T | undefined> => {
    const found = await find()
    return found.session.stoppedAt === null && found.parts.length === 0 ? undefined : found
  }
  const deadlineMs = clock.now() + maxWaitSeconds * secondMs
  return (await waitForLiveProgress(db, poll, { clock, deadlineMs, signal })) ?? (await find())
}
