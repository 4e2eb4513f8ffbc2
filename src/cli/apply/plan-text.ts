import type { DiffEntry } from '#contract'
import { kindOfType } from '#resource-files'

/** The changes among the entries of a difference. */
export const changesIn = (diff: readonly DiffEntry[]): readonly DiffEntry[] => diff.filter(({ changed }) => changed)

const marks = { CREATE: '+', UPDATE: '~', DELETE: '-', DETACHED: '○' } as const
const planned = {
  CREATE: 'to create',
  UPDATE: 'to update',
  DELETE: 'to delete',
  DETACHED: 'to keep without a project',
} as const
const past = { CREATE: 'created', UPDATE: 'updated', DELETE: 'deleted', DETACHED: 'kept without a project' } as const
const order = ['CREATE', 'UPDATE', 'DELETE', 'DETACHED'] as const

/** A line for each resource that would change, and a sentence that counts. */
export function planText(diff: readonly DiffEntry[]): string {
  const changes = changesIn(diff)
  const lines = order.flatMap((action) => changes.filter((entry) => entry.action === action).map(lineOf))
  return `${[...lines, ...(lines.length > 0 ? [''] : []), planCounts(diff)].join('\n')}\n`
}

const lineOf = (entry: DiffEntry): string =>
  `  ${marks[entry.action]} ${describe(entry)}${entry.adopted ? ' (adopted)' : ''}`

const describe = ({ type, logicalId }: DiffEntry): string => {
  const [, owner, target] = logicalId.split('#')
  const kind = kindOfType(type)
  if (kind !== undefined || target === undefined) return `${kind?.noun ?? type} ${logicalId}`
  return `${type === 'alert-channel-subscription' ? 'notify' : 'run'} ${owner} → ${target}`
}

function planCounts(diff: readonly DiffEntry[]): string {
  const counts = countsOf(diff, planned)
  const unchanged = diff.length - changesIn(diff).length
  if (counts.length === 0) return `Nothing to change: ${things(unchanged)} as the files say.`
  return `Plan: ${counts.join(', ')}; ${unchanged} unchanged.`
}

const things = (count: number): string => (count === 1 ? '1 resource is' : `${count} resources are`)

/** A sentence that counts the changes that were made. */
export const appliedText = (diff: readonly DiffEntry[]): string =>
  `Applied: ${countsOf(diff, past).join(', ') || 'nothing changed'}.\n`

const countsOf = (diff: readonly DiffEntry[], words: Readonly<Record<DiffEntry['action'], string>>): string[] =>
  order.flatMap((action) => {
    const count = changesIn(diff).filter((entry) => entry.action === action).length
    return count === 0 ? [] : [`${count} ${words[action]}`]
  })
