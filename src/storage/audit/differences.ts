import type { AuditChange } from '#contract'
import { HiddenValue } from './hidden-values.ts'

type Fields = Readonly<Record<string, unknown>>

/** Scripts are kept in the check; the log says that they changed and how they begin. */
const longestText = 2_000
const mostChanges = 200

/** The differences between two versions of a resource, by path; null where it did not exist. Secrets become asterisks. */
export function differencesOf(before: Fields | null, after: Fields | null): AuditChange[] {
  const found: AuditChange[] = []
  compareFields('', before ?? {}, after ?? {}, found)
  return found
    .slice(0, mostChanges)
    .map((change) => ({ path: change.path, before: shown(change.before), after: shown(change.after) }))
}

function compareFields(path: string, before: Fields, after: Fields, found: AuditChange[]): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    compare(path === '' ? name : `${path}.${name}`, before[name], after[name], found)
}

function compare(path: string, before: unknown, after: unknown, found: AuditChange[]): void {
  if (isFields(before) && isFields(after)) return compareFields(path, before, after, found)
  if (Array.isArray(before) && Array.isArray(after) && areOfFields(before, after))
    return before.forEach((item, index) => compare(`${path}[${index}]`, item, after[index], found))
  if (areSame(before, after)) return
  found.push({ path, before: before ?? null, after: after ?? null })
}

const areOfFields = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === after.length && [...before, ...after].every(isFields)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof HiddenValue)

/** Leaving a field empty is the same as leaving it out. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && !(value instanceof HiddenValue) && Object.keys(value).length === 0)

const areSame = (before: unknown, after: unknown): boolean =>
  (isNothing(before) && isNothing(after)) || JSON.stringify(before) === JSON.stringify(after)

function shown(value: unknown): unknown {
  if (value instanceof HiddenValue) return shown(value.shown)
  if (typeof value === 'string')
    return value.length <= longestText ? value : `${value.slice(0, longestText)}… (${value.length} characters)`
  if (Array.isArray(value)) return value.slice(0, mostChanges).map(shown)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shown(item)]))
}
