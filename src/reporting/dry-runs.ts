import { Fault, secondMs } from '#kernel'
import type { Caller } from '#kernel'
import { findDryRun, waitForEndedSessions } from '#storage'
import type { DryRun, Store } from '#storage'
import type { SessionWait } from './sessions/wait-for-end.ts'

/** A dry run, once it has ended or the wait is over. Throws DRY_RUN_NOT_FOUND. */
export async function waitForDryRun(
  { db, encryption }: Store,
  { accountId }: Caller,
  { id, maxWaitSeconds = 0, clock, signal }: SessionWait,
): Promise<DryRun> {
  const find = async (): Promise<DryRun> => {
    const run = await findDryRun(db, encryption, { accountId, id })
    if (run === null) throw new Fault('DRY_RUN_NOT_FOUND')
    return run
  }
  const poll = async (): Promise<DryRun | undefined> => {
    const run = await find()
    return run.endedAt === null ? undefined : run
  }
  const deadlineMs = clock.now() + maxWaitSeconds * secondMs
  return (await waitForEndedSessions(db, poll, { clock, deadlineMs, signal })) ?? (await find())
}
