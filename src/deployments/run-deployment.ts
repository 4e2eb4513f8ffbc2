import type { Allowances, DeploymentBody, DeploymentError, DeploymentResult } from '#contract'
import { dayMs, Fault, minuteMs } from '#kernel'
import type { Caller, Clock, Log } from '#kernel'
import { AuditRecord } from '#storage/audit'
import { isConnectionError, joinTransaction } from '#storage/database'
import type { Store } from '#storage/database'
import {
  claimDeployments,
  deleteDeploymentsEndedBefore,
  endDeployment,
  freeDeadDeployments,
  holdDeployment,
  renewDeployment,
} from '#storage/projects'
import type { ClaimedDeployment, EndedDeployment } from '#storage/projects'
import { applyDeployment } from './apply-deployment.ts'
import { errorOfFault } from './deployment-faults.ts'
import { keptDays } from './kept-days.ts'
import { currentPlan } from './plans/current-plan.ts'
import { readRequest } from './read-request.ts'
import type { ValidateBody } from './resource-type.ts'

export interface DeploymentTools {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly validate: ValidateBody
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly allowances: Allowances | undefined
  readonly isDropIn: boolean
}

/** Much longer than a twentieth of a large deployment, after which it is renewed. */
const leaseMs = minuteMs
/** Afterwards it is given up: it may be what ends the processes that work on it. */
const maxTries = 3

/** Deployments that wait, or whose process died. */
export const claimPendingDeployments = (
  { store, clock }: DeploymentTools,
  limit: number,
): Promise<ClaimedDeployment[]> =>
  store.db.transaction(async (tx) => {
    const nowMs = clock.now()
    await freeDeadDeployments(tx, new Date(nowMs))
    return claimDeployments(tx, { nowMs, limit, leaseMs })
  })

/** Deletes deployments that ended long ago. */
export const deleteOldDeployments = ({ store, clock }: DeploymentTools): Promise<unknown> =>
  store.db.transaction((tx) => deleteDeploymentsEndedBefore(tx, new Date(clock.now() - keptDays * dayMs)))

/** A deployment must stop: it was cancelled, or another process took it. */
class Stopped extends Error {}

/**
 * Carries out a deployment in one transaction, in which it succeeds too: a process that dies before the commit leaves everything
 * as it was. Throws only when the database is away; the deployment is done again then.
 */
export async function runDeployment(tools: DeploymentTools, claimed: ClaimedDeployment): Promise<void> {
  if (claimed.tries > maxTries) return fail(tools, claimed, gaveUp)
  try {
    await deploy(tools, claimed)
  } catch (error) {
    if (error instanceof Stopped) return end(tools, claimed, cancelled)
    if (error instanceof Fault) return failForFault(tools, claimed, error)
    if (isConnectionError(error)) throw error
    tools.log.error({ deploymentId: claimed.id, trace: traceOf(error) }, 'A deployment failed')
    return fail(tools, claimed, internalError)
  }
}

async function deploy(tools: DeploymentTools, claimed: ClaimedDeployment): Promise<void> {
  const { store, clock, validate, publicUrl } = tools
  const { options } = claimed
  const onProgress = async (share: number): Promise<void> => {
    const now = clock.now()
    const progress = { progress: Math.floor(share * 100), now: new Date(now), leaseUntil: new Date(now + leaseMs) }
    if (!(await renewDeployment(store.db, claimed, progress))) throw new Stopped()
  }
  const body = bodyOf(store.encryption.decrypt(claimed.encryptedRequest))
  const caller = callerOf(tools, claimed)
  const audited = recordOf(tools, claimed, body).of(store)
  await audited.db.transaction(async (tx) => {
    await holdDeployment(tx, claimed)
    await onProgress(0)
    const request = readRequest(body, validate)
    const joined = { store: joinTransaction(audited, tx), caller, publicUrl, startsChecks: options.schedules }
    const { result } = await applyDeployment({ tx, tools: joined, validate, options, onProgress }, request)
    const ended = { status: 'SUCCEEDED', error: null, result, now: new Date(clock.now()) } as const
    if (!(await endDeployment(tx, claimed, ended))) throw new Stopped()
  })
}

const callerOf = ({ clock, isDropIn, allowances }: DeploymentTools, { accountId }: ClaimedDeployment): Caller => ({
  accountId,
  nowMs: clock.now(),
  isDropIn,
  ...(allowances && { allowances }),
})

/** The cast is safe because the request was validated before it was stored. */
const bodyOf = (text: string) => JSON.parse(text) as DeploymentBody

/** Changes of a deployment are written to the audit log with its project, its commit and who requested it. */
function recordOf({ clock }: DeploymentTools, { accountId, requestedBy }: ClaimedDeployment, body: DeploymentBody) {
  const commit = body.repoInfo?.commitId
  const source = `project ${body.project.logicalId}${commit ? `, commit ${commit}` : ''}`
  return new AuditRecord({
    operation: 'deployProject',
    actor: requestedBy.actor,
    address: requestedBy.address,
    userAgent: `${source}: ${requestedBy.userAgent}`,
    accountId,
    subject: { type: null, id: null },
    now: () => new Date(clock.now()),
  })
}

const cancelled = { status: 'CANCELLED', error: null, result: null } as const
const gaveUp: DeploymentError = {
  code: 'INTERNAL_ERROR',
  message: 'The deployment was interrupted several times and given up. Nothing was changed.',
}
const internalError: DeploymentError = {
  code: 'INTERNAL_ERROR',
  message: 'The deployment failed inside the service. Nothing was changed. The log of the service says why.',
}

/** A deployment of a stale plan has the plan as it is now as its result. */
async function failForFault(tools: DeploymentTools, claimed: ClaimedDeployment, fault: Fault): Promise<void> {
  const { store, validate, publicUrl } = tools
  const request = { body: bodyOf(store.encryption.decrypt(claimed.encryptedRequest)), validate, publicUrl }
  const result =
    fault.code === 'PLAN_STALE'
      ? await currentPlan(store, callerOf(tools, claimed), { ...request, options: claimed.options })
      : null
  return fail(tools, claimed, errorOfFault(fault), result)
}

const fail = (
  tools: DeploymentTools,
  claimed: ClaimedDeployment,
  error: DeploymentError,
  result: DeploymentResult | null = null,
): Promise<void> => end(tools, claimed, { status: 'FAILED', error, result })

const end = (
  { store, clock }: DeploymentTools,
  claimed: ClaimedDeployment,
  outcome: Pick<EndedDeployment, 'status' | 'error' | 'result'>,
): Promise<void> =>
  store.db.transaction(async (tx) => {
    await endDeployment(tx, claimed, { ...outcome, now: new Date(clock.now()) })
  })

const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
