import { isFields } from '#contract'
import { isLong, isMasked } from './sealed-form.ts'

/** A value as people may see it, next to the value that it is compared with. */
export interface ShownValues {
  /** Absent: the property is not there. */
  readonly before?: unknown
  readonly after?: unknown
  /** The property itself is a secret. */
  readonly secret?: true
}

/** Both values of a property, with `{ $masked: "same" | "changed" }` in place of secrets and `{ $hash }` of long texts. */
export function shownValues({ before, after }: { readonly before: unknown; readonly after: unknown }): ShownValues {
  // A value that was not a secret before may be the secret of now.
  const isSecret = isMasked(before) || isMasked(after)
  return {
    ...(before !== undefined && { before: isSecret ? changed : shown(before, after) }),
    ...(after !== undefined && { after: isSecret ? changed : shown(after, before) }),
    ...(isSecret && { secret: true }),
  }
}

const changed = { $masked: 'changed' } as const

function shown(value: unknown, other: unknown): unknown {
  if (isMasked(value)) return { $masked: isMasked(other) && digestOf(value) === digestOf(other) ? 'same' : 'changed' }
  if (isMasked(other)) return changed
  if (isLong(value) || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return shownList(value, other)
  const others = isFields(other) ? other : {}
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shown(part, others[name])]))
}

/** Lists of different lengths do not say which of their items are the same. */
const shownList = (list: readonly unknown[], other: unknown): unknown =>
  Array.isArray(other) && other.length !== list.length && (hasMask(list) || hasMask(other))
    ? changed
    : list.map((item, index) => shown(item, Array.isArray(other) ? other[index] : undefined))

const hasMask = (value: unknown): boolean =>
  isMasked(value) || (value !== null && typeof value === 'object' && Object.values(value).some(hasMask))

const digestOf = (value: unknown): unknown => Object(value).$masked
