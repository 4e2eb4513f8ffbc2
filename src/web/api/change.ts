import type { QueryClient } from '@tanstack/react-query'
import { callWith } from './call.ts'
import type { CallOptions } from './call.ts'
import { changes } from './changes.ts'
import { shownOf } from './shown.ts'
import type { ChangingOperation } from './changes.ts'
import type { Resource } from './shown.ts'
import type { Answer, InputArguments } from './operations.ts'

/** Calls an operation that changes something. Throws an ApiError. */
export type Change = <K extends ChangingOperation>(
  id: K,
  input: InputArguments<K>[0],
  options?: CallOptions,
) => Promise<Answer<K>>

/**
 * Does work of several changes, and has what they changed read again once, at its end; also when one of them failed.
 * Resolves when what is shown is as it is now.
 */
export async function changeAll<T>(client: QueryClient, work: (change: Change) => Promise<T>): Promise<T> {
  const changed = new Set<Resource>()
  try {
    return await work(async (id, input, options) => {
      const answer = await callWith(id, input, options)
      for (const resource of changes[id]) changed.add(resource)
      return answer
    })
  } finally {
    await reread(client, [...changed])
  }
}

/** Calls an operation that changes something, then has what it changed read again. Throws an ApiError. */
export const change = <K extends ChangingOperation>(
  client: QueryClient,
  id: K,
  input: InputArguments<K>[0],
  options?: CallOptions,
): Promise<Answer<K>> => changeAll(client, (send) => send(id, input, options))

/** Has all queries that show the resources read again: at once where somebody looks, otherwise when somebody does. */
export async function reread(client: QueryClient, resources: readonly Resource[]): Promise<void> {
  const names = new Set<unknown>(resources.flatMap((resource) => Object.values(shownOf(resource)).flat()))
  if (names.size > 0) await client.invalidateQueries({ predicate: ({ queryKey: [operation] }) => names.has(operation) })
}
