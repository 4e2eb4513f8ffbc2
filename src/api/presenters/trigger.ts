import { allows } from '#contract'
import type { CheckGroupTriggerResource, CheckTriggerResource, DeploymentTriggerResource } from '#contract'
import { redactionMark } from '#redaction'
import type { DeploymentTriggerRow, Trigger } from '#storage/checks'
import type { Viewer } from './visibility.ts'
import { stampsOf } from './stamps.ts'

/** Anyone with the token can run the check, so it is returned to roles that may run checks. */
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
  ...row,
  ...stampsOf(row),
})
