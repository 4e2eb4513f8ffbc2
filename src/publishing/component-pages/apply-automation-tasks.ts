import { minuteMs, timeOrderedId } from '#kernel'
import { announceResources } from '#storage/accounts'
import {
  clearTakeOver,
  deleteRuleFailure,
  findComponentIncident,
  insertIncident,
  insertRuleFailure,
  isPageIncidentSuppressed,
  lockLatestIncidentOfRule,
  lockMatchingRules,
  lockRulesOfFailure,
  takeAutomationTasks,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { AutomationRule, AutomationTaskRow, PartOfPage } from '#storage/status-pages'
import { newIncident } from './component-incidents.ts'
import { setImpacts } from './impacts.ts'
import { postComponentUpdate } from './post-component-update.ts'

/**
 * Applies rules to failures and recoveries of checks, in one transaction: each task once and in order, even if the
 * process is killed in between. Returns how many were applied.
 */
export function applyAutomationTasks(store: Store, nowMs: number, limit: number): Promise<number> {
  return store.db.transaction(async (tx) => {
    const tasks = await takeAutomationTasks(tx, limit)
    for (const task of tasks) {
      const { accountId, checkId, tags } = task
      if (tags === null)
        for (const found of await lockRulesOfFailure(tx, accountId, checkId)) await recover(tx, found, task, nowMs)
      else for (const found of await lockMatchingRules(tx, accountId, tags)) await fail(tx, found, task, nowMs)
    }
    return tasks.length
  })
}

/** A failing check keeps the incident of a rule open; the first one opens it, or reopens the last one. */
async function fail(tx: Queryable, found: AutomationRule, { checkId, at }: AutomationTaskRow, nowMs: number) {
  const { accountId, statusPageId, id: ruleId } = found.rule
  await insertRuleFailure(tx, { accountId, ruleId, checkId })
  if (found.incidentId !== null) return
  if (await isPageIncidentSuppressed(tx, { accountId, statusPageId, at })) return
  const reopened = await incidentToReopen(tx, found, at)
  if (reopened !== null) await clearTakeOver(tx, accountId, reopened.id)
  const place = reopened ?? (await newIncidentOf(tx, found, checkId, nowMs))
  const publicAt = await afterLastUpdate(tx, place, at)
  const impacts = found.components.map(({ componentId, targetImpact: status }) => ({ componentId, status }))
  await setImpacts(tx, place, impacts, { at: publicAt, nowMs })
  await post(tx, found, { place, status: 'INVESTIGATING', publicAt, nowMs })
}

/** The last incident of a rule when it was resolved so lately that it goes on. */
async function incidentToReopen(tx: Queryable, { rule }: AutomationRule, at: Date): Promise<PartOfPage | null> {
  const latest = await lockLatestIncidentOfRule(tx, rule)
  if (latest === null || rule.coolDownWindowMinutes === 0) return null
  const place = { accountId: rule.accountId, statusPageId: rule.statusPageId, id: latest.id }
  const resolvedAt = (await findComponentIncident(tx, place))?.updates[0]?.publicAt ?? new Date(0)
  return at.getTime() - resolvedAt.getTime() <= rule.coolDownWindowMinutes * minuteMs ? place : null
}

async function newIncidentOf(
  tx: Queryable,
  { rule }: AutomationRule,
  checkId: string,
  nowMs: number,
): Promise<PartOfPage> {
  const place = { accountId: rule.accountId, statusPageId: rule.statusPageId, id: timeOrderedId(nowMs) }
  await insertIncident(
    tx,
    { ...newIncident(place, rule.name, nowMs), automationRuleId: rule.id, openedByCheckId: checkId },
    [],
  )
  return place
}

/**
 * The incident of a rule is resolved when the last of its failing checks recovers, whether or not the rule is enabled,
 * unless a person has taken it over.
 */
async function recover(tx: Queryable, found: AutomationRule, { checkId, at }: AutomationTaskRow, nowMs: number) {
  const { rule, incidentId } = found
  const isFailing = await deleteRuleFailure(tx, { accountId: rule.accountId, ruleId: rule.id, checkId })
  if (isFailing || incidentId === null) return
  const place = { accountId: rule.accountId, statusPageId: rule.statusPageId, id: incidentId }
  const held = await findComponentIncident(tx, place)
  if (held?.incident.takenOverAt === null) await resolveByRule(tx, found, { place, at, nowMs })
}

/** Posts the last update of a rule, at a time or behind the latest update. */
export async function resolveByRule(
  tx: Queryable,
  rule: Pick<AutomationRule, 'rule'>,
  { place, at, nowMs }: { readonly place: PartOfPage; readonly at: Date; readonly nowMs: number },
): Promise<void> {
  const publicAt = await afterLastUpdate(tx, place, at)
  await post(tx, rule, { place, status: 'RESOLVED', publicAt, nowMs })
}

interface RuleUpdate {
  readonly place: PartOfPage
  readonly status: 'INVESTIGATING' | 'RESOLVED'
  readonly publicAt: Date
  readonly nowMs: number
}

async function post(
  tx: Queryable,
  { rule }: Pick<AutomationRule, 'rule'>,
  { place, ...update }: RuleUpdate,
): Promise<void> {
  await postComponentUpdate(tx, place, {
    ...update,
    description: update.status === 'RESOLVED' ? rule.lastUpdate : rule.firstUpdate,
    notifySubscribers: rule.notifySubscribers,
  })
  await announceResources(tx, [{ accountId: rule.accountId, event: 'incidents', id: place.id }], new Date(update.nowMs))
}

/** An update of a rule is the latest one, even if others are dated into the future or the clock was set back. */
async function afterLastUpdate(tx: Queryable, place: PartOfPage, at: Date): Promise<Date> {
  const latest = (await findComponentIncident(tx, place))?.updates[0]
  return latest && latest.publicAt >= at ? new Date(latest.publicAt.getTime() + 1) : at
}
