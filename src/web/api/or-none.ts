import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'

/** An answer; null where the service answers that there is none. */
export interface MayBe<T> {
  readonly data: T | null | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Null instead of the fault of this code. */
export const orNone = <T>({ data, error, refetch }: UseQueryResult<T, ApiError>, none: string): MayBe<T> =>
  error?.code === none ? { data: null, error: null, refetch } : { data, error, refetch }
