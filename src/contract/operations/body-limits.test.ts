import { expect, it } from 'vitest'
import { bodyLimitOf, bodyLimits } from './body-limits.ts'
import { operations } from './index.ts'
import type { OperationRow } from './row.ts'

const rows: Readonly<Record<string, OperationRow>> = operations
const withBody = Object.entries(rows).filter(([, { body }]) => body !== undefined)

/** The parts of a schema that determine the length of its JSON. */
interface Rules {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Rules[]
  readonly oneOf?: readonly Rules[]
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: Rules
  readonly properties?: Readonly<Record<string, Rules>>
}

/** Strings without a maximum length have a format or a pattern that bounds them. */
const shortText = 64
const maxNumberLength = 24

/** The characters of the longest JSON that a schema allows, objects of any content omitted. */
function maxJsonLength(rules: Rules): number {
  const variants = rules.anyOf ?? rules.oneOf
  if (variants) return Math.max(...variants.map(maxJsonLength))
  const values = rules.enum ?? ('const' in rules ? [rules.const] : [])
  if (values.length > 0) return Math.max(...values.map((value) => JSON.stringify(value).length))
  return maxLengthOfType([rules.type].flat()[0], rules)
}

function maxLengthOfType(type: string | undefined, { maxLength, maxItems, items, properties }: Rules): number {
  if (type === 'string') return 2 + (maxLength ?? shortText)
  if (type === 'array') return 2 + (maxItems ?? 0) * (1 + maxJsonLength(items ?? {}))
  if (type !== 'object') return maxNumberLength
  const fields = Object.entries(properties ?? {})
  return fields.reduce((sum, [name, part]) => sum + name.length + 4 + maxJsonLength(part), 2)
}

const rulesOf = (row: OperationRow): Rules => row.body ?? {}

it.each(withBody)('%s takes every body its schema allows, or the largest there are', (_id, row) => {
  const needed = Math.min(maxJsonLength(rulesOf(row)), bodyLimits.largest)
  expect(bodyLimitOf(row)).toBeGreaterThanOrEqual(needed)
})

/** Most of their bodies are objects of any content, whose length no schema says. */
const ofAnyContent: readonly string[] = ['endReportedResultNext']

it.each(withBody.filter(([id, { bodySize }]) => bodySize !== undefined && !ofAnyContent.includes(id)))(
  '%s needs more than the default limit',
  (_id, row) => {
    // A character of a string takes up to three bytes.
    expect(maxJsonLength(rulesOf(row)) * 3).toBeGreaterThan(bodyLimits.standard)
  },
)
