import { now } from '../../time/page-time.ts'
import { formatDuration } from '../../ui/format.ts'
import type { Cause, Incident } from './api.ts'
import { affectedText } from './states.ts'
import type { Values } from './template-text.ts'

/** A time as readers of every time zone understand it. */
const utc = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

/** The values of variables of templates in an incident at this moment. */
export function valuesOf(incident: Incident): Values {
  const { openedBy, alerts, resolvedAt, startedAt } = incident
  const checkName = openedBy?.checkName ?? null
  const reason = alerts.findLast(({ error }) => error !== null)?.error ?? null
  const endMs = resolvedAt === null ? now() : Date.parse(resolvedAt)
  return {
    incidentName: incident.name,
    affected: affectedText(incident),
    startedAt: utc(startedAt),
    duration: formatDuration(Math.max(0, endMs - Date.parse(startedAt))),
    ...(checkName !== null && { checkName }),
    ...(reason !== null && { reason }),
  }
}

/** The same in an incident that is opened, for some checks or none, about services or components with these names. */
export function valuesOfCauses([first]: readonly Cause[], affected: string): Values {
  const known = affected === '' ? {} : { affected }
  if (first === undefined) return known
  const { name: checkName, since, reason } = first
  return {
    ...known,
    checkName,
    ...(since !== null && {
      startedAt: utc(since),
      duration: formatDuration(Math.max(0, now() - Date.parse(since))),
    }),
    ...(reason !== null && { reason }),
  }
}
