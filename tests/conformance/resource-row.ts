import type { OperationId } from '#contract'
import type { SeededAccount } from './seeded-account.ts'

export type Body = Readonly<Record<string, unknown>>

/** Where something without a separate read is found: in a list, or in the answer about what it belongs to. */
export interface FoundIn {
  readonly operation: OperationId
  readonly params?: (seed: SeededAccount) => Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, boolean>>
  /** The field that holds it and its like; without one the answer is their list. */
  readonly field?: string
}

/** One resource with the operations of its life, and what is written into it. */
export interface ResourceRow {
  readonly create: OperationId
  readonly read: OperationId | FoundIn
  readonly update?: OperationId
  /** Some resources are never listed. */
  readonly list?: OperationId
  /** Some are never deleted. */
  readonly remove?: OperationId
  /** The name of its id in answers and, unless `parameter` says otherwise, in paths. */
  readonly id?: string
  readonly parameter?: string
  /** Parameters of the path besides its own id. */
  readonly within?: (seed: SeededAccount) => Readonly<Record<string, string | number>>
  /** Every field of the body, with other values than the defaults. */
  readonly full: (seed: SeededAccount) => Body
  /** Fields changed one after the other, or together where one means nothing without the other. */
  readonly changes?: (seed: SeededAccount) => readonly Body[]
  /** What an update has to carry in any case. */
  readonly always?: (seed: SeededAccount) => Body
  /** Fields of the body that are omitted here: ignored for this resource, or another name of one that is there. */
  readonly ignored?: readonly string[]
  /** Fields of answers that change with others. */
  readonly moves?: readonly string[]
  /** Fields that answers do not repeat, or not as they were written. */
  readonly notReadBack?: readonly string[]
  /** Whether reading tells less than the answer to the change: a secret, or a key that is shown once. */
  readonly hides?: true
  /** What is read after a body was written, where that has other names. */
  readonly readAs?: (written: Body) => Body
}
