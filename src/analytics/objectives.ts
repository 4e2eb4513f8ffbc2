import { mostObjectives } from '#contract'
import type { ObjectiveBody, ObjectiveHistory, ObjectiveResource, ObjectiveUpdateBody, Violation } from '#contract'
import { Fault, dayMs, hourMs, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  countHeartbeatsInSpans,
  deleteObjective as removeObjective,
  findObjective,
  holdsCheck,
  holdsGroup,
  insertObjective,
  listObjectives as listStored,
  listReportChecks,
  lockObjectives,
  updateObjective as changeObjective,
} from '#storage/analytics'
import type { ObjectiveRow, ReportCheck, Span } from '#storage/analytics'
import type { Store } from '#storage/database'
import { availabilityOf } from './availability.ts'
import { findMainMetrics } from './find-main-metrics.ts'
import { mainMetricOf } from './metrics.ts'
import { rounded } from './statistic.ts'

interface Counts {
  readonly results: number
  readonly failures: number
}

type CountsAt = (checkId: string, spanIndex: number) => Counts | undefined

const burnMs = { oneHour: hourMs, sixHours: 6 * hourMs, threeDays: 3 * dayMs }
const burnPeriods = Object.values(burnMs)

/** An objective with what is left of its budget. */
export interface MeasuredObjective extends Omit<ObjectiveResource, 'created_at' | 'updated_at'> {
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

/** All objectives of an account with how they stand. However many there are, each span of time is read once. */
export async function listObjectives(store: Store, caller: Caller): Promise<MeasuredObjective[]> {
  return present(store, caller, await listStored(store.db, caller.accountId))
}

/** Throws OBJECTIVE_NOT_FOUND. */
export async function getObjective(store: Store, caller: Caller, id: string): Promise<MeasuredObjective> {
  return presentOne(store, caller, await findObjective(store.db, caller.accountId, id))
}

/** Throws BODY_INVALID, CHECK_UNKNOWN, GROUP_UNKNOWN and OBJECTIVES_FULL. */
export async function createObjective(store: Store, caller: Caller, body: ObjectiveBody): Promise<MeasuredObjective> {
  const { accountId, nowMs } = caller
  const { name, target, windowDays, checkId = null, groupId = null, tag = null } = body
  if ([checkId, groupId, tag].filter((scope) => scope !== null).length !== 1) throw scopeFault()
  const created = { createdAt: new Date(nowMs), updatedAt: null }
  const row: ObjectiveRow = {
    accountId,
    id: timeOrderedId(nowMs),
    name,
    checkId,
    groupId,
    tag,
    target,
    windowDays,
    ...created,
  }
  await store.db.transaction(async (tx) => {
    await lockObjectives(tx, accountId)
    if (checkId !== null && !(await holdsCheck(tx, accountId, checkId)))
      throw new Fault('CHECK_UNKNOWN', { values: { checkId }, problems: [unknown('checkId', checkId)] })
    if (groupId !== null && !(await holdsGroup(tx, accountId, groupId)))
      throw new Fault('GROUP_UNKNOWN', { values: { groupId }, problems: [unknown('groupId', groupId)] })
    await insertObjective(tx, row)
    if ((await listStored(tx, accountId)).length > mostObjectives)
      throw new Fault('OBJECTIVES_FULL', { values: { max: mostObjectives } })
  })
  return presentOne(store, caller, row)
}

const unknown = (path: string, value: string | number) => ({ path, rule: 'reference', parameters: { value } }) as const

function scopeFault(): Fault {
  const problem = 'must be given alone: send exactly one of checkId, groupId and tag'
  const violation: Violation = { rule: 'exactlyOne', parameters: { fields: ['checkId', 'groupId', 'tag'] } }
  return new Fault('BODY_INVALID', {
    values: { problems: `checkId ${problem}` },
    attributes: { checkId: problem },
    problems: [{ path: 'checkId', ...violation }],
  })
}

/** Throws OBJECTIVE_NOT_FOUND. */
export async function updateObjective(
  store: Store,
  caller: Caller,
  id: string,
  { name, target, windowDays }: ObjectiveUpdateBody,
): Promise<MeasuredObjective> {
  const { accountId, nowMs } = caller
  const change = { accountId, id, name, target, windowDays, now: new Date(nowMs) }
  return presentOne(store, caller, await changeObjective(store.db, change))
}

/** Throws OBJECTIVE_NOT_FOUND. */
export async function deleteObjective({ db }: Store, { accountId }: Caller, id: string): Promise<void> {
  if (!(await removeObjective(db, accountId, id))) throw new Fault('OBJECTIVE_NOT_FOUND')
}

async function presentOne(store: Store, caller: Caller, row: ObjectiveRow | null): Promise<MeasuredObjective> {
  const [presented] = row === null ? [] : await present(store, caller, [row])
  if (presented === undefined) throw new Fault('OBJECTIVE_NOT_FOUND')
  return presented
}

async function present(store: Store, caller: Caller, rows: readonly ObjectiveRow[]): Promise<MeasuredObjective[]> {
  if (rows.length === 0) return []
  const { accountId, nowMs } = caller
  const all = await listReportChecks(store.db, accountId, [])
  const scopes = rows.map((row) => all.filter(isIn(row)))
  const lengths = [...new Set([...burnPeriods, ...rows.map(({ windowDays }) => windowDays * dayMs)])]
  const spans = lengths.map((lengthMs, spanIndex) => ({ spanIndex, fromMs: nowMs - lengthMs, toMs: nowMs + 1 }))
  const countsAt = await readCounts(store, accountId, [...new Set(scopes.flat())], spans)
  return rows.map((row, index) => {
    const checks = scopes[index] ?? []
    return presented(row, checks, (lengthMs) => summed(checks, lengths.indexOf(lengthMs), countsAt))
  })
}

const isIn =
  ({ checkId, groupId, tag }: ObjectiveRow) =>
  (check: ReportCheck): boolean =>
    checkId === null
      ? groupId === null
        ? tag !== null && check.tags.includes(tag)
        : check.groupId === groupId
      : check.id === checkId

/** From roll-ups, never from single results of long spans. */
async function readCounts(
  store: Store,
  accountId: string,
  checks: readonly ReportCheck[],
  spans: readonly Span[],
): Promise<CountsAt> {
  const measured = checks.filter(({ checkType }) => mainMetricOf(checkType) !== undefined)
  const checkIds = checks.filter((check) => !measured.includes(check)).map(({ id }) => id)
  const [measuredAt, events] = await Promise.all([
    findMainMetrics(store, accountId, measured, spans),
    checkIds.length === 0 ? [] : countHeartbeatsInSpans(store.db, { accountId, checkIds, states: null }, spans),
  ])
  const eventsAt = new Map(
    events.map(({ size, ...one }) => [`${one.checkId}/${one.spanIndex}`, { ...one, results: size }]),
  )
  return (checkId, spanIndex) => measuredAt(checkId, spanIndex) ?? eventsAt.get(`${checkId}/${spanIndex}`)
}

function summed(checks: readonly ReportCheck[], spanIndex: number, countsAt: CountsAt): Counts {
  const sum = { results: 0, failures: 0 }
  for (const { id } of checks) {
    const counts = countsAt(id, spanIndex)
    sum.results += counts?.results ?? 0
    sum.failures += counts?.failures ?? 0
  }
  return sum
}

function presented(
  row: ObjectiveRow,
  checks: readonly ReportCheck[],
  countsOf: (lengthMs: number) => Counts,
): MeasuredObjective {
  const { id, name, checkId, groupId, tag, target, windowDays } = row
  const counts = countsOf(windowDays * dayMs)
  const seconds = ((100 - target) / 100) * windowDays * 86_400
  const left = leftShareOf(counts, target)
  const [first] = checks
  return {
    id,
    name,
    checkId,
    groupId,
    tag,
    scopeName: tag ?? (checkId === null ? first?.groupName : first?.name) ?? name,
    checks: checks.length,
    target,
    windowDays,
    availability: availabilityOf(counts, 4),
    budget: {
      seconds: rounded(seconds, 0),
      left: left === null ? null : rounded(seconds * left, 0),
      leftPercent: percentOf(left),
    },
    burnRates: {
      oneHour: burnRateOf(countsOf(burnMs.oneHour), target),
      sixHours: burnRateOf(countsOf(burnMs.sixHours), target),
      threeDays: burnRateOf(countsOf(burnMs.threeDays), target),
    },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** The share of failures divided by the share that is allowed: 1 uses the budget up exactly. Null without results. */
const burnRateOf = ({ results, failures }: Counts, target: number): number | null =>
  results === 0 ? null : rounded(failures / results / ((100 - target) / 100), 2)

/** The share of the budget that is left; negative when more was used than there was. Null without results. */
const leftShareOf = ({ results, failures }: Counts, target: number): number | null =>
  results === 0 ? null : 1 - failures / results / ((100 - target) / 100)

const percentOf = (share: number | null): number | null => (share === null ? null : rounded(100 * share, 2))

/** The budget that was left on each day of the window. Throws OBJECTIVE_NOT_FOUND. */
export async function getObjectiveHistory(store: Store, caller: Caller, id: string): Promise<ObjectiveHistory> {
  const { accountId, nowMs } = caller
  const row = await findObjective(store.db, accountId, id)
  if (row === null) throw new Fault('OBJECTIVE_NOT_FOUND')
  const checks = (await listReportChecks(store.db, accountId, [])).filter(isIn(row))
  const spans = daysOf(nowMs - row.windowDays * dayMs, nowMs + 1)
  const countsAt = await readCounts(store, accountId, checks, spans)
  const daily = spans.map(({ spanIndex, fromMs }) => ({ fromMs, ...summed(checks, spanIndex, countsAt) }))
  const all = daily.reduce((sum, { results }) => sum + results, 0)
  let failures = 0
  let seen = 0
  return {
    days: daily.map((day) => {
      failures += day.failures
      seen += day.results
      const used = { results: all, failures }
      return {
        day: new Date(day.fromMs).toISOString(),
        results: day.results,
        failures: day.failures,
        leftPercent: seen === 0 ? null : percentOf(leftShareOf(used, row.target)),
      }
    }),
  }
}

/** The days of a window, cut at both ends of it. */
function daysOf(fromMs: number, toMs: number): Span[] {
  const first = Math.floor(fromMs / dayMs)
  return Array.from({ length: Math.ceil(toMs / dayMs) - first }, (_, spanIndex) => {
    const day = (first + spanIndex) * dayMs
    return { spanIndex, fromMs: Math.max(day, fromMs), toMs: Math.min(day + dayMs, toMs) }
  })
}
