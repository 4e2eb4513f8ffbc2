import type {
  DeploymentError,
  DeploymentOptions,
  DeploymentRequester,
  DeploymentResult,
  DeploymentStatus,
} from '#contract'
import type { Database } from '../database/database.ts'
import { claimRows } from '../database/leases.ts'
import type { LeaseClaim } from '../database/leases.ts'
import { leaseTables } from '../database/lease-tables.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { findsAny, notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { storableJson } from '../database/storable-json.ts'
import type { DeploymentsTable } from '../generated/tables.ts'
import { waitForNews } from '../runs/wait-for-news.ts'
import type { EndWait } from '../runs/wait-for-news.ts'

type StoredDeployment = Narrowed<
  DeploymentsTable,
  {
    readonly status: DeploymentStatus
    readonly options: DeploymentOptions
    readonly requestedBy: DeploymentRequester
    readonly error: DeploymentError | null
    readonly result: DeploymentResult | null
  }
>

/** A deployment without what is deployed. */
export type DeploymentRow = Omit<StoredDeployment, 'encryptedRequest' | 'claimableAt' | 'leaseToken' | 'tries'>
/** A deployment that this process works on. */
export type ClaimedDeployment = StoredDeployment & { readonly leaseToken: string; readonly encryptedRequest: string }

const columns = `account_id, id, logical_id, status, progress, options, requested_by, error, result, created_at, started_at,
  ended_at, cancel_requested_at`

/** Tells the loops of all processes that something is to be deployed. */
const pendingChannel = 'deployments'
/** Tells those who wait of the progress and the end of deployments. */
const changedChannel = 'deployment_changes'

export type NewDeployment = Pick<
  StoredDeployment,
  'accountId' | 'id' | 'logicalId' | 'options' | 'requestedBy' | 'createdAt' | 'claimableAt'
> & { readonly encryptedRequest: string }

/** Null when another deployment of the project has not ended. */
export async function insertDeployment(tx: Queryable, deployment: NewDeployment): Promise<DeploymentRow | null> {
  const [row] = await tx.rows<DeploymentRow>(
    `insert into deployments (account_id, id, logical_id, status, options, requested_by, encrypted_request, created_at,
       claimable_at)
     values ($1, $2, $3, 'PENDING', $4, $5, $6, $7, $8)
     on conflict (account_id, logical_id) where ended_at is null do nothing returning ${columns}`,
    [
      deployment.accountId,
      deployment.id,
      deployment.logicalId,
      storableJson(deployment.options),
      storableJson(deployment.requestedBy),
      deployment.encryptedRequest,
      deployment.createdAt,
      deployment.claimableAt,
    ],
  )
  if (row === undefined) return null
  await notify(tx, pendingChannel)
  return row
}

/** The deployment of a project that has not ended. */
export async function findOpenDeployment(
  db: Queryable,
  accountId: string,
  logicalId: string,
): Promise<DeploymentRow | null> {
  const [row] = await db.rows<DeploymentRow>(
    `select ${columns} from deployments where account_id = $1 and logical_id = $2 and ended_at is null`,
    [accountId, logicalId],
  )
  return row ?? null
}

export async function findDeployment(db: Queryable, accountId: string, id: string): Promise<DeploymentRow | null> {
  const [row] = await db.rows<DeploymentRow>(`select ${columns} from deployments where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return row ?? null
}

/** Leases deployments that wait, or whose process died. */
export const claimDeployments = (db: Queryable, claim: LeaseClaim): Promise<ClaimedDeployment[]> =>
  claimRows(db, leaseTables.deployments, claim)

const heldLock = 'pg_try_advisory_xact_lock(hashtextextended(id::text, 4712))'

/** Shows other processes that a deployment is worked on, until the transaction ends or the process dies. */
export const holdDeployment = (
  tx: Queryable,
  { accountId, id }: Pick<HeldDeployment, 'accountId' | 'id'>,
): Promise<unknown> => tx.rows(`select ${heldLock} from deployments where account_id = $1 and id = $2`, [accountId, id])

/**
 * Lets others claim the deployments that were begun and that no transaction holds any more: their processes died. The update
 * looks at each again, because one may have ended before its lock was free.
 */
export const freeDeadDeployments = (tx: Queryable, now: Date): Promise<unknown> =>
  tx.namedRows(
    'free-dead-deployments',
    `with begun as materialized (
       select account_id, id from deployments where ended_at is null and status = 'RUNNING' and claimable_at > $1)
     update deployments set claimable_at = $1, status = 'PENDING'
     where (account_id, id) in (select account_id, id from begun where ${heldLock})
       and ended_at is null and status = 'RUNNING'`,
    [now],
  )

/** A deployment that this process holds. */
export type HeldDeployment = Pick<ClaimedDeployment, 'accountId' | 'id' | 'leaseToken'>

const isHeld = 'account_id = $1 and id = $2 and lease_token = $3'
const heldValues = ({ accountId, id, leaseToken }: HeldDeployment) => [accountId, id, leaseToken]

/** Notes that somebody works on a deployment, and how far it is. False when it was cancelled, or another took it. */
export async function renewDeployment(
  db: Queryable,
  held: HeldDeployment,
  { progress, now, leaseUntil }: { readonly progress: number; readonly now: Date; readonly leaseUntil: Date },
): Promise<boolean> {
  const isOurs = await findsAny(
    db,
    `update deployments set status = 'RUNNING', progress = $4, started_at = coalesce(started_at, $5), claimable_at = $6
     where ${isHeld} and cancel_requested_at is null`,
    [...heldValues(held), progress, now, leaseUntil],
  )
  await notify(db, changedChannel)
  return isOurs
}

export interface EndedDeployment {
  readonly status: 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
  readonly error: DeploymentError | null
  readonly result: DeploymentResult | null
  readonly now: Date
}

/** Ends a deployment. False when it may not succeed any more because it was cancelled, or another took it. */
export async function endDeployment(
  tx: Queryable,
  held: HeldDeployment,
  { status, error, result, now }: EndedDeployment,
): Promise<boolean> {
  const isOurs = await findsAny(
    tx,
    `update deployments set status = $4, error = $5, result = $6, ended_at = $7, started_at = coalesce(started_at, $7),
       progress = case when $4 = 'SUCCEEDED' then 100 else progress end, encrypted_request = null, claimable_at = null,
       lease_token = null
     where ${isHeld} and ($4 <> 'SUCCEEDED' or cancel_requested_at is null)`,
    [
      ...heldValues(held),
      status,
      error === null ? null : storableJson(error),
      result === null ? null : storableJson(result),
      now,
    ],
  )
  await notify(tx, changedChannel)
  return isOurs
}

/** Requests that a deployment ends, and ends one that nobody works on. Null when there is none of this id. */
export async function cancelDeployment(
  tx: Queryable,
  { accountId, id, now }: { readonly accountId: string; readonly id: string; readonly now: Date },
): Promise<DeploymentRow | null> {
  const [row] = await tx.rows<DeploymentRow>(
    `update deployments set
       cancel_requested_at = case when ended_at is null then coalesce(cancel_requested_at, $3) else cancel_requested_at end,
       status = case when status = 'PENDING' then 'CANCELLED' else status end,
       ended_at = case when status = 'PENDING' then $3 else ended_at end,
       encrypted_request = case when status = 'PENDING' then null else encrypted_request end,
       claimable_at = case when status = 'PENDING' then null else claimable_at end
     where account_id = $1 and id = $2 returning ${columns}`,
    [accountId, id, now],
  )
  await notify(tx, changedChannel)
  return row ?? null
}

export const deleteDeploymentsEndedBefore = (tx: Queryable, before: Date): Promise<unknown> =>
  tx.rows(`delete from deployments where ended_at < $1`, [before])

/** Polls `look` at every change of a deployment, and every second, until it returns something or the time is over. */
export const waitForDeployments = <T>(
  db: Database,
  look: () => Promise<T | undefined>,
  wait: EndWait,
): Promise<T | undefined> => waitForNews(db, [changedChannel], look, wait)
