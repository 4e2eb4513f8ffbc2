import type { MaintenanceOccurrencesResource } from '#contract'
import { dayMs, Fault, parseInstant, rangeFault } from '#kernel'
import type { Caller } from '#kernel'
import { occurrences } from '#schedule'
import { listMaintenancesInSpan, listTagsOfChecks, listWindowsRepeatedBefore } from '#storage/maintenances'
import type { Queryable, Store } from '#storage/database'
import type { MaintenanceInSpan, WindowCoverage, WindowToPlan } from '#storage/maintenances'
import { timesOf } from './window-times.ts'

const usualSpanMs = 31 * dayMs
const longestSpanMs = 366 * dayMs
const usualLimit = 100

export interface OccurrenceQuery {
  /** Unix seconds or ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Only what covers this check. */
  readonly checkId?: string | undefined
  readonly limit?: number | undefined
}

type Entry = MaintenanceOccurrencesResource['entries'][number]

/**
 * The maintenances of an account in a range, the first ones first: those that there are, as they were moved or ended by
 * hand, and those that windows will have. Throws CHECK_NOT_FOUND and TIME_RANGE_INVALID.
 */
export async function listMaintenanceOccurrences(
  { db }: Store,
  { accountId, nowMs }: Caller,
  { checkId, limit = usualLimit, ...range }: OccurrenceQuery,
): Promise<MaintenanceOccurrencesResource> {
  const { fromMs, toMs } = spanOf(range, nowMs)
  const coverage = coverageFor(checkId === undefined ? null : await tagsOf(db, accountId, checkId))
  const span = { from: new Date(fromMs), to: new Date(toMs) }
  const [stored, repeated] = await Promise.all([
    listMaintenancesInSpan(db, accountId, span),
    listWindowsRepeatedBefore(db, accountId, span.to),
  ])
  const later = repeated.filter(({ window }) => coverage(window) !== null)
  const found = [
    ...stored.flatMap((one) => storedEntry(one, coverage)),
    ...later.flatMap((one) => laterEntries(one, { fromMs, toMs, limit }, coverage)),
  ].toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  return { entries: found.slice(0, limit), isComplete: found.length <= limit }
}

function spanOf(range: Pick<OccurrenceQuery, 'from' | 'to'>, nowMs: number): { fromMs: number; toMs: number } {
  const fromMs = range.from === undefined ? nowMs : parseInstant('from', range.from)
  const toMs = range.to === undefined ? fromMs + usualSpanMs : parseInstant('to', range.to)
  if (fromMs > toMs)
    throw rangeFault('from must not be after to.', { path: 'to', rule: 'notBefore', parameters: { field: 'from' } })
  if (toMs - fromMs > longestSpanMs) throw rangeFault('from and to may lie at most 366 days apart.')
  return { fromMs, toMs }
}

async function tagsOf(db: Queryable, accountId: string, checkId: string): Promise<readonly string[]> {
  const [check] = await listTagsOfChecks(db, [checkId])
  if (check?.accountId !== accountId) throw new Fault('CHECK_NOT_FOUND')
  return check.tags
}

type Coverage = (window: WindowCoverage) => Pick<Entry, 'pauses' | 'silences'> | null

/** The effect of a window on a check with these tags, null for none; without tags on any check. */
function coverageFor(checkTags: readonly string[] | null): Coverage {
  const ofCheck = checkTags && new Set(checkTags)
  const covers = (tags: readonly string[]): boolean => tags.some((tag) => ofCheck?.has(tag) ?? true)
  return ({ pauseAllChecks, tags, silenceAllAlerts, silenceAlertsTags }) => {
    const pauses = pauseAllChecks || covers(tags)
    const silences = silenceAllAlerts || covers(silenceAlertsTags)
    return pauses || silences || checkTags === null ? { pauses, silences } : null
  }
}

function storedEntry(one: MaintenanceInSpan, coverage: Coverage): Entry[] {
  const covered = coverage(one)
  if (covered === null) return []
  const { id, windowId, name, status, startsAt, endsAt } = one
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  return [{ maintenanceWindowId: windowId, maintenanceId: id, name, status, ...times, ...covered }]
}

/** Those that will be made: they follow the last one that was, which may have been moved or deleted since. */
function laterEntries(
  { window, planningDueAt }: WindowToPlan,
  { fromMs, toMs, limit }: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
  coverage: Coverage,
): Entry[] {
  const covered = coverage(window)
  if (covered === null) return []
  const lengthMs = window.endsAt.getTime() - window.startsAt.getTime()
  const afterMs = Math.max(fromMs, planningDueAt.getTime() + lengthMs)
  return occurrences(timesOf(window), afterMs, limit + 1)
    .filter(({ startsAtMs }) => startsAtMs < toMs)
    .map(({ startsAtMs, endsAtMs }) => ({
      maintenanceWindowId: window.id,
      maintenanceId: null,
      name: window.name,
      status: 'SCHEDULED',
      startsAt: new Date(startsAtMs).toISOString(),
      endsAt: new Date(endsAtMs).toISOString(),
      ...covered,
    }))
}
