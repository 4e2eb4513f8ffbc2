import type { ListedIncident } from './api.ts'

/** A part of the list: what is open, or what began in one month. */
export interface Section {
  /** The first instant of the month; null: what is open. */
  readonly month: Date | null
  readonly incidents: readonly ListedIncident[]
}

/** Open incidents, then the resolved ones by the month in which they began, the latest first; each once. */
export function sectionsOf(incidents: readonly ListedIncident[]): readonly Section[] {
  const known = [...new Map(incidents.map((one) => [one.id, one])).values()]
  const open = known.filter(({ resolvedAt }) => resolvedAt === null)
  const over = known.filter(({ resolvedAt }) => resolvedAt !== null)
  const byMonth = Map.groupBy(
    over.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt)),
    ({ startedAt }) => monthOf(startedAt).getTime(),
  )
  return [
    ...(open.length > 0 ? [{ month: null, incidents: open }] : []),
    ...[...byMonth].map(([ms, found]) => ({ month: new Date(ms), incidents: found })),
  ]
}

const monthOf = (at: string): Date => new Date(new Date(at).getFullYear(), new Date(at).getMonth())
