import { dropInBodies, dropInStatuses } from '#contract'
import type { OperationRow } from '#contract'
import type { TSchema } from 'typebox'

/**
 * The name of a service whose clients are those of the hosted product, served as they expect (docs/compatibility.md).
 */
export const dropInName = 'checkly'

type Table = Readonly<Record<string, OperationRow>>

/** The operations as a service of this name answers them. */
export function servedOperations(operations: Table, serviceName: string): Table {
  if (serviceName !== dropInName) return operations
  return Object.fromEntries(Object.entries(operations).map(([id, row]) => [id, withDropIn(id, row)]))
}

/** These clients omit fields that are otherwise required, and expect statuses that the API reference does not list. */
function withDropIn(id: string, row: OperationRow): OperationRow {
  const bodies: Readonly<Record<string, TSchema | undefined>> = dropInBodies
  const statuses: Readonly<Record<string, OperationRow['success']['status'] | undefined>> = dropInStatuses
  const { [id]: body = row.body } = bodies
  const { [id]: status = row.success.status } = statuses
  return { ...row, ...(body && { body }), success: { ...row.success, status } }
}
