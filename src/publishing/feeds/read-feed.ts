import type { FeedState } from '#contract'

/** A component of a page of a provider. */
export interface RemoteComponent {
  readonly id: string
  readonly name: string
  readonly group: string | null
  readonly state: FeedState
}

/** The content of a page of a provider. */
export interface RemotePage {
  readonly name: string
  readonly state: FeedState
  readonly components: readonly RemoteComponent[]
}

const componentsMax = 2000
const nameLength = 200
const idLength = 100

const ofIndicator = new Map<unknown, FeedState>([
  ['none', 'OPERATIONAL'],
  ['minor', 'DEGRADED_PERFORMANCE'],
  ['major', 'PARTIAL_OUTAGE'],
  ['critical', 'MAJOR_OUTAGE'],
  ['maintenance', 'UNDER_MAINTENANCE'],
])
const ofStatus = new Map<unknown, FeedState>([
  ['operational', 'OPERATIONAL'],
  ['degraded_performance', 'DEGRADED_PERFORMANCE'],
  ['partial_outage', 'PARTIAL_OUTAGE'],
  ['major_outage', 'MAJOR_OUTAGE'],
  ['under_maintenance', 'UNDER_MAINTENANCE'],
])

/** Reads a `summary.json` in the format of Statuspage, whatever else it contains. Null when it is none. */
export function readFeed(text: string): RemotePage | null {
  const { page, status, components } = fieldsOf(parsed(text))
  const name = nameOf(fieldsOf(page)['name'])
  if (name === null || !Array.isArray(components)) return null
  const known = components.slice(0, componentsMax).map(fieldsOf)
  const groups = new Map(known.filter(({ group }) => group === true).map(({ id, name: group }) => [id, nameOf(group)]))
  return {
    name,
    state: ofIndicator.get(fieldsOf(status)['indicator']) ?? 'UNKNOWN',
    components: known.flatMap((component) => componentOf(component, groups)),
  }
}

function componentOf(fields: Fields, groups: ReadonlyMap<unknown, string | null>): RemoteComponent[] {
  const [{ id }, name] = [fields, nameOf(fields['name'])]
  if (typeof id !== 'string' || id === '' || id.length > idLength || name === null) return []
  return [
    { id, name, group: groups.get(fields['group_id']) ?? null, state: ofStatus.get(fields['status']) ?? 'UNKNOWN' },
  ]
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Without control characters and marks that change the direction of text; null when nothing is left. */
function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = value
    .slice(0, 4 * nameLength)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, nameLength)
    .toWellFormed()
  return name === '' ? null : name
}
