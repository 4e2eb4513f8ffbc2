import { firstIdAt, minuteMs } from '#kernel'
import { listUnseenChecks, listUnservedQueues } from '#storage/agents'
import { listPlannedAt } from '#storage/checks'
import type { Queryable } from '#storage/database'
import { decideObservation } from './decide-observation.ts'
import type { PlannedCheck, Unobserved, UnservedPlace } from './decide-observation.ts'

/** How long a run may have been queued before its runner became blind. */
const queuedMs = 10 * minuteMs

/**
 * The checks of an account that nobody runs now, or of which nobody sees how they do, by id; of these checks when ids are
 * given. One small query while every location is served and sees, and otherwise what is read are the checks of the locations
 * that are not.
 */
export async function findUnobserved(
  db: Queryable,
  accountId: string,
  checkIds: readonly string[] | null = null,
): Promise<ReadonlyMap<string, Unobserved>> {
  const places = await listUnservedQueues(db, accountId)
  if (places.length === 0) return new Map()
  const unserved = new Map(places.map((place) => [place.queue, place] as const))
  const served = new Map([...unserved].filter(([, { reason }]) => reason === 'NO_AGENT'))
  const planned = await listPlannedAt(db, { accountId, queues: [...unserved.keys()], checkIds })
  const unseen = await findUnseen(db, accountId, { planned, unserved })
  return new Map(
    planned.flatMap((check) => {
      const unobserved = decideObservation(check, unseen.has(check.checkId) ? unserved : served)
      return unobserved === null ? [] : [[check.checkId, unobserved] as const]
    }),
  )
}

/**
 * Those of these checks whose last run a blind runner made unknown. A blind runner may well see what is on its machine and
 * in its network.
 */
async function findUnseen(
  db: Queryable,
  accountId: string,
  at: { readonly planned: readonly PlannedCheck[]; readonly unserved: ReadonlyMap<string, UnservedPlace> },
): Promise<ReadonlySet<string>> {
  const blind = [...at.unserved.values()].filter(({ reason }) => reason === 'BLIND')
  if (blind.length === 0) return new Set()
  const queues = new Set(blind.map(({ queue }) => queue))
  const concerned = at.planned.filter((check) => check.queues.some((queue) => queues.has(queue)))
  const fromId = firstIdAt(Math.min(...blind.map(({ since }) => since.getTime())) - queuedMs)
  return new Set(await listUnseenChecks(db, accountId, { checkIds: concerned.map(({ checkId }) => checkId), fromId }))
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
