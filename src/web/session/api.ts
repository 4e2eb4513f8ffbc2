import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import type { LocatedType } from '#contract'
import type { ApiError } from '../api/api-error.ts'
import type { Answer } from '../api/operations.ts'
import { readOf, useOperation } from '../api/use-operation.ts'
import { homeOverview } from '../live/home-reads.ts'

export type SignedIn = Answer<'getSignedIn'>
interface Named {
  readonly type: LocatedType
  readonly id: string
}

/** Who is signed in, and in which accounts. */
export const useSignedIn = (): UseQueryResult<SignedIn, ApiError> =>
  useOperation('getSignedIn', undefined, { staleMs: 60_000 })

/** Which account of the person has a resource; not asked without one. */
export const useAccountOf = (resource: Named | null): string | null | undefined =>
  useOperation(
    'findAccountOfResource',
    { query: resource ?? { type: 'CHECK', id: '' } },
    { enabled: resource !== null },
  ).data?.accountId

/** Who is signed in, asked ahead; undefined when it could not be read. */
export async function readSignedIn(client: QueryClient): Promise<SignedIn | undefined> {
  const query = readOf('getSignedIn')
  await client.prefetchQuery(query)
  return client.getQueryData<SignedIn>(query.queryKey)
}

/** Asks again who is signed in, unless that is being asked. */
export const askSignedIn = (client: QueryClient): void =>
  void client.refetchQueries({ queryKey: readOf('getSignedIn').queryKey }, { cancelRefetch: false })

/** Asks ahead for what home shows. */
export function readHome(client: QueryClient): void {
  void client.prefetchQuery(readOf('listCheckCells'))
  void client.prefetchQuery(readOf('getOverview', homeOverview))
}
