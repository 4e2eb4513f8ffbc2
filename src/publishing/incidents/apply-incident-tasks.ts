import { timeOrderedId } from '#kernel'
import { announceResources } from '#storage/accounts'
import {
  holdServices,
  insertIncident,
  isIncidentSuppressed,
  listIncidentUpdates,
  lockOpenIncidentsOfCheck,
  takeIncidentTasks,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { IncidentRow, IncidentTaskRow } from '#storage/status-pages'
import { applyAutomationTasks } from '../component-pages/apply-automation-tasks.ts'
import { postUpdate } from './post-update.ts'

const resolvedText = 'This incident has been resolved.'

/**
 * Opens and resolves incidents as alerts require, those of checks and those of rules each in one transaction: each task is
 * applied once, those of one check in order, even if the process is killed in between. Returns how many were applied.
 */
export async function applyIncidentTasks(store: Store, nowMs: number, limit: number): Promise<number> {
  const ofRules = await applyAutomationTasks(store, nowMs, limit)
  return ofRules + (await applyTasksOfChecks(store, nowMs, limit))
}

function applyTasksOfChecks(store: Store, nowMs: number, limit: number): Promise<number> {
  return store.db.transaction(async (tx) => {
    const tasks = await takeIncidentTasks(tx, limit)
    for (const task of tasks) await (task.kind === 'OPEN' ? open(tx, task, nowMs) : resolve(tx, task, nowMs))
    return tasks.length
  })
}

/**
 * A check has at most one open incident. Without its service the incident would be invisible, and a maintenance may
 * suppress it.
 */
async function open(tx: Queryable, { accountId, checkId, trigger, at }: IncidentTaskRow, nowMs: number) {
  if (trigger === null || (await lockOpenIncidentsOfCheck(tx, accountId, checkId)).length > 0) return
  if (await isIncidentSuppressed(tx, { accountId, serviceId: trigger.serviceId, at })) return
  const services = await holdServices(tx, accountId, [trigger.serviceId])
  if (services.size === 0) return
  const id = timeOrderedId(nowMs)
  const row = {
    accountId,
    id,
    name: trigger.name,
    severity: trigger.severity,
    lastUpdateStatus: 'INVESTIGATING',
    openedByCheckId: checkId,
    notifySubscribers: trigger.notifySubscribers,
    statusPageId: null,
    automationRuleId: null,
    createdAt: new Date(nowMs),
    updatedAt: new Date(nowMs),
  }
  await insertIncident(tx, row, [...services.keys()])
  await postUpdate(tx, {
    accountId,
    incidentId: id,
    status: 'INVESTIGATING',
    description: trigger.description === '' ? trigger.name : trigger.description,
    publicAt: at,
    notifySubscribers: trigger.notifySubscribers,
    nowMs,
  })
  await announceResources(tx, [{ accountId, event: 'incidents', id }], new Date(nowMs))
}

/** An incident that a person has taken over stays open. */
async function resolve(tx: Queryable, { accountId, checkId, at }: IncidentTaskRow, nowMs: number): Promise<void> {
  for (const incident of await lockOpenIncidentsOfCheck(tx, accountId, checkId))
    if (incident.takenOverAt === null) await resolveByItself(tx, incident, { at, nowMs })
}

/** The resolution is the latest update, even if other updates are dated into the future or the clock was set back. */
export async function resolveByItself(
  tx: Queryable,
  { accountId, id: incidentId, notifySubscribers }: Pick<IncidentRow, 'accountId' | 'id' | 'notifySubscribers'>,
  { at, nowMs }: { readonly at: Date; readonly nowMs: number },
): Promise<void> {
  const [latest] = await listIncidentUpdates(tx, accountId, incidentId, 1)
  await postUpdate(tx, {
    accountId,
    incidentId,
    status: 'RESOLVED',
    description: resolvedText,
    publicAt: latest && latest.publicAt >= at ? new Date(latest.publicAt.getTime() + 1) : at,
    notifySubscribers,
    nowMs,
  })
  await announceResources(tx, [{ accountId, event: 'incidents', id: incidentId }], new Date(nowMs))
}
