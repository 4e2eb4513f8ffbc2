import { Fault, secondMs } from '#kernel'
import type { Caller } from '#kernel'
import {
  findDryRun,
  findDryRunProgress,
  waitForDryRunProgress as waitForNews,
  waitForEndedSessions,
} from '#storage/runs'
import type { Store } from '#storage/database'
import type { DryRun, DryRunProgress } from '#storage/runs'
import type { SessionWait } from './sessions/wait-for-end.ts'

/** A dry run, once it has ended or the wait is over. Throws DRY_RUN_NOT_FOUND. */
export async function waitForDryRun(
  store: Store,
  { accountId }: Caller,
  { id, maxWaitSeconds = 0, clock, signal }: SessionWait,
): Promise<DryRun> {
  const find = () => findRun(store, accountId, id)
  const poll = async (): Promise<DryRun | undefined> => {
    const run = await find()
    return run.endedAt === null ? undefined : run
  }
  const deadlineMs = clock.now() + maxWaitSeconds * secondMs
  return (await waitForEndedSessions(store.db, poll, { clock, deadlineMs, signal })) ?? (await find())
}

export interface WatchedDryRun extends DryRunProgress {
  readonly run: DryRun
}

/**
 * The events of a dry run after a position, once there is something, the run has ended, or the wait is over. Throws
 * DRY_RUN_NOT_FOUND.
 */
export async function waitForDryRunProgress(
  store: Store,
  { accountId }: Caller,
  { id, after, maxWaitSeconds = 0, clock, signal }: SessionWait & { readonly after: number },
): Promise<WatchedDryRun> {
  const find = async (): Promise<WatchedDryRun> => {
    // First the run: what happened before its end is complete then.
    const run = await findRun(store, accountId, id)
    return { run, ...(await findDryRunProgress(store.db, store.encryption, { accountId, id, after })) }
  }
  const poll = async (): Promise<WatchedDryRun | undefined> => {
    const found = await find()
    return found.run.endedAt === null && found.events.length === 0 ? undefined : found
  }
  const deadlineMs = clock.now() + maxWaitSeconds * secondMs
  return (await waitForNews(store.db, poll, { clock, deadlineMs, signal })) ?? (await find())
}

async function findRun({ db, encryption }: Store, accountId: string, id: string): Promise<DryRun> {
  const run = await findDryRun(db, encryption, { accountId, id })
  if (run === null) throw new Fault('DRY_RUN_NOT_FOUND')
  return run
}
