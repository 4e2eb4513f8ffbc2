import { allows } from '#contract'
import type { CheckGroupTriggerResource, CheckTriggerResource, DeploymentTriggerResource } from '#contract'
import { redactionMark } from '#kernel'
import type { DeploymentTriggerRow, Trigger } from '#storage'
import type { Viewer } from './visibility.ts'

/** Who knows the token can run the check, so it is shown to roles that may run checks. */
const presentTrigger = ({ id, token, createdAt, calledAt, updatedAt }: Trigger, { role }: Viewer) => ({
  id,
  token: allows(role, 'run') ? token : redactionMark,
  created_at: createdAt.toISOString(),
  called_at: calledAt?.toISOString() ?? null,
  updated_at: updatedAt?.toISOString() ?? null,
})

export const presentCheckTrigger = (trigger: Trigger, viewer: Viewer): CheckTriggerResource => ({
  ...presentTrigger(trigger, viewer),
  checkId: trigger.checkId ?? '',
})

export const presentCheckGroupTrigger = (trigger: Trigger, viewer: Viewer): CheckGroupTriggerResource => ({
  ...presentTrigger(trigger, viewer),
  groupId: trigger.groupId ?? 0,
})

export const presentDeploymentTrigger = (row: DeploymentTriggerRow): DeploymentTriggerResource => ({
  id: row.id,
  checkId: row.check_id,
  groupId: row.group_id,
  provider: row.provider,
  repoId: row.repo_id,
  repoName: row.repo_name,
  repoLink: row.repo_link,
  useEnvironmentUrl: row.use_environment_url,
  includeScreenshots: row.include_screenshots,
  environmentRegexFilter: row.environment_regex_filter,
  environmentUrlRegexFilter: row.environment_url_regex_filter,
  runLocation: row.run_location,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at?.toISOString() ?? null,
})
