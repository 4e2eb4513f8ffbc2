import { parseInstant } from '#kernel'
import { MaintenanceVisibilityBodySchema, withDefaults } from '#contract'
import type { MaintenanceVisibility, MaintenanceWindowUpdateBody, Violation } from '#contract'
import { calendarDateOf, isCalendarDate, isTimeZone, shortestCycleMs } from '#schedule'
import type { NewMaintenanceWindow } from '#storage/maintenances'
import { pickGiven } from '../checks/pick-given.ts'
import { rejectField } from '../reject-field.ts'
import { timesOf } from './window-times.ts'

/**
 * A window with the fields of a body replaced. Throws TIME_RANGE_INVALID for a malformed time, and BODY_INVALID naming
 * the field for contradicting fields.
 */
export function applyWindowBody<W extends NewMaintenanceWindow>(before: W, body: MaintenanceWindowUpdateBody): W {
  const plain = pickGiven(body, [
    'name',
    'description',
    'repeatUnit',
    'repeatInterval',
    'tags',
    'pauseAllChecks',
    'silenceAlertsTags',
    'silenceAllAlerts',
    'notifyAfterEnd',
  ])
  const after: W = {
    ...before,
    ...plain,
    ...(body.startsAt !== undefined && { startsAt: new Date(parseInstant('startsAt', body.startsAt)) }),
    ...(body.endsAt !== undefined && { endsAt: new Date(parseInstant('endsAt', body.endsAt)) }),
    ...(body.repeatEndsAt !== undefined && { repeatEndsAt: calendarDate(body.repeatEndsAt) }),
    ...(body.timezone !== undefined && { timezone: timeZone(body.timezone) }),
    visibility: body.statusPageVisibility ? visibilityOf(body.statusPageVisibility) : before.visibility,
  }
  validateTimes(after)
  validateVisibility(after.visibility)
  return after
}

/** The date as it was sent: its time of day is ignored. */
function calendarDate(text: string | null): string | null {
  if (text === null) return null
  const date = text.slice(0, 10)
  if (!isCalendarDate(date))
    rejectField('repeatEndsAt', 'must be a calendar date such as 2026-12-31', {
      rule: 'format',
      parameters: { format: 'date' },
    })
  return date
}

function timeZone(name: string | null): string | null {
  if (name !== null && !isTimeZone(name))
    rejectField('timezone', 'must be the IANA name of a time zone such as Europe/Berlin', {
      rule: 'format',
      parameters: { format: 'time-zone' },
    })
  return name
}

/** It replaces the stored object completely; omitted fields get the default of a new window. */
export function visibilityOf(body: Partial<MaintenanceVisibility>): MaintenanceVisibility {
  const after = filled(body)
  return { ...after, statusPageIds: lowerCase(after.statusPageIds), serviceIds: lowerCase(after.serviceIds) }
}

/** The cast is safe because the schema has a default for every field. */
const filled = (body: Partial<MaintenanceVisibility>): MaintenanceVisibility =>
  withDefaults(MaintenanceVisibilityBodySchema, body) as MaintenanceVisibility

/** Ids are compared as strings where pages and incidents search for them. */
const lowerCase = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]

const notBeforeStart: Violation = { rule: 'notBefore', parameters: { field: 'startsAt' } }

function validateTimes(window: NewMaintenanceWindow): void {
  const times = timesOf(window)
  const lengthMs = times.endsAtMs - times.startsAtMs
  if (lengthMs < 0) rejectField('endsAt', 'must not be before startsAt', notBeforeStart)
  const cycleMs = shortestCycleMs(times)
  if (cycleMs === null) return
  if (lengthMs > cycleMs)
    rejectField('endsAt', 'must not be later than the next repetition of startsAt', {
      rule: 'withinCycle',
      parameters: { field: 'startsAt' },
    })
  if (window.repeatEndsAt !== null && window.repeatEndsAt < calendarDateOf(times.startsAtMs, window.timezone))
    rejectField('repeatEndsAt', 'must not be before the day of startsAt', notBeforeStart)
}

function validateVisibility({ affectAllServices, serviceIds, statusPageIds }: MaintenanceVisibility): void {
  const path = 'statusPageVisibility'
  if (affectAllServices && serviceIds.length > 0)
    rejectField(`${path}.serviceIds`, 'must be empty when affectAllServices is true', { rule: 'empty', parameters: {} })
  if (statusPageIds.length > 0 && serviceIds.length === 0 && !affectAllServices)
    rejectField(`${path}.statusPageIds`, 'needs serviceIds or affectAllServices', {
      rule: 'needs',
      parameters: { fields: ['serviceIds', 'affectAllServices'] },
    })
}
