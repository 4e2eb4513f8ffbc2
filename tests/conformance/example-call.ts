import { operations } from '#contract'
import type { OperationId, OperationRow } from '#contract'
import { exampleOf } from './example-of.ts'
import { exampleParams } from './example-params.ts'
import { examples } from './examples.ts'
import type { Example } from './examples.ts'
import type { OperationCall } from './inject-operation.ts'
import type { SeededAccount } from './seeded-account.ts'

/** A call of an operation with everything right, about what a seeded account has. */
export function exampleCall(id: OperationId, seed: SeededAccount): Omit<OperationCall, 'key'> {
  const row: OperationRow = operations[id]
  const example: Example = examples[id] ?? {}
  const body = example.body?.(seed) ?? (row.body && exampleOf(row.body))
  return {
    params: { ...exampleParams(seed), ...example.params?.(seed) },
    ...(example.query ? { query: example.query } : {}),
    ...(body === undefined ? {} : { body }),
  }
}
