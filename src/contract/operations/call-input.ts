import type { OperationId, Operations } from './index.ts'
import type { OperationInput } from './row.ts'

type Filled<T> = { readonly [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : K extends 'query' ? K : never }[keyof T]
type Loose<T> = Omit<T, OptionalKeys<T>> & Partial<Pick<T, OptionalKeys<T>>>

/** The input of a call: `params` and `body` where the row has them, `query` always optional. */
export type CallInput<K extends OperationId> = Loose<Filled<OperationInput<Operations[K]>>>

/** The arguments of a call behind the name of its operation: the input may be left out exactly where nothing is needed. */
export type InputArguments<K extends OperationId> =
  Record<never, never> extends CallInput<K>
    ? [input?: CallInput<K>, options?: CallOptions]
    : [input: CallInput<K>, options?: CallOptions]

export interface CallOptions {
  readonly signal?: AbortSignal
}
