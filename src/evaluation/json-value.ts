import { jsonpath } from 'json-p3'

export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The number of direct children of an array or object. */
export const childCount = (value: unknown): number =>
  Array.isArray(value) ? value.length : isContainer(value) ? Object.keys(value).length : 0

/** Deep equality of JSON values; the order of an object's keys does not matter. */
export const jsonEquals = (left: unknown, right: unknown): boolean => jsonpath.expressions.compare(left, '==', right)

/** The JSON object or array in a string, or undefined. */
export function parseContainer(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A finite decimal number, given as a number or as a string that contains nothing else; otherwise null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.length > 400) return null
  const text = value.trim()
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? numberOf(Number(text)) : null
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
  JSON.stringify(typeof value === 'string' ? value.slice(0, Math.max(0, limit)) : value) ?? 'null'
