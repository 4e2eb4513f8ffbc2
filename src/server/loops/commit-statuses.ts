import { postCommitStatus } from '#channels'
import type { GithubTools } from '#channels'
import type { Delivery, RepositoryGrants } from '#contract'
import { claimOwedCommitStatuses, recordTelling } from '#dispatch'
import type { OwedCommitStatus } from '#dispatch'
import { minuteMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import type { Store } from '#storage'
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
  turn: async () => {
    const { repositoryGrants } = tools
    const claim = { nowMs: tools.clock.now(), limit: batch, leaseMs, repositoryGrants }
    const owed = await claimOwedCommitStatuses(tools.store, claim)
    await Promise.all(owed.map((one) => tell(tools, one)))
    return owed.length === batch ? 0 : idleMs
  },
})

async function tell({ store, clock, log, github }: CommitStatusTools, owed: OwedCommitStatus): Promise<void> {
  const delivery = owed.isAllowed ? await news(owed, github) : notAllowed
  const { isGivenUp } = await recordTelling(store, owed, delivery, clock.now())
  if (isGivenUp)
    log.warn(
      { repository: owed.status.repoName, commit: owed.status.commitId, response: delivery?.response },
      'A commit status could not be set',
    )
}

const news = async (owed: OwedCommitStatus, github: GithubTools): Promise<Delivery | null> =>
  owed.isNews ? postCommitStatus(owed.status, github) : null

const notAllowed: Delivery = { outcome: 'rejected', response: 'The account may not use the repository any more.' }
