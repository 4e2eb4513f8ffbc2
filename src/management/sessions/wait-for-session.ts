import { terminalSessionStatuses } from '#contract'
import { Fault } from '#kernel'
import type { Clock } from '#kernel'
import { findSessionStatus } from '#storage'
import type { Store } from '#storage'
import type { Caller } from '../caller.ts'
import { getSession } from './read-session.ts'
import type { SessionView } from './read-session.ts'

const pollMs = 250
const longestWaitSeconds = 30

export interface SessionWait {
  readonly id: string
  /** 1 to 30; left out: 30. */
  readonly maxWaitSeconds?: number | undefined
  readonly clock: Clock
  /** Ends the wait early, as if the time were over. */
  readonly signal: AbortSignal
}

/**
 * Waits for the end of a session (semantics-2 9.3). Throws COMPLETION_PENDING when it still runs after the wait, and
 * CHECK_SESSION_NOT_FOUND at once.
 */
export async function waitForSession(store: Store, caller: Caller, wait: SessionWait): Promise<SessionView> {
  const { id, clock, signal } = wait
  const deadline = clock.now() + (wait.maxWaitSeconds ?? longestWaitSeconds) * 1000
  for (;;) {
    const status = await findSessionStatus(store.db, caller.accountId, id)
    if (status === null) throw new Fault('CHECK_SESSION_NOT_FOUND')
    if (terminal.has(status)) return getSession(store, caller, id)
    const leftMs = deadline - clock.now()
    if (leftMs <= 0 || signal.aborted) throw new Fault('COMPLETION_PENDING')
    await clock.sleep(Math.min(pollMs, leftMs), signal)
  }
}

const terminal: ReadonlySet<string> = new Set(terminalSessionStatuses)
