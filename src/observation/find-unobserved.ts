import { listUnservedQueues } from '#storage/agents'
import { listPlannedAt } from '#storage/checks'
import type { Queryable } from '#storage/database'
import { decideObservation } from './decide-observation.ts'
import type { Unobserved } from './decide-observation.ts'

/**
 * The checks of an account that nobody runs now, by id; of these checks when ids are given. One small query while every
 * location is served, and otherwise what is read are the checks of the locations that are not.
 */
export async function findUnobserved(
  db: Queryable,
  accountId: string,
  checkIds: readonly string[] | null = null,
): Promise<ReadonlyMap<string, Unobserved>> {
  const places = await listUnservedQueues(db, accountId)
  if (places.length === 0) return new Map()
  const unserved = new Map(places.map((place) => [place.queue, place] as const))
  const planned = await listPlannedAt(db, { accountId, queues: [...unserved.keys()], checkIds })
  return new Map(
    planned.flatMap((check) => {
      const unobserved = decideObservation(check, unserved)
      return unobserved === null ? [] : [[check.checkId, unobserved] as const]
    }),
  )
}

/** Those of these checks, of any accounts, that nobody runs now. */
export async function findUnobservedIds(
  db: Queryable,
  checks: readonly { readonly accountId: string; readonly checkId: string }[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const [accountId, own] of Map.groupBy(checks, (check) => check.accountId)) {
    const ids = own.map(({ checkId }) => checkId)
    for (const id of (await findUnobserved(db, accountId, ids)).keys()) found.add(id)
  }
  return found
}
