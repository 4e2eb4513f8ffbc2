import { downtime, lengthOf, subtract, union, uptimePercent } from '#uptime'
import type { Interval } from '#uptime'
import type { PublicDay, PublicService, PublicState } from './public-status-page.ts'
import { publicStates } from './public-status-page.ts'
import type { IncidentOutline } from './read-incidents.ts'
import { isUnderWay } from './read-maintenances.ts'
import type { MaintenanceOutline } from './read-maintenances.ts'
import { dateOf, dayMs } from './utc-days.ts'

/** What happened to one service. */
export interface ServiceEvents {
  readonly name: string
  readonly createdAtMs: number
  readonly incidents: readonly IncidentOutline[]
  /** Those that show the services they affect; others neither mark a day nor excuse a downtime (semantics 7.2). */
  readonly maintenances: readonly MaintenanceOutline[]
}

interface Mark {
  readonly state: PublicState
  readonly name: string | null
  readonly intervals: readonly Interval[]
}

export const worstState = (states: readonly PublicState[]): PublicState =>
  publicStates.findLast((state) => states.includes(state)) ?? 'OPERATIONAL'

/** A service with its days, oldest first, of which the last ends now. */
export function publicService(events: ServiceEvents, days: readonly Interval[]): PublicService {
  const maintenances = union(events.maintenances.flatMap(({ interval }) => interval ?? []))
  const incidents = events.incidents.flatMap(({ interval }) => interval ?? [])
  const startMs = days[0]?.startMs ?? 0
  const window = { startMs, endMs: days.at(-1)?.endMs ?? startMs }
  const down = downtime({ incidents, maintenances }, window)
  const marks: Mark[] = [
    ...events.incidents.map(({ severity, name, interval }) => ({
      state: severity,
      name,
      intervals: interval === null ? [] : subtract([interval], maintenances),
    })),
    { state: 'MAINTENANCE', name: null, intervals: maintenances },
  ]
  const marksOn = marksByDay(marks, days)
  const downOn = byDay(down, days)
  return {
    name: events.name,
    state: stateNow(events),
    uptimePercent: uptimePercent({ incidents, maintenances }, window),
    days: days.map((day, index) => publicDay(day, marksOn[index] ?? [], downOn[index] ?? [], events.createdAtMs)),
  }
}

function publicDay(day: Interval, marks: readonly Mark[], down: readonly Interval[], createdAtMs: number): PublicDay {
  const isBefore = marks.length === 0 && day.startMs + dayMs <= createdAtMs
  return {
    date: dateOf(day.startMs),
    state: isBefore ? null : worstState(marks.map(({ state }) => state)),
    downtimeSeconds: Math.round(lengthOf(down) / 1000),
    incidents: [...new Set(marks.flatMap(({ name }) => name ?? []))],
  }
}

/** An open incident counts now even where a maintenance excuses it. */
function stateNow({ incidents, maintenances }: ServiceEvents): PublicState {
  const open = incidents.filter(({ endMs }) => endMs === null).map(({ severity }) => severity)
  return worstState([...open, ...(maintenances.some(isUnderWay) ? ['MAINTENANCE' as const] : [])])
}

/** The marks that have time on each day. */
function marksByDay(marks: readonly Mark[], days: readonly Interval[]): Mark[][] {
  const found: Mark[][] = days.map(() => [])
  for (const mark of marks)
    for (const [index, parts] of byDay(mark.intervals, days).entries()) if (parts.length > 0) found[index]?.push(mark)
  return found
}

/** Each day's part of some time. The days follow each other without a gap. */
function byDay(intervals: readonly Interval[], days: readonly Interval[]): Interval[][] {
  const firstMs = days[0]?.startMs ?? 0
  const parts: Interval[][] = days.map(() => [])
  for (const { startMs, endMs } of intervals) {
    const first = Math.max(0, Math.floor((startMs - firstMs) / dayMs))
    for (let index = first; index < days.length; index += 1) {
      const day = days[index]
      if (day === undefined || day.startMs >= endMs) break
      const part = { startMs: Math.max(startMs, day.startMs), endMs: Math.min(endMs, day.endMs) }
      if (part.startMs < part.endMs) parts[index]?.push(part)
    }
  }
  return parts
}
