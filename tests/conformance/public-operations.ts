import { publicFields } from './public-fields.ts'

export interface PublicOperation {
  readonly operation: string
  /** The statuses of success. */
  readonly success: readonly number[]
  /** The names of the parameters of the query. */
  readonly query: readonly string[]
}

/** The operations of the hosted API. Where Belfry differs on purpose, the tests that read this list say so. */
export const publicOperations: readonly PublicOperation[] = publicFields.map(({ operation, answers, query }) => ({
  operation,
  success: [...answers.keys()].map(Number).filter((status) => status < 300),
  query: [...query.keys()],
}))

/** The names of path parameters are not seen by clients. */
export const sameNames = (operation: string): string => operation.replaceAll(/\{\w+\}/g, '{}')
