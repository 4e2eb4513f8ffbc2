import { isFields } from '#contract'
import type { Part } from '../../counterparts/yaml-documents.ts'
import { SourceProblem } from '../../imported.ts'

type Fields = Readonly<Record<string, unknown>>

/** The parts of a configuration as one: objects deeply, lists one after the other. A value that two files set is a mistake. */
export const mergedParts = (parts: readonly Part[]): Fields =>
  parts.reduce<Fields>((merged, { path, value }) => mergedFields(merged, value, path), {})

function mergedFields(into: Fields, from: Fields, path: string): Fields {
  const merged: Record<string, unknown> = { ...into }
  for (const [name, value] of Object.entries(from)) {
    const known = Object.hasOwn(merged, name) ? merged[name] : undefined
    const joined = joinedOf(known, value, path)
    if (joined !== undefined) define(merged, name, joined)
    else if (value !== null && known !== value)
      throw new SourceProblem(
        `${path} sets ${name.slice(0, 80)}, which another file sets as well: leave one of them out.`,
      )
  }
  return merged
}

/** Undefined where both cannot be had. */
function joinedOf(known: unknown, value: unknown, path: string): unknown {
  if (known === undefined || known === null) return value
  if (Array.isArray(known) && Array.isArray(value)) return [...known, ...value]
  return isFields(known) && isFields(value) ? mergedFields(known, value, path) : undefined
}

const define = (fields: Record<string, unknown>, name: string, value: unknown): unknown =>
  Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
