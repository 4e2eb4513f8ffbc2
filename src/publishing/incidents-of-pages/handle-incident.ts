import type { IncidentHandling } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import type { PageLanguages } from '#page-texts'
import {
  dropIncidentMails,
  findRule,
  findRuleOfIncident,
  hasRuleFailures,
  listCauses,
  lockAnyIncident,
  lockRule,
  replaceChecksOfIncident,
  saveHandling,
} from '#storage/status-pages'
import type { IncidentRow } from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import { resolveByRule } from '../component-pages/apply-automation-tasks.ts'
import { checksBehind } from './checks-behind.ts'
import { resolveByItself } from '../incidents/apply-incident-tasks.ts'

interface HandledIncident {
  readonly id: string
  readonly body: IncidentHandling
  /** Of the installation. */
  readonly languages: PageLanguages
}

/**
 * Takes an incident over or hands it back, hides or publishes it, names the checks behind it and writes its post-mortem.
 * Omitted fields keep their value; without a text nothing stays published. Throws INCIDENT_NOT_FOUND,
 * INCIDENT_NOT_AUTOMATIC, POST_MORTEM_MISSING and CHECK_UNKNOWN.
 */
export function handleIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, body, languages }: HandledIncident,
): Promise<void> {
  return store.db.transaction(async (tx) => {
    const rule = await ruleOf(tx, accountId, id)
    const before = await lockAnyIncident(tx, accountId, id)
    if (before === null) throw new Fault('INCIDENT_NOT_FOUND')
    const after = handled(before, body, new Date(nowMs))
    if (body.isTakenOver !== undefined && !isAutomatic(before, rule)) throw new Fault('INCIDENT_NOT_AUTOMATIC')
    await saveHandling(tx, after)
    if (body.checkIds !== undefined) await nameChecks(tx, accountId, { incidentId: id, checkIds: body.checkIds })
    if (after.unpublishedAt !== null) await dropIncidentMails(tx, accountId, { incidentId: id })
    if (before.takenOverAt !== null && after.takenOverAt === null)
      await resolveIfOver(tx, after, rule, { nowMs, languages })
  })
}

/** Throws CHECK_UNKNOWN. */
async function nameChecks(
  tx: Queryable,
  accountId: string,
  { incidentId, checkIds }: { readonly incidentId: string; readonly checkIds: readonly string[] },
): Promise<void> {
  const ids = checkIds.map((id) => id.toLowerCase())
  const found = await replaceChecksOfIncident(tx, accountId, { incidentId, checkIds: ids })
  const checkId = ids.find((id) => !found.has(id))
  if (checkId !== undefined) throw new Fault('CHECK_UNKNOWN', { values: { checkId } })
}

function handled(before: IncidentRow, body: IncidentHandling, now: Date): IncidentRow {
  const since = (at: Date | null, isNow: boolean | undefined): Date | null =>
    isNow === undefined ? at : isNow ? (at ?? now) : null
  const postMortem = body.postMortem === undefined ? before.postMortem : body.postMortem
  if (postMortem === null && body.isPostMortemPublished === true) throw new Fault('POST_MORTEM_MISSING')
  return {
    ...before,
    takenOverAt: since(before.takenOverAt, body.isTakenOver),
    unpublishedAt: since(before.unpublishedAt, body.isPublished === undefined ? undefined : !body.isPublished),
    postMortem,
    postMortemPublishedAt: postMortem === null ? null : since(before.postMortemPublishedAt, body.isPostMortemPublished),
    updatedAt: now,
  }
}

/** The rule that opened an incident, held before the incident, in the order in which rules are applied. */
async function ruleOf(tx: Queryable, accountId: string, id: string) {
  const place = await findRuleOfIncident(tx, accountId, id)
  if (place === null) return null
  await lockRule(tx, place)
  return findRule(tx, place)
}

type Rule = Awaited<ReturnType<typeof ruleOf>>

const isAutomatic = ({ statusPageId, openedByCheckId }: IncidentRow, rule: Rule): boolean =>
  statusPageId === null ? openedByCheckId !== null : rule !== null

/** A recovery while a person had the incident resolves it when it is handed back. */
async function resolveIfOver(
  tx: Queryable,
  incident: IncidentRow,
  rule: Rule,
  turn: { readonly nowMs: number; readonly languages: PageLanguages },
): Promise<void> {
  const { nowMs } = turn
  const { accountId, id, statusPageId, lastUpdateStatus } = incident
  if (lastUpdateStatus === 'RESOLVED') return
  const at = new Date(nowMs)
  if (statusPageId !== null) {
    if (rule !== null && !(await hasRuleFailures(tx, accountId, rule.rule.id)))
      await resolveByRule(tx, rule, { place: { accountId, statusPageId, id }, at, nowMs })
    return
  }
  const checkIds = await checksBehind(tx, incident)
  const causes = await listCauses(tx, { accountId, checkIds, ruleId: null, incidentId: null })
  if (causes.every(({ isRecovered }) => isRecovered)) await resolveByItself(tx, incident, { at, ...turn })
}
