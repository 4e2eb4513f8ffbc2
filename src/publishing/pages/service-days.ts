import { dayMs } from '#kernel'
import { isUnderWay, lengthOf, subtract, union } from '#schedule'
import { downtime, unknownTime, uptimePercent } from '../uptime/service-uptime.ts'
import type { Interval } from '#schedule'
import type { PublicDay, PublicService, PublicState } from './public-status-page.ts'
import { publicStates } from './public-status-page.ts'
import type { IncidentSummary } from './read-incidents.ts'
import type { MaintenanceSummary } from './read-maintenances.ts'
import { dateOf } from './utc-days.ts'

/** An incident, or the time in which it affects one service in one way. */
export type ServiceIncident = Pick<IncidentSummary, 'name' | 'severity' | 'interval' | 'endMs'>

export type ServiceMaintenance = Pick<MaintenanceSummary, 'status' | 'interval'>

/** The events of one service. */
export interface ServiceEvents extends Pick<
  PublicService,
  'key' | 'name' | 'description' | 'showsHistory' | 'isMonitored' | 'provider'
> {
  readonly createdAtMs: number
  /** When nobody ran any of its checks. */
  readonly unobserved: readonly Interval[]
  /** Those of them in which an incident may have been over before it was noticed: they are no downtime either. */
  readonly absences?: readonly Interval[]
  readonly incidents: readonly ServiceIncident[]
  /** Those that display the services they affect; others neither mark a day nor exclude a downtime. */
  readonly maintenances: readonly ServiceMaintenance[]
}

/** The maximum number of names per day: a page has many days. */
const namesMax = 10

/** The events of one day. */
interface Marks {
  readonly states: Set<PublicState>
  readonly names: Set<string>
}

/** States are listed from the best to the worst; without any it is OPERATIONAL. */
export const worstState = (states: readonly PublicState[]): PublicState =>
  publicStates.findLast((state) => states.includes(state)) ?? 'OPERATIONAL'

/** A service with its days, oldest first, of which the last ends now. */
export function publicService(events: ServiceEvents, days: readonly Interval[]): PublicService {
  const maintenances = union(events.maintenances.flatMap(({ interval }) => interval ?? []))
  const incidents = events.incidents.flatMap(({ interval }) => interval ?? [])
  const startMs = days[0]?.startMs ?? 0
  const window = { startMs, endMs: days.at(-1)?.endMs ?? startMs }
  const recorded = { startMs: Math.max(startMs, recordedSince(events)), endMs: window.endMs }
  const known = subtract(incidents, events.absences ?? [])
  const history = { incidents: known, maintenances, unobserved: events.unobserved }
  const unknownOn = byDay(unknownTime(history, recorded), days)
  const downOn = byDay(downtime(history, window), days)
  const marksOn = marksByDay(events.incidents, days, { maintenances, free: subtract([window], maintenances) })
  return {
    key: events.key,
    name: events.name,
    createdAt: new Date(events.createdAtMs),
    description: events.description,
    showsHistory: events.showsHistory,
    state: stateNow(events),
    isMonitored: events.isMonitored,
    provider: events.provider,
    uptimePercent: uptimePercent(history, recorded),
    recordedDays: days.filter((day) => day.endMs > recorded.startMs).length,
    days: days.map((day, index) =>
      publicDay(day, {
        marks: marksOn[index] ?? noMarks(),
        downMs: lengthOf(downOn[index] ?? []),
        unknownMs: lengthOf(unknownOn[index] ?? []),
        recordedSinceMs: recorded.startMs,
      }),
    ),
  }
}

/** A service is recorded from its creation on, or from an earlier incident that was entered afterwards. */
const recordedSince = ({ createdAtMs, incidents }: ServiceEvents): number =>
  incidents.reduce((since, { interval }) => Math.min(since, interval?.startMs ?? since), createdAtMs)

interface DayParts {
  readonly marks: Marks
  readonly downMs: number
  readonly unknownMs: number
  readonly recordedSinceMs: number
}

function publicDay(day: Interval, { marks, downMs, unknownMs, recordedSinceMs }: DayParts): PublicDay {
  const isRecorded = day.startMs + dayMs > recordedSinceMs
  const isUnknown = unknownMs > 0 && unknownMs >= day.endMs - Math.max(day.startMs, recordedSinceMs)
  const hasNoData = marks.states.size === 0 && (!isRecorded || isUnknown)
  return {
    date: dateOf(day.startMs),
    state: hasNoData ? null : worstState([...marks.states]),
    downtimeSeconds: Math.round(downMs / 1000),
    unknownSeconds: Math.round(unknownMs / 1000),
    incidents: [...marks.names],
  }
}

/** An open incident counts now even during a maintenance that excludes it from the downtime. */
function stateNow({ incidents, maintenances }: ServiceEvents): PublicState {
  const open = incidents.filter(({ endMs }) => endMs === null).map(({ severity }) => severity)
  return worstState([
    ...open,
    ...(maintenances.some(({ status }) => isUnderWay(status)) ? ['MAINTENANCE' as const] : []),
  ])
}

const noMarks = (): Marks => ({ states: new Set(), names: new Set() })

/** The maintenances of each day, and incidents outside of them. */
function marksByDay(
  incidents: readonly ServiceIncident[],
  days: readonly Interval[],
  { maintenances, free }: { readonly maintenances: readonly Interval[]; readonly free: readonly Interval[] },
): Marks[] {
  const freeOn = byDay(free, days)
  const marks = byDay(maintenances, days).map((parts): Marks => {
    return parts.length === 0 ? noMarks() : { states: new Set(['MAINTENANCE']), names: new Set() }
  })
  for (const { severity, name, interval } of incidents) {
    if (interval === null) continue
    for (let index = firstDayOf(interval, days); index <= lastDayOf(interval, days); index += 1) {
      const found = marks[index]
      if (found === undefined || isFull(found, severity)) continue
      if (overlapsAny(interval, freeOn[index] ?? [])) addMark(found, severity, name)
    }
  }
  return marks
}

/** Whether another incident of a severity would change nothing. */
const isFull = ({ states, names }: Marks, state: PublicState): boolean => names.size >= namesMax && states.has(state)

function addMark({ states, names }: Marks, state: PublicState, name: string): void {
  states.add(state)
  if (names.size < namesMax) names.add(name)
}

/** Whether one of the others, which are in order and apart, has time in common with an interval. */
function overlapsAny({ startMs, endMs }: Interval, others: readonly Interval[]): boolean {
  let [low, high] = [0, others.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((others[middle]?.endMs ?? 0) > startMs) high = middle
    else low = middle + 1
  }
  return (others[low]?.startMs ?? Infinity) < endMs && startMs < endMs
}

const lastDayOf = ({ endMs }: Interval, days: readonly Interval[]): number =>
  Math.min(days.length, Math.ceil((endMs - (days[0]?.startMs ?? 0)) / dayMs)) - 1

const firstDayOf = ({ startMs }: Interval, days: readonly Interval[]): number =>
  Math.max(0, Math.floor((startMs - (days[0]?.startMs ?? 0)) / dayMs))

/** Each day's part of some time. The days follow each other without a gap. */
function byDay(intervals: readonly Interval[], days: readonly Interval[]): Interval[][] {
  const parts: Interval[][] = days.map(() => [])
  for (const { startMs, endMs } of intervals) {
    for (let index = firstDayOf({ startMs, endMs }, days); index < days.length; index += 1) {
      const day = days[index]
      if (day === undefined || day.startMs >= endMs) break
      const part = { startMs: Math.max(startMs, day.startMs), endMs: Math.min(endMs, day.endMs) }
      if (part.startMs < part.endMs) parts[index]?.push(part)
    }
  }
  return parts
}
