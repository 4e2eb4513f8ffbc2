import { operations, proposableOperations } from '#contract'
import type { OperationId, OperationRow } from '#contract'

/** Operations that only read and answer JSON; those for the command line tool of the hosted product aside. */
export const callableOperations: readonly OperationId[] = Object.entries<OperationRow>(operations)
  .filter(
    ([, { method, success, path, access }]) =>
      method === 'GET' && success.schema !== undefined && !path.startsWith('/next/') && access !== 'public',
  )
  .map(([id]) => id as OperationId)

interface FoundOperation {
  readonly operation: OperationId
  readonly summary: string
  readonly path: string
  /** Of the path and of the query. */
  readonly arguments: readonly string[]
}

const maxFound = 12

/** The operations with the most of these words in name, path or summary. */
export function findOperations(text: string): readonly FoundOperation[] {
  const words =
    text
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.map((word) => word.replace(/s$/, '')) ?? []
  const scored = callableOperations.map((operation) => {
    const { summary, path }: OperationRow = operations[operation]
    const searched = `${operation} ${path} ${summary}`.toLowerCase()
    return { operation, score: words.filter((word) => searched.includes(word)).length }
  })
  const best = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  return best.slice(0, maxFound).map(({ operation }) => described(operation))
}

function described(operation: OperationId): FoundOperation {
  const { summary, path, params, query }: OperationRow = operations[operation]
  const names = [...Object.keys(params?.properties ?? {}), ...Object.keys(query?.properties ?? {})]
  return { operation, summary, path, arguments: names }
}

/** The parameters and the body of an operation that can be called or proposed, or one field of the body; null without one. */
export function describeOperation(operation: unknown, field: unknown): object | null {
  const id = [...callableOperations, ...proposableOperations].find((one) => one === operation)
  if (id === undefined) return null
  const { summary, path, params, query, body }: OperationRow = operations[id]
  if (field === undefined) return { operation: id, summary, path, params, query, body }
  const { properties = {} } = Object(body ?? {})
  return typeof field === 'string' && Object.hasOwn(properties, field) ? { [field]: properties[field] } : null
}
