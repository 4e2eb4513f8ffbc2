import type { FaultCode } from '#contract'
import { Fault, secondMs } from '#kernel'
import type { Caller, Clock } from '#kernel'
import { waitForEndedSessions } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'

const waitLimitSeconds = 30

export interface SessionWait {
  readonly id: string
  /** 1 to 30 seconds; default 30. */
  readonly maxWaitSeconds?: number | undefined
  readonly clock: Clock
  /** Ends the wait early, like a timeout. */
  readonly signal: AbortSignal
}

/** Of which sessions the end is awaited. */
export interface SessionKind {
  /** Null when the account has no such session. */
  readonly hasEnded: (
    db: Queryable,
    key: { readonly accountId: string; readonly id: string },
  ) => Promise<boolean | null>
  readonly notFound: FaultCode
}

/** Blocks until a session has ended. Throws COMPLETION_PENDING when it has not after the wait, `notFound` at once. */
export async function waitForEnd(
  { db }: Store,
  { accountId }: Caller,
  { id, maxWaitSeconds, clock, signal }: SessionWait,
  { hasEnded, notFound }: SessionKind,
): Promise<void> {
  const deadlineMs = clock.now() + (maxWaitSeconds ?? waitLimitSeconds) * secondMs
  const look = async (): Promise<true | undefined> => {
    const ended = await hasEnded(db, { accountId, id })
    if (ended === null) throw new Fault(notFound)
    return ended || undefined
  }
  const ended = await waitForEndedSessions(db, look, { clock, deadlineMs, signal })
  if (ended === undefined) throw new Fault('COMPLETION_PENDING')
}
