import type { SourcePosition } from './messages.ts'

const maxText = 20_000
const maxFields = 100

/** An own field of an object; undefined for anything else. */
export const valueAt = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxText) : '')
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? textOf(value) : null)
export const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
export const itemsOf = (value: unknown, max: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, max) : []

export const nameOf = <const V extends string>(names: readonly V[], value: unknown): V | null =>
  names.find((name) => name === value) ?? null
export const oneOf = <const V extends string>(names: readonly V[], value: unknown, otherwise: V): V =>
  nameOf(names, value) ?? otherwise

export const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(fieldsOf(value).map(([name, item]) => [name.slice(0, 200), textOf(item)]))
export const timingsOf = (value: unknown): Record<string, number> =>
  Object.fromEntries(fieldsOf(value).map(([name, item]) => [name.slice(0, 200), numberOf(item)]))

const fieldsOf = (value: unknown): [string, unknown][] =>
  Object.entries(value !== null && typeof value === 'object' ? value : {}).slice(0, maxFields)

export function positionOf(value: unknown): SourcePosition | null {
  const file = textOrNull(valueAt(value, 'file'))
  if (file === null) return null
  return { file, line: numberOf(valueAt(value, 'line')), column: numberOf(valueAt(value, 'column')) }
}
