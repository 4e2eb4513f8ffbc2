import { isFields } from '#contract'
import { stableJson } from '../stable-json.ts'
import { isLong, isMasked } from './sealed-form.ts'

/** A property that two sealed forms have different values of. */
export interface Difference {
  /** Names the property in every form, however its lists are ordered. */
  readonly place: string
  /** A JSON Pointer (RFC 6901) into the form that has it; into the later one where both have. */
  readonly path: string
  /** Undefined: it is not there. */
  readonly before: unknown
  readonly after: unknown
}

const top = { place: '', path: '' }

/**
 * The properties that differ, as deep inside of objects as possible. Items of lists that have a `key` or a `path` are
 * compared with the item of that name, whatever the order; other lists are compared item by item if they have as many.
 */
export function differencesOf(before: unknown, after: unknown, at = top): Difference[] {
  if (stableJson(before ?? null) === stableJson(after ?? null)) return []
  const parts = partsOf(before, after)
  return parts === null ? [{ ...at, before, after }] : ofParts(...parts, at)
}

/** The parts of two values that are compared one by one; null for values that are compared as a whole. */
function partsOf(before: unknown, after: unknown): readonly [readonly Part[], readonly Part[]] | null {
  if (isPlain(before) && isPlain(after)) return [Object.entries(before), Object.entries(after)]
  if (!isListOf(before, isPlain) || !isListOf(after, isPlain)) return null
  if (before.every(hasName) && after.every(hasName)) return [named(before), named(after)]
  return before.length === after.length ? [Object.entries(before), Object.entries(after)] : null
}

/** The name of a part, its value, and its key or place in the whole where that differs from the name. */
type Part = readonly [name: string, value: unknown, step?: string]

function ofParts(before: readonly Part[], after: readonly Part[], at: typeof top): Difference[] {
  const [old, new_] = [before, after].map((parts) => new Map(parts.map((part) => [part[0], part])))
  const names = new Set([...before, ...after].map(([name]) => name))
  return [...names].flatMap((name) => {
    const [earlier, later] = [old?.get(name), new_?.get(name)]
    const step = later?.[2] ?? earlier?.[2] ?? name
    return differencesOf(earlier?.[1], later?.[1], {
      place: `${at.place}/${escaped(name)}`,
      path: `${at.path}/${escaped(step)}`,
    })
  })
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isFields(value) && !isMasked(value) && !isLong(value)

const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] =>
  Array.isArray(value) && value.every(isItem)

type Named = Readonly<Record<string, unknown>>

const nameOf = ({ key, path }: Named): unknown => key ?? path

const hasName = (item: Named): boolean => typeof nameOf(item) === 'string'

/** Headers may have a name several times. */
function named(list: readonly Named[]): Part[] {
  const seen = new Map<string, number>()
  return list.map((item, index) => {
    const name = String(nameOf(item))
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return [`${name}#${count}`, item, String(index)]
  })
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
