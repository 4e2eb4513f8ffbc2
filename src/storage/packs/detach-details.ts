import type { Queryable } from '../database/queryable.ts'
import { encodeAlone } from '#packing'
import { decodeTexts } from '../details/open-details.ts'
import type { DetailRow } from '../details/open-details.ts'
import type { IdSpan, PackingPlace } from './packable-results.ts'

/** Stores the details of recent results without their base where it is one of these results, which are about to be deleted. */
export async function detachDetails(tx: Queryable, span: IdSpan, results: readonly PackingPlace[]): Promise<void> {
  if (results.length === 0) return
  const ids = results.map(({ id }) => id)
  const rows = await tx.rows<{ [K in keyof DetailRow]: DetailRow[K] }>(
    `select account_id, check_id, id, detail, detail_bytes, base_id from recent_results
     where id >= $1 and id < $2 and base_id = any($3::uuid[]) and id <> all($3::uuid[])`,
    [span.fromId, span.beforeId, ids],
  )
  if (rows.length === 0) return
  const texts = [...(await decodeTexts(tx, rows))]
  await tx.rows(
    `update recent_results result set detail_bytes = alone.bytes, base_id = null
     from unnest($3::uuid[], $4::bytea[]) as alone (id, bytes)
     where result.id = alone.id and result.id >= $1 and result.id < $2`,
    [span.fromId, span.beforeId, texts.map(([id]) => id), texts.map(([, text]) => encodeAlone(text))],
  )
}
