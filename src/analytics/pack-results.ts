import { firstIdAt, hourMs, timeOfId } from '#kernel'
import { findRollupProgress } from '#storage/analytics'
import {
  dropResultPartition,
  lockResultPartition,
  listResultPartitions,
  preparePackPartitions,
} from '#storage/database'
import {
  deletePacked,
  detachDetails,
  arePacked,
  deletePacks,
  findLastPacked,
  insertPacks,
  lockPackingProgress,
  makePacks,
  moveToKept,
  readPackingBatch,
  savePackingProgress,
} from '#storage/packs'
import type { Queryable, ResultPartition, Store } from '#storage/database'
import type { IdSpan, PackableResult, PackingPlace, PackingProgress, ResultToPack } from '#storage/packs'

export interface PackedBatch {
  /** Results that went into packs. */
  readonly results: number
  readonly packs: number
  /** Whether there may be more to pack at once. */
  readonly isMore: boolean
}

const nothing: PackedBatch = { results: 0, packs: 0, isMore: false }
const noId = '00000000-0000-0000-0000-000000000000'
const atBeginning = { accountId: null, checkId: null, resultId: null } as const

/**
 * Packs a batch of the oldest results that are not packed yet, in one transaction (docs/decisions/0059). Any number of
 * processes may call it: one of them packs, from where the last batch ended.
 *
 * The packs of a partition are not read before all of its results are packed. Then the partition is dropped, and its
 * packs are read, in the same transaction.
 */
export const packResults = (store: Store): Promise<PackedBatch> =>
  store.db.transaction(
    async (tx) => {
      const progress = await lockPackingProgress(tx)
      const beforeMs = await packableBefore(tx)
      if (progress === null || beforeMs === null) return nothing
      const [partition] = await listResultPartitions(tx)
      if (partition !== undefined && partition.toMs <= beforeMs) return packPartition(tx, progress, partition)
      const beforeId = firstIdAt(Math.min(beforeMs, partition?.fromMs ?? beforeMs))
      if (progress.beforeId < beforeId) await savePackingProgress(tx, { ...atBeginning, beforeId })
      return packStrays(tx, { fromId: noId, beforeId })
    },
    { isUpkeep: true },
  )

const laterId = (one: string, other: string): string => (one > other ? one : other)

/**
 * The hour in epoch milliseconds whose results are not packed yet. What was stored in the hours before and in this one
 * is kept for analytics, so that nobody reads rows of them for these any more.
 */
async function packableBefore(tx: Queryable): Promise<number | null> {
  const { hourMs: keptMs, quarterMs } = await findRollupProgress(tx)
  const hours = Math.floor(Math.min(keptMs, quarterMs) / hourMs) - 1
  return hours > 0 ? hours * hourMs : null
}

async function packPartition(
  tx: Queryable,
  progress: PackingProgress,
  partition: ResultPartition,
): Promise<PackedBatch> {
  const span = spanOf(partition)
  const batch = await readPackingBatch(tx, span, placeOf(progress))
  const chosen = wholeGroups(batch)
  const last = chosen.at(-1)
  if (last === undefined) return endPartition(tx, progress, partition)
  await preparePackPartitions(tx, partition.fromMs)
  await moveToKept(
    tx,
    span,
    chosen.filter((result) => !isToPack(result)),
  )
  const packs = await makePacks(chosen.filter(isToPack))
  await insertPacks(tx, packs)
  await savePackingProgress(tx, { ...progress, accountId: last.accountId, checkId: last.checkId, resultId: last.id })
  return { results: chosen.filter(isToPack).length, packs: packs.length, isMore: true }
}

const spanOf = ({ fromMs, toMs }: ResultPartition): IdSpan => ({ fromId: firstIdAt(fromMs), beforeId: firstIdAt(toMs) })

/** Drops a partition whose results are packed. Its packs are made again when a result came that nobody expected any more. */
async function endPartition(
  tx: Queryable,
  progress: PackingProgress,
  partition: ResultPartition,
): Promise<PackedBatch> {
  const span = spanOf(partition)
  await lockResultPartition(tx, partition)
  const isPacked = await arePacked(tx, span)
  if (isPacked) await dropResultPartition(tx, partition)
  else await deletePacks(tx, span)
  await savePackingProgress(tx, {
    ...atBeginning,
    beforeId: isPacked ? laterId(progress.beforeId, span.beforeId) : progress.beforeId,
  })
  return { ...nothing, isMore: true }
}

/** Packs results that came when there was no partition for them, and deletes their rows one by one. */
async function packStrays(tx: Queryable, span: IdSpan): Promise<PackedBatch> {
  const batch = await readPackingBatch(tx, span, { accountId: noId, checkId: noId, id: noId })
  const chosen = wholeGroups(batch)
  const [first] = chosen
  if (first === undefined) return nothing
  const chosenHours = [...Map.groupBy(chosen, ({ id }) => hourOf(id))]
  const packable: ResultToPack[] = []
  for (const [hour, results] of chosenHours) {
    await preparePackPartitions(tx, hour * hourMs)
    const ofHour = { fromId: firstIdAt(hour * hourMs), beforeId: firstIdAt((hour + 1) * hourMs) }
    const lastPacked = await findLastPacked(tx, ofHour, results)
    // Packs of a check do not overlap.
    const isBehind = (result: PackableResult): boolean =>
      result.id > (lastPacked.get(`${result.accountId} ${result.checkId}`) ?? noId)
    packable.push(...results.filter(isToPack).filter(isBehind))
  }
  const packed = new Set(packable.map(({ id }) => id))
  await moveToKept(
    tx,
    span,
    chosen.filter(({ id }) => !packed.has(id)),
  )
  await detachDetails(tx, span, packable)
  await deletePacked(tx, span, packable)
  const packs = await makePacks(packable)
  await insertPacks(tx, packs)
  return { results: packable.length, packs: packs.length, isMore: true }
}

const placeOf = ({ accountId, checkId, resultId }: PackingProgress): PackingPlace => ({
  accountId: accountId ?? noId,
  checkId: checkId ?? noId,
  id: resultId ?? noId,
})

const isToPack = (result: PackableResult): result is ResultToPack => result.detail !== null

const hourOf = (id: string): number => Math.floor(timeOfId(id) / hourMs)

/** The last check and hour are left for the next batch unless all of their results are there, or nothing else is. */
function wholeGroups({ results, isMore }: { readonly results: readonly PackableResult[]; readonly isMore: boolean }) {
  const last = results.at(-1)
  if (!isMore || last === undefined) return results
  const others = results.filter(({ checkId, id }) => checkId !== last.checkId || hourOf(id) !== hourOf(last.id))
  return others.length > 0 ? others : results
}
