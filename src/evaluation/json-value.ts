import { compareDecimals, decimalIn, JsonNumber, parseExactJson } from '#kernel'
import type { Decimal } from '#kernel'

export const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof JsonNumber)

export const isNumber = (value: unknown): value is number | JsonNumber =>
  typeof value === 'number' || value instanceof JsonNumber

/** The number of direct children of an array or object. */
export const childCount = (value: unknown): number =>
  Array.isArray(value) ? value.length : isContainer(value) ? Object.keys(value).length : 0

/** Deep equality of JSON values; the order of an object's keys does not matter. */
export function jsonEquals(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0
  if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return false
  const others = new Map(Object.entries(right))
  const entries = Object.entries(left)
  return (
    entries.length === others.size &&
    entries.every(([key, item]) => others.has(key) && jsonEquals(item, others.get(key)))
  )
}

/** Below 0, 0 or above 0; NaN where one of them has no place. */
export function compareNumbers(left: number | JsonNumber, right: number | JsonNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [one, other] = [decimalOf(left), decimalOf(right)]
  return one === null || other === null ? Number.NaN : compareDecimals(one, other)
}

/** The JSON object or array in a string, or undefined. */
export function parseContainer(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

const longestNumericString = 400

/** A finite decimal number, given as a number or as a string that contains nothing else; otherwise null. */
export function decimalOf(value: unknown): Decimal | null {
  if (value instanceof JsonNumber) return value.decimal
  if (typeof value === 'number') return decimalIn(String(value))
  return typeof value === 'string' && value.length <= longestNumericString ? decimalIn(value) : null
}

/** The number of values in `value`, itself included, counted up to `limit`. */
export function valueSize(value: unknown, limit: number): number {
  const waiting: unknown[] = [value]
  let size = 0
  while (waiting.length > 0 && size < limit) {
    const next = waiting.pop()
    size++
    if (!isContainer(next)) continue
    for (const child of Object.values(next)) {
      if (waiting.length >= limit) break
      waiting.push(child)
    }
  }
  return size
}

/** A value as text: a string unchanged, everything else as JSON. At most `limit` characters. */
export const valueText = (value: unknown, limit: number, spend: (units: number) => void): string =>
  typeof value === 'string' ? value.slice(0, limit) : jsonText(value, limit, spend)

const maxDisplayedDepth = 200

/**
 * JSON that stops after `limit` characters, because the document may have many megabytes. `spend` is called with the
 * number of keys listed.
 */
export function jsonText(value: unknown, limit: number, spend: (units: number) => void): string {
  const parts: string[] = []
  let left = limit
  const write = (text: string): void => {
    parts.push(text)
    left -= text.length
  }
  const walk = (item: unknown, depth: number): void => {
    if (left <= 0) return
    if (!isContainer(item)) return write(scalarText(item, left))
    if (depth > maxDisplayedDepth) return write('"…"')
    if (Array.isArray(item)) return walkArray(item, depth)
    spend(childCount(item))
    write('{')
    Object.entries(item).every(([key, child], index) => {
      write(`${index > 0 ? ',' : ''}${scalarText(key, left)}:`)
      walk(child, depth + 1)
      return left > 0
    })
    write('}')
  }
  const walkArray = (items: readonly unknown[], depth: number): void => {
    write('[')
    items.every((child, index) => {
      if (index > 0) write(',')
      walk(child, depth + 1)
      return left > 0
    })
    write(']')
  }
  walk(value, 0)
  return parts.join('').slice(0, limit)
}

const scalarText = (value: unknown, limit: number): string =>
  value instanceof JsonNumber
    ? String(value)
    : (JSON.stringify(typeof value === 'string' ? value.slice(0, Math.max(0, limit)) : value) ?? 'null')
