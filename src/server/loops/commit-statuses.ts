import { postCommitStatus } from '#channels'
import type { GithubTools } from '#channels'
import type { Delivery, RepositoryGrants } from '#contract'
import { claimPendingCommitStatuses, recordStatusReport } from '#notifying'
import type { PendingCommitStatus } from '#notifying'
import { minuteMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import type { Store } from '#storage/database'
import type { Loop } from './run-loop.ts'

export interface CommitStatusTools {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly github: GithubTools
  readonly repositoryGrants: RepositoryGrants | null
}

const batch = 20
/** Longer than any attempt takes. */
const leaseMs = minuteMs
const idleMs = 2_000

/** Tells the providers of repositories how the runs after a deployment went. */
export const commitStatusLoop = (tools: CommitStatusTools): Loop => ({
  name: 'commit statuses',
  iteration: async () => {
    const { repositoryGrants } = tools
    const claim = { nowMs: tools.clock.now(), limit: batch, leaseMs, repositoryGrants }
    const pending = await claimPendingCommitStatuses(tools.store, claim)
    await Promise.all(pending.map((one) => report(tools, one)))
    return pending.length === batch ? 0 : idleMs
  },
})

async function report({ store, clock, log, github }: CommitStatusTools, pending: PendingCommitStatus): Promise<void> {
  const delivery = pending.isAllowed ? await postIfChanged(pending, github) : notAllowed
  const { isGivenUp } = await recordStatusReport(store, pending, delivery, clock.now())
  if (isGivenUp)
    log.warn(
      { repository: pending.status.repoName, commit: pending.status.commitId, response: delivery?.response },
      'A commit status could not be set',
    )
}

const postIfChanged = async (pending: PendingCommitStatus, github: GithubTools): Promise<Delivery | null> =>
  pending.isChanged ? postCommitStatus(pending.status, github) : null

const notAllowed: Delivery = { outcome: 'rejected', response: 'The account may not use the repository any more.' }
