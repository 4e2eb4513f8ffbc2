import { operations } from '#contract'
import type { OperationId } from '#contract'

const isOperation = (name: string): name is OperationId => name in operations

/** The operation whose name is made from that of a check type. Throws when there is none. */
export function operationNamed(name: string): OperationId {
  if (!isOperation(name)) throw new Error(`There is no operation ${name}.`)
  return name
}
