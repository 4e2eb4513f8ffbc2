import type { DiffEntry, PlanEntry } from '#contract'
import { kindOfType } from '#resource-files'
import { changeLines } from './change-lines.ts'

type Entry = DiffEntry | PlanEntry

/** The changes among the entries of a difference. */
export const changesIn = <E extends Entry>(diff: readonly E[]): readonly E[] => diff.filter(({ changed }) => changed)

const marks = { CREATE: '+', UPDATE: '~', DELETE: '-', DETACHED: '○', DETACH: '○', UNCHANGED: '=' } as const
const planned = {
  CREATE: 'to create',
  UPDATE: 'to update',
  DELETE: 'to delete',
  DETACHED: 'to keep without a project',
  DETACH: 'to keep without a project',
  UNCHANGED: 'unchanged',
} as const
const past = {
  CREATE: 'created',
  UPDATE: 'updated',
  DELETE: 'deleted',
  DETACHED: 'kept without a project',
  DETACH: 'kept without a project',
  UNCHANGED: 'unchanged',
} as const
const order = ['CREATE', 'UPDATE', 'DELETE', 'DETACHED', 'DETACH'] as const

/** How people know a resource; by default its name in the files. */
export type NameOf = (resource: Pick<Entry, 'type' | 'logicalId'>) => string

/** A line for each resource that would change, with one for each of its properties, and a sentence that counts. */
export function planText(diff: readonly PlanEntry[], nameOf: NameOf = ({ logicalId }) => logicalId): string {
  const changes = changesIn(diff)
  const lines = order.flatMap((action) =>
    changes.filter((entry) => entry.action === action).flatMap((entry) => linesOf(entry, nameOf)),
  )
  return `${[...lines, ...(lines.length > 0 ? [''] : []), planCounts(diff)].join('\n')}\n`
}

const linesOf = (entry: PlanEntry, nameOf: NameOf): string[] => [
  `  ${marks[entry.action]} ${describe(entry, nameOf)}${noteOf(entry)}`,
  ...changeLines(entry.changes ?? []),
]

function noteOf({ action, origin, adopted }: PlanEntry): string {
  if (adopted) return ' (adopted)'
  if (origin !== 'remote') return ''
  return action === 'CREATE' ? ' (deleted by hand)' : ' (changed by hand)'
}

const describe = ({ type, logicalId }: Entry, nameOf: NameOf): string => {
  const [, owner, target] = logicalId.split('#')
  const kind = kindOfType(type)
  if (kind !== undefined || target === undefined) return `${kind?.noun ?? type} ${nameOf({ type, logicalId })}`
  return `${type === 'alert-channel-subscription' ? 'notify' : 'run'} ${owner} → ${target}`
}

function planCounts(diff: readonly Entry[]): string {
  const counts = countsOf(diff, planned)
  const unchanged = diff.length - changesIn(diff).length
  if (counts.length === 0) return `Nothing to change: ${things(unchanged)} as the files say.`
  return `Plan: ${counts.join(', ')}; ${unchanged} unchanged.`
}

const things = (count: number): string => (count === 1 ? '1 resource is' : `${count} resources are`)

/** A sentence that counts the changes that were made. */
export const appliedText = (diff: readonly DiffEntry[]): string =>
  `Applied: ${countsOf(diff, past).join(', ') || 'nothing changed'}.\n`

const countsOf = (diff: readonly Entry[], words: Readonly<Record<Entry['action'], string>>): string[] =>
  order.flatMap((action) => {
    const count = changesIn(diff).filter((entry) => entry.action === action).length
    return count === 0 ? [] : [`${count} ${words[action]}`]
  })
