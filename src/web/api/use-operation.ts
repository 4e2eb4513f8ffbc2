import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { callWith } from './call.ts'
import { change } from './change.ts'
import type { ChangingOperation } from './changes.ts'
import type { Answer, Input, InputArguments, UsedOperation } from './operations.ts'

/** How a screen reads: only under a condition, and whether the last answer stays meanwhile. */
export interface ReadOptions {
  /** Asks again and again. Only for what somebody has asked for and waits for: whatever else happens is an event. */
  readonly everyMs?: number
  readonly enabled?: boolean
  /** Shows the answer of the previous input until the new one is there. */
  readonly keepsPrevious?: boolean
  readonly staleMs?: number
}

export const queryKey = <K extends UsedOperation>(id: K, input?: unknown): readonly unknown[] =>
  input === undefined ? [id] : [id, input]

/** The query of an operation: its cache key and its fetch function. */
export const readOf = <K extends UsedOperation>(id: K, input?: Input<K>) => ({
  queryKey: queryKey(id, input),
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Answer<K>> => callWith(id, input, { signal }),
})

/** Reads an operation and keeps its answer; cancelled when nobody looks any more. */
export function useOperation<K extends UsedOperation>(
  id: K,
  input?: Input<K>,
  options: ReadOptions = {},
): UseQueryResult<Answer<K>, ApiError> {
  return useQuery<Answer<K>, ApiError>({
    ...readOf(id, input),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Calls an operation that changes something, then has what it changed read again. */
export function useChange<K extends ChangingOperation>(
  id: K,
): UseMutationResult<Answer<K>, ApiError, InputArguments<K>[0]> {
  const client = useQueryClient()
  return useMutation<Answer<K>, ApiError, InputArguments<K>[0]>({ mutationFn: (input) => change(client, id, input) })
}

/** Repeats what may succeed by itself: no reply, and a service that is starting. */
export const shallRetry = (failures: number, error: unknown): boolean =>
  failures < 3 && error instanceof ApiError && (error.status === 0 || error.status >= 502)
