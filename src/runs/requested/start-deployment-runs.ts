import { mayUseRepository } from '#contract'
import type { RepositoryGrants } from '#contract'
import { passesFilter } from '#evaluation'
import { timeOrderedId } from '#kernel'
import { findFirstAccountId } from '#storage/accounts'
import { listTriggersOfRepository, takeDelivery } from '#storage/checks'
import { insertCommitStatuses } from '#storage/runs'
import type { DeploymentTriggerRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import type { NewCommitStatus } from '#storage/runs'
import { runnableChecks } from './runnable-checks.ts'
import { startSessions } from '../sessions/start-sessions.ts'

/** A successful deployment reported by its provider. */
export interface Deployment {
  readonly provider: 'GITHUB'
  /** The same in every delivery of this event. */
  readonly deliveryId: string
  readonly repoId: string
  /** With its owner. */
  readonly repoName: string
  readonly commitId: string
  readonly environment: string
  /** http or https, without credentials. */
  readonly environmentUrl: string | null
}

export interface DeploymentContext {
  readonly nowMs: number
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** The prefix of the names of commit statuses. */
  readonly serviceName: string
  /** Whether commit statuses can be reported to the provider. */
  readonly reportsStatus: boolean
  /** Null: the first account may use every repository, and no other any. */
  readonly repositoryGrants: RepositoryGrants | null
}

export interface DeploymentRuns {
  /** Triggers that ran something. */
  readonly triggered: number
  /** Triggers of accounts that may not use the repository. */
  readonly refused: number
}

/**
 * Runs the triggers of a deployment in all accounts that have one for its repository and may use it. Null when this
 * delivery was processed before.
 */
export function startDeploymentRuns(
  store: Store,
  deployment: Deployment,
  context: DeploymentContext,
): Promise<DeploymentRuns | null> {
  const now = new Date(context.nowMs)
  return store.db.transaction(async (tx) => {
    if (!(await takeDelivery(tx, { ...deployment, now }))) return null
    const triggers = await listTriggersOfRepository(tx, deployment)
    const statuses: NewCommitStatus[] = []
    const firstAccountId = await findFirstAccountId(tx)
    const mayUse = ({ accountId }: DeploymentTriggerRow): boolean =>
      mayUseRepository(context.repositoryGrants, { accountId, firstAccountId, repoName: deployment.repoName })
    const matching = triggers.filter((trigger) => isFor(trigger, deployment))
    const allowed = matching.filter(mayUse)
    for (const trigger of allowed) statuses.push(...(await startTrigger(tx, store, trigger, { deployment, context })))
    if (context.reportsStatus) await insertCommitStatuses(tx, statuses, now)
    return { triggered: statuses.length, refused: matching.length - allowed.length }
  })
}

const isFor = (trigger: DeploymentTriggerRow, { environment, environmentUrl }: Deployment): boolean =>
  passesFilter(trigger.environmentRegexFilter, environment) &&
  passesFilter(trigger.environmentUrlRegexFilter, environmentUrl ?? '')

/** Starts the checks of a trigger; returns the commit status to report, none when there was nothing to run. */
async function startTrigger(
  tx: Queryable,
  { encryption }: Store,
  trigger: DeploymentTriggerRow,
  { deployment, context }: { readonly deployment: Deployment; readonly context: DeploymentContext },
): Promise<NewCommitStatus[]> {
  const { checkId, groupId } = trigger
  const { checks, concurrency, name } = await runnableChecks(tx, encryption, { checkId, groupId })
  if (checks.length === 0) return []
  const environmentUrl = trigger.useEnvironmentUrl ? deployment.environmentUrl : null
  const sessions = await startSessions(tx, checks, {
    runSource: 'DEPLOYMENT',
    nowMs: context.nowMs,
    concurrency,
    queue: trigger.runLocation,
    overrides: { encryption, variables: [], environmentUrl, environmentName: deployment.environment },
  })
  return [
    {
      accountId: trigger.accountId,
      id: timeOrderedId(context.nowMs),
      sessionIds: sessions.map((session) => session.id),
      repoName: deployment.repoName,
      commitId: deployment.commitId,
      context: `${context.serviceName}: ${name} (${deployment.environment})`.slice(0, maxContextLength).toWellFormed(),
      targetUrl: checkId === null ? context.publicUrl : `${context.publicUrl}/checks/${checkId}`,
    },
  ]
}

const maxContextLength = 200
