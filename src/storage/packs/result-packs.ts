import { firstIdAt, hourMs, timeOfId } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import type { ResultPacksTable } from '../generated/tables.ts'
import type { CheckResultRow, CheckResultSummary } from '../runs/check-results.ts'
import { decodeDetails, decodeHeads } from '#packing'
import { isPackRead } from './packing-progress.ts'
import type { PackedHead } from '#packing'

/** A pack without the details of its results. */
export type PackHeads = Pick<ResultPacksTable, 'accountId' | 'checkId' | 'heads'>

/** The hour of ids that an id belongs to: its smallest id, and that of the next hour. */
export function hourOfId(id: string): { readonly fromId: string; readonly beforeId: string } {
  const fromMs = Math.floor(timeOfId(id) / hourMs) * hourMs
  return { fromId: firstIdAt(fromMs), beforeId: firstIdAt(fromMs + hourMs) }
}

/** The results of a pack in ascending order of their ids, as their rows were. */
export const packedSummaries = ({ accountId, checkId, heads }: PackHeads): CheckResultSummary[] =>
  decodeHeads(checkId, heads).map((head) => summaryOf(accountId, checkId, head))

/** Fields that are not in a head are the same for all packed results. */
const summaryOf = (accountId: string, checkId: string, head: PackedHead): CheckResultSummary => ({
  ...head,
  accountId,
  checkId,
  // The columns of heads are those of rows, whose types the contract narrows.
  checkType: head.checkType as CheckResultSummary['checkType'],
  runSource: 'SCHEDULER',
  resultType: 'FINAL',
  attempt: 1,
  outcome: 'passed',
  hasErrors: false,
  overMaxResponseTime: false,
  error: null,
  scheduledFor: new Date(head.scheduledFor),
  startedAt: new Date(head.startedAt),
  stoppedAt: new Date(head.stoppedAt),
  createdAt: new Date(head.createdAt),
  errorGroupIds: [],
  isCancelled: false,
})

/** Those of these results of a check that are packed, with their details, in no order. */
export async function findPackedResults(
  db: Queryable,
  key: { readonly accountId: string; readonly checkId: string },
  ids: readonly string[],
): Promise<CheckResultRow[]> {
  if (ids.length === 0) return []
  const hours = [...Map.groupBy(ids.toSorted(), (id) => hourOfId(id).fromId)]
  const packs = await db.namedRows<Pick<ResultPacksTable, 'accountId' | 'checkId' | 'heads' | 'details'>>(
    'find-packed-results',
    `select account_id, check_id, heads, details
     from unnest($3::uuid[], $4::uuid[], $5::uuid[]) as wanted (hour_id, smallest_id, largest_id)
     join result_packs on account_id = $1 and check_id = $2 and first_id >= hour_id and first_id <= largest_id
       and last_id >= smallest_id and ${isPackRead}`,
    [
      key.accountId,
      key.checkId,
      hours.map(([hourId]) => hourId),
      hours.map(([, [smallest]]) => smallest),
      hours.map(([, wanted]) => wanted.at(-1)),
    ],
  )
  const wanted = new Set(ids)
  const found: CheckResultRow[] = []
  for (const pack of packs) {
    const results = [...packedSummaries(pack).entries()].filter(([, { id }]) => wanted.has(id))
    const details = results.length === 0 ? [] : await decodeDetails(pack.details)
    for (const [index, result] of results) found.push({ ...result, detail: detailOf(details[index]) })
  }
  return found
}

/** Details are objects: the database has written this one out of a column of such. */
const detailOf = (text = '{}'): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

export interface PackedSessionKey {
  readonly accountId: string
  readonly checkId: string
  readonly sessionId: string
}

/** The packed results of these sessions. They are in the hour of their session, or they would not be packed. */
export async function findPackedOfSessions(
  db: Queryable,
  sessions: readonly PackedSessionKey[],
): Promise<CheckResultSummary[]> {
  if (sessions.length === 0) return []
  const hours = sessions.map(({ sessionId }) => hourOfId(sessionId))
  const packs = await db.namedRows<PackHeads>(
    'find-packs-of-sessions',
    `select distinct on (pack.account_id, pack.check_id, first_id) pack.account_id, pack.check_id, heads
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as session (account_id, check_id, from_id, before_id)
     join result_packs pack on pack.account_id = session.account_id and pack.check_id = session.check_id
       and first_id >= from_id and first_id < before_id and ${isPackRead}`,
    [
      sessions.map(({ accountId }) => accountId),
      sessions.map(({ checkId }) => checkId),
      hours.map(({ fromId }) => fromId),
      hours.map(({ beforeId }) => beforeId),
    ],
  )
  const wanted = new Set(sessions.map(({ checkId, sessionId }) => `${checkId} ${sessionId}`))
  return packs.flatMap(packedSummaries).filter(({ checkId, sessionId }) => wanted.has(`${checkId} ${sessionId}`))
}

export interface LatestWanted {
  readonly checkId: string
  readonly size: number
  /** The smallest id that is of interest. */
  readonly fromId: string
}

/** At least so many of the latest packed results of each check, as far as there are, in no order. */
export async function findLatestPacked(
  db: Queryable,
  accountId: string,
  wanted: readonly LatestWanted[],
): Promise<CheckResultSummary[]> {
  if (wanted.length === 0) return []
  const packs = await db.namedRows<PackHeads>(
    'find-latest-packs',
    `select pack.account_id, pack.check_id, pack.heads
     from unnest($2::uuid[], $3::int[], $4::uuid[], $5::uuid[]) as wanted (check_id, size, hour_id, from_id)
     cross join lateral (
       select newest.*, sum(newest.size) over (order by first_id desc) - newest.size as newer
       from (select account_id, check_id, first_id, size, heads from result_packs
         where account_id = $1 and check_id = wanted.check_id and first_id >= hour_id and last_id >= from_id
           and ${isPackRead}
         order by first_id desc limit wanted.size) as newest) as pack
     where pack.newer < wanted.size`,
    [
      accountId,
      wanted.map(({ checkId }) => checkId),
      wanted.map(({ size }) => size),
      wanted.map(({ fromId }) => hourOfId(fromId).fromId),
      wanted.map(({ fromId }) => fromId),
    ],
  )
  const fromIds = new Map(wanted.map(({ checkId, fromId }) => [checkId, fromId]))
  return packs.flatMap(packedSummaries).filter(({ checkId, id }) => id >= (fromIds.get(checkId) ?? id))
}

/** Of both forms, of which a result may be in the second when it left the first between two statements. */
export function mergedById<Row extends { readonly id: string }>(
  rows: readonly Row[],
  packed: readonly Row[],
  order: 'ascending' | 'descending',
): Row[] {
  const all = [...new Map([...packed, ...rows].map((row) => [row.id, row])).values()]
  const sign = order === 'ascending' ? 1 : -1
  return all.toSorted((one, other) => (one.id < other.id ? -sign : one.id > other.id ? sign : 0))
}
