import type { Queryable } from '../database/queryable.ts'
import { decodeDetail } from '#packing'

/** The columns that are needed to open the detail of a result. */
export interface DetailRow {
  readonly accountId: string
  readonly checkId: string
  readonly id: string
  readonly detail: Record<string, unknown> | null
  readonly detailBytes: Buffer | null
  readonly baseId: string | null
}

export const detailColumns = 'detail, detail_bytes, base_id'

/**
 * The JSON of the details of these rows that are bytes, by id. Absent are those whose base was packed since they were
 * read, as they were themselves.
 */
export async function decodeTexts(db: Queryable, rows: readonly DetailRow[]): Promise<Map<string, Buffer>> {
  const bases = await findBases(db, rows)
  return new Map(
    rows.flatMap(({ id, detailBytes, baseId }) => {
      const base = baseId === null ? null : bases.get(baseId)
      return detailBytes === null || base === undefined ? [] : [[id, decodeDetail(detailBytes, base)] as const]
    }),
  )
}

/** The details of these rows by id, with the same exception. */
export async function openDetails(
  db: Queryable,
  rows: readonly DetailRow[],
): Promise<Map<string, Record<string, unknown>>> {
  const texts = await decodeTexts(db, rows)
  return new Map(
    rows.flatMap(({ id, detail }) => {
      const text = texts.get(id)
      const opened = text === undefined ? detail : objectOf(text)
      return opened === null ? [] : [[id, opened] as const]
    }),
  )
}

/** Details are objects: this one was written as such. */
const objectOf = (text: Buffer): Record<string, unknown> => JSON.parse(text.toString()) as Record<string, unknown>

async function findBases(db: Queryable, rows: readonly DetailRow[]): Promise<Map<string, Buffer>> {
  const wanted = new Map(rows.flatMap((row) => (row.baseId === null ? [] : [[row.baseId, row] as const])))
  if (wanted.size === 0) return new Map()
  const ids = [...wanted.keys()].toSorted()
  const found = await db.namedRows<{ id: string; detailBytes: Buffer }>(
    'find-detail-bases',
    `select result.id, result.detail_bytes
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as base (account_id, check_id, id)
     join check_results result on result.account_id = base.account_id and result.check_id = base.check_id
       and result.id = base.id and result.id >= $4 and result.id <= $5 and result.detail_bytes is not null`,
    [ids.map((id) => wanted.get(id)?.accountId), ids.map((id) => wanted.get(id)?.checkId), ids, ids[0], ids.at(-1)],
  )
  return new Map(found.map(({ id, detailBytes }) => [id, decodeDetail(detailBytes, null)]))
}
