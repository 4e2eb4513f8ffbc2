import type {
  DeploymentBody,
  DeploymentOptions,
  DeploymentRequester,
  DeploymentResource,
  DeploymentResult,
  DiffEntry,
} from '#contract'
import { Fault, isUuid, secondMs, timeOrderedId } from '#kernel'
import type { Caller, Clock } from '#kernel'
import { joinTransaction } from '#storage/database'
import type { Database, Store } from '#storage/database'
import {
  cancelDeployment as cancelStored,
  findDeployment,
  findOpenDeployment,
  insertDeployment,
  waitForDeployments,
} from '#storage/projects'
import type { DeploymentRow } from '#storage/projects'
import { applyDeployment } from './apply-deployment.ts'
import { dryTransaction } from './dry-transaction.ts'
import { keptDays } from './kept-days.ts'
import { presentDeployment } from './present-project.ts'
import { readRequest } from './read-request.ts'
import type { ValidateBody } from './resource-type.ts'

export interface DeploymentRequest {
  readonly body: DeploymentBody
  readonly options: DeploymentOptions
  readonly validate: ValidateBody
  readonly publicUrl: string
}

/**
 * The resources that a deployment would change. Nothing is written. Throws DEPLOYMENT_INVALID, DEPLOYMENT_REJECTED,
 * DEPLOYMENT_LIMITED and PLAN_STALE.
 */
export function previewDeployment(
  store: Store,
  caller: Caller,
  { body, options, validate, publicUrl }: DeploymentRequest,
): Promise<DeploymentResult> {
  const request = readRequest(body, validate)
  return dryTransaction(store.db, async (tx) => {
    const tools = { store: joinTransaction(store, tx), caller, publicUrl, startsChecks: options.schedules }
    const { result } = await applyDeployment({ tx, tools, validate, options, onProgress: async () => {} }, request)
    // What would be new has no id yet.
    return { ...result, diff: result.diff.map(withoutNewId) }
  })
}

function withoutNewId(entry: DiffEntry): DiffEntry {
  const { physicalId: _unknown, ...rest } = entry
  return entry.action === 'CREATE' ? rest : entry
}

/** Requests a deployment, which a loop carries out. Throws DEPLOYMENT_INVALID and DEPLOYMENT_IN_PROGRESS. */
export async function startDeployment(
  store: Store,
  caller: Caller,
  { body, options, validate, requestedBy }: DeploymentRequest & { readonly requestedBy: DeploymentRequester },
): Promise<DeploymentResource> {
  readRequest(body, validate)
  const { accountId, nowMs } = caller
  const { logicalId } = body.project
  const deployment = {
    accountId,
    id: timeOrderedId(nowMs),
    logicalId,
    options,
    requestedBy,
    encryptedRequest: store.encryption.encrypt(JSON.stringify(body)),
    createdAt: new Date(nowMs),
    claimableAt: new Date(nowMs),
  }
  const inserted = await store.db.transaction((tx) => insertDeployment(tx, deployment))
  if (inserted === null) throw inProgress(await findOpenDeployment(store.db, accountId, logicalId))
  return presentDeployment(inserted)
}

/** Clients look for the id beside the message. */
export const inProgress = (open: DeploymentRow | null): Fault =>
  new Fault('DEPLOYMENT_IN_PROGRESS', open === null ? {} : { extra: { deploymentId: open.id } })

export interface DeploymentKey {
  readonly logicalId: string
  readonly id: string
}

/** Throws DEPLOYMENT_NOT_FOUND. */
export const getDeployment = async (db: Database, caller: Caller, key: DeploymentKey): Promise<DeploymentResource> =>
  presentDeployment(await storedDeployment(db, caller, key))

async function storedDeployment(db: Database, { accountId }: Caller, { logicalId, id }: DeploymentKey) {
  const found = isUuid(id) ? await findDeployment(db, accountId, id.toLowerCase()) : null
  if (found?.logicalId !== logicalId) throw notFound()
  return found
}

const notFound = (): Fault => new Fault('DEPLOYMENT_NOT_FOUND', { values: { days: keptDays } })

/**
 * Cancels a deployment. One that nobody works on ends at once, one that is running before it commits; one that has ended
 * stays as it is. Throws DEPLOYMENT_NOT_FOUND.
 */
export async function cancelDeployment(store: Store, caller: Caller, key: DeploymentKey): Promise<DeploymentResource> {
  const { accountId, id } = await storedDeployment(store.db, caller, key)
  const cancelled = await store.db.transaction((tx) => cancelStored(tx, { accountId, id, now: new Date(caller.nowMs) }))
  if (cancelled === null) throw notFound()
  return presentDeployment(cancelled)
}

const waitLimitSeconds = 30

export interface DeploymentWait extends DeploymentKey {
  /** 1 to 30 seconds; default 30. */
  readonly maxWaitSeconds?: number | undefined
  readonly clock: Clock
  /** Ends the wait early, as if the time were over. */
  readonly signal: AbortSignal
}

/** Blocks until a deployment has ended. Throws DEPLOYMENT_NOT_FOUND, and COMPLETION_PENDING when the time is over. */
export async function awaitDeployment(
  db: Database,
  caller: Caller,
  { maxWaitSeconds = waitLimitSeconds, clock, signal, ...key }: DeploymentWait,
): Promise<DeploymentResource> {
  const look = async (): Promise<DeploymentResource | undefined> => {
    const found = await getDeployment(db, caller, key)
    return found.endedAt === null ? undefined : found
  }
  const ended = await waitForDeployments(db, look, {
    clock,
    deadlineMs: clock.now() + maxWaitSeconds * secondMs,
    signal,
  })
  if (ended === undefined) throw new Fault('COMPLETION_PENDING')
  return ended
}

/** Waits until a deployment is further than it was, and returns it; undefined when the time is over. */
export const awaitProgress = (
  db: Database,
  caller: Caller,
  { clock, signal, ...key }: DeploymentWait,
  seen: { readonly status: string; readonly progress: number } | null,
): Promise<DeploymentResource | undefined> =>
  waitForDeployments(
    db,
    async () => {
      const found = await getDeployment(db, caller, key)
      return seen?.status === found.status && seen.progress === found.progress ? undefined : found
    },
    { clock, deadlineMs: clock.now() + 10 * secondMs, signal },
  )
