import { isInboundType } from '#contract'
import type { CheckDefinition } from '#contract'
import { effectiveCheck } from '#inheritance'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { bulkColumns, holdGroupDefinitions, releaseHeldOfChecks, updateBulkFields } from '#storage/checks'
import type { BulkFields } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { validateRuntime } from '../checks/validate-references.ts'
import { saveHeartbeat } from '../checks/save-heartbeat.ts'
import { refreshSchedules } from '../schedules/refresh-schedules.ts'

export interface CheckChanged {
  readonly before: CheckDefinition
  readonly after: CheckDefinition
}

/** The columns of a check that bulk changes write. The cast is safe because the columns are those of the type. */
export const fieldsOf = (check: CheckDefinition): BulkFields =>
  Object.fromEntries([...bulkColumns, 'id', 'version'].map((name) => [name, Reflect.get(check, name)])) as BulkFields

const scheduleFields = [
  'activated',
  'frequency',
  'frequencyOffset',
  'locations',
  'privateLocations',
  'runParallel',
] as const

/** Whether a check runs at other times or places; tags and mutes change neither. */
const isScheduleChanged = ({ before, after }: CheckChanged): boolean =>
  before.groupId !== after.groupId ||
  scheduleFields.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** Writes changed checks with their schedules, timers and held alerts. Throws GROUP_UNKNOWN and RUNTIME_NOT_SUPPORTED. */
export async function saveChanged(
  tx: Queryable,
  store: Store,
  { accountId, nowMs }: Caller,
  changes: readonly CheckChanged[],
): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.flatMap(({ before, after }) => [before.groupId, after.groupId].filter((id) => id !== null))
  const held = await holdGroupDefinitions(tx, store.encryption, accountId, [...new Set(ids)])
  const groups = new Map(held.map((group) => [group.id, group]))
  for (const { after } of changes)
    if (after.groupId !== null && !groups.has(after.groupId))
      throw new Fault('GROUP_UNKNOWN', { values: { groupId: after.groupId } })
  const apply = (check: CheckDefinition): CheckDefinition =>
    effectiveCheck(check, groups.get(check.groupId ?? 0) ?? null)
  const effective = changes.map(({ before, after }) => ({ before: apply(before), after: apply(after) }))
  for (const { after } of effective) validateRuntime(after)
  const now = new Date(nowMs)
  const written = changes.map(({ before, after }) => ({ ...fieldsOf(after), version: before.version + 1 }))
  await updateBulkFields(tx, accountId, written, now)
  const running = effective.filter(isScheduleChanged)
  await refreshSchedules(tx, running, nowMs)
  for (const change of running)
    if (isInboundType(change.after.checkType)) await saveHeartbeat(tx, store, change, { pingToken: null, nowMs })
  await releaseHeldOfChecks(
    tx,
    changes.map(({ after }) => after.id),
    now,
  )
}
