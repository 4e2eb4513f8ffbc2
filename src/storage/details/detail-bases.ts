import type { Queryable } from '../database/queryable.ts'
import { BaseCache } from './base-cache.ts'

/** An earlier detail of a check, which is stored alone. */
export interface DetailBase {
  readonly id: string
  readonly text: Buffer
}

/** Of this process: a check whose base is forgotten has its next result stored alone, which becomes its base. */
const bases = new BaseCache(96_000_000)

export const baseOf = (checkId: string): DetailBase | undefined => bases.get(checkId)

export const rememberBase = (checkId: string, base: DetailBase): void => bases.set(checkId, base)

export interface BaseKey {
  readonly accountId: string
  readonly checkId: string
  readonly id: string
}

/** Those of these bases that are stored: what was remembered may have been rolled back, or deleted with its check. */
export async function findStoredBases(tx: Queryable, keys: readonly BaseKey[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const ids = keys.map(({ id }) => id)
  const rows = await tx.namedRows<{ id: string }>(
    'find-stored-bases',
    `select result.id from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as base (account_id, check_id, id)
     join recent_results result on result.account_id = base.account_id and result.check_id = base.check_id
       and result.id = base.id and result.id >= $4 and result.id <= $5 and result.base_id is null
       and result.detail_bytes is not null`,
    [
      keys.map(({ accountId }) => accountId),
      keys.map(({ checkId }) => checkId),
      ids,
      ids.toSorted()[0],
      ids.toSorted().at(-1),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}
