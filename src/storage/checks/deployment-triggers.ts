import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { TriggerTarget } from './triggers.ts'
import type { DeploymentTriggersTable } from '../generated/tables.ts'

export type DeploymentTriggerRow = DeploymentTriggersTable

/** All of an account, oldest first. */
export const listDeploymentTriggers = (db: Queryable, accountId: string): Promise<DeploymentTriggerRow[]> =>
  db.rows(`select * from deployment_triggers where account_id = $1 order by id`, [accountId])

/** Of every account: a repository may be watched by several. */
export const listTriggersOfRepository = (
  tx: Queryable,
  repository: { readonly provider: string; readonly repoId: string },
): Promise<DeploymentTriggerRow[]> =>
  tx.rows(`select * from deployment_triggers where provider = $1 and repo_id = $2 order by account_id, id`, [
    repository.provider,
    repository.repoId,
  ])

export interface SavedDeploymentTrigger extends TriggerTarget {
  readonly accountId: string
  readonly provider: string
  readonly repoId: string
  readonly repoName: string
  readonly repoLink: string
  readonly useEnvironmentUrl: boolean
  readonly includeScreenshots: boolean
  readonly environmentRegexFilter: string | null
  readonly environmentUrlRegexFilter: string | null
  readonly runLocation: string
  readonly now: Date
}

/** Creates the trigger of a target and a repository, or changes the one that is there. */
export async function saveDeploymentTrigger(
  tx: Queryable,
  trigger: SavedDeploymentTrigger,
): Promise<{ readonly row: DeploymentTriggerRow | null; readonly isNew: boolean }> {
  const target = trigger.checkId === null ? 'group_id' : 'check_id'
  const rows = await tx.rows<DeploymentTriggerRow & { isNew: boolean }>(
    `insert into deployment_triggers (account_id, check_id, group_id, provider, repo_id, repo_name, repo_link,
       use_environment_url, include_screenshots, environment_regex_filter, environment_url_regex_filter, run_location,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (account_id, ${target}, provider, repo_id) where ${target} is not null do update set
       repo_name = excluded.repo_name, repo_link = excluded.repo_link,
       use_environment_url = excluded.use_environment_url, include_screenshots = excluded.include_screenshots,
       environment_regex_filter = excluded.environment_regex_filter,
       environment_url_regex_filter = excluded.environment_url_regex_filter, run_location = excluded.run_location,
       updated_at = excluded.created_at
     returning *, xmax = 0 as is_new`,
    [
      trigger.accountId,
      trigger.checkId,
      trigger.groupId,
      trigger.provider,
      trigger.repoId,
      trigger.repoName,
      trigger.repoLink,
      trigger.useEnvironmentUrl,
      trigger.includeScreenshots,
      trigger.environmentRegexFilter,
      trigger.environmentUrlRegexFilter,
      trigger.runLocation,
      trigger.now,
    ],
  )
  const [row] = rows
  return { row: row ?? null, isNew: row?.isNew ?? false }
}

/** False when this delivery was taken before. */
export const takeDelivery = (
  tx: Queryable,
  delivery: { readonly provider: string; readonly deliveryId: string; readonly now: Date },
): Promise<boolean> =>
  findsAny(
    tx,
    `insert into deployment_deliveries (provider, delivery_id, received_at) values ($1, $2, $3)
     on conflict do nothing`,
    [delivery.provider, delivery.deliveryId, delivery.now],
  )

export const deleteOldDeliveries = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(`delete from deployment_deliveries where received_at < $1`, [before])
