import { invariant } from '#kernel'
import type { ResultPacksTable } from '../generated/tables.ts'
import { decodeDetails, encodeDetails, decodeHeads, encodeHeads } from '#packing'
import type { PackedHead } from '#packing'
import type { PackableResult } from './packable-results.ts'
import { hourOfId } from './result-packs.ts'

export type ResultToPack = PackableResult & { readonly detail: string }

/** A pack for each check and hour of results, which are in the order of account, check and id. */
export async function makePacks(taken: readonly ResultToPack[]): Promise<ResultPacksTable[]> {
  const packs: ResultPacksTable[] = []
  for (const results of Map.groupBy(taken, groupOf).values()) packs.push(await makePack(results))
  return packs
}

const groupOf = ({ accountId, checkId, id }: ResultToPack): string => `${accountId} ${checkId} ${hourOfId(id).fromId}`

async function makePack(results: readonly ResultToPack[]): Promise<ResultPacksTable> {
  const [first, last] = [results[0], results.at(-1)]
  invariant(first !== undefined && last !== undefined, 'a pack has results')
  const { accountId, checkId } = first
  const heads = results.map(headOf)
  const details = results.map(({ detail }) => detail)
  const pack = { heads: encodeHeads(checkId, heads), details: await encodeDetails(details) }
  await assertSame(checkId, pack, { heads, details })
  const sizes = Map.groupBy(results, ({ location }) => location)
  return {
    accountId,
    checkId,
    firstId: first.id,
    lastId: last.id,
    size: results.length,
    locations: [...sizes.keys()],
    locationSizes: [...sizes.values()].map(({ length }) => length),
    ...pack,
  }
}

const headOf = (result: ResultToPack): PackedHead => ({
  id: result.id,
  sessionId: result.sessionId,
  sequenceId: result.sequenceId,
  checkName: result.checkName,
  checkType: result.checkType,
  location: result.location,
  statusCode: result.statusCode,
  responseTimeMs: result.responseTimeMs,
  scheduledFor: result.scheduledFor.getTime(),
  startedAt: result.startedAt.getTime(),
  stoppedAt: result.stoppedAt.getTime(),
  createdAt: result.createdAt.getTime(),
})

/** Reads a pack again before its rows are gone: what differs ends the transaction. */
async function assertSame(
  checkId: string,
  pack: Pick<ResultPacksTable, 'heads' | 'details'>,
  expected: { readonly heads: readonly PackedHead[]; readonly details: readonly string[] },
): Promise<void> {
  const heads = decodeHeads(checkId, pack.heads)
  const isSame = heads.every((head, index) => isSameHead(head, expected.heads[index]))
  const details = await decodeDetails(pack.details)
  const hasDetails = details.every((detail, index) => detail === expected.details[index])
  invariant(
    heads.length === expected.heads.length && isSame && details.length === expected.details.length && hasDetails,
    `the results of check ${checkId} are the same when they are read from their pack`,
  )
}

const isSameHead = (one: PackedHead, other: PackedHead | undefined): boolean =>
  other !== undefined && headFields.every((field) => Object.is(one[field], other[field]))

const headFields = [
  'id',
  'sessionId',
  'sequenceId',
  'checkName',
  'checkType',
  'location',
  'statusCode',
  'responseTimeMs',
  'scheduledFor',
  'startedAt',
  'stoppedAt',
  'createdAt',
] as const satisfies readonly (keyof PackedHead)[]
