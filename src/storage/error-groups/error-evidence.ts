import { descriptorOf, wireCheckTypes } from '#contract'
import type { CheckType } from '#contract'
import { dayMs, firstIdAt, timeOfId } from '#kernel'
import { findLastGoodPacked } from '../packs/last-good-packed.ts'
import { detailColumns } from '../details/open-details.ts'
import { openResults, summaryColumns } from '../runs/check-results.ts'
import type { CheckResultRow, UnopenedResultRow } from '../runs/check-results.ts'
import type { Queryable } from '../database/queryable.ts'

/** How far back a good run is looked for. */
const searchedMs = 7 * dayMs

/** The last run of a check before a result that did not fail, in the same location if there is one. */
export async function findLastGoodResult(
  db: Queryable,
  result: Pick<CheckResultRow, 'accountId' | 'checkId' | 'id' | 'location'>,
): Promise<CheckResultRow | null> {
  const { accountId, checkId, id: beforeId } = result
  const searchedId = firstIdAt(timeOfId(beforeId) - searchedMs)
  for (const location of [result.location, null]) {
    const found = await db.rows<UnopenedResultRow>(
      `select ${summaryColumns}, ${detailColumns} from check_results
       where account_id = $1 and check_id = $2 and id < $3 and id >= $4 and outcome in ('passed', 'degraded') and result_type = 'FINAL'
         and ($5::text is null or location = $5)
       order by id desc limit 1`,
      [accountId, checkId, beforeId, searchedId, location],
    )
    const [row] = await openResults(db, found)
    const [packed] = await findLastGoodPacked(db, [
      { accountId, checkId, location, fromId: row?.id ?? searchedId, beforeId },
    ])
    const last = packed ?? row
    if (last) return last
  }
  return null
}

export interface NeighbourCheck {
  readonly name: string
  readonly checkType: CheckType
  readonly status: string | null
}

const hostOfUrl = (url: string): string =>
  `substring(${url} from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/@?#]*@)?(\\[[^]]*\\]|[^/:?#]+)')`

/** Where the requests of the types that can run have their target, as SQL; the paths are constants. */
const targetHosts = [
  ...new Set(
    wireCheckTypes.flatMap((type) => {
      const { isHttpCall, target } = descriptorOf(type)
      const value = `settings #>> '{request,${target?.path.join()}}'`
      return target === null ? [] : [isHttpCall ? hostOfUrl(value) : value]
    }),
  ),
]

/** Other activated checks of the account on a host (lower case) and how they stand. */
export const listChecksOnHost = (
  db: Queryable,
  accountId: string,
  host: string,
  except: { readonly checkId: string; readonly limit: number },
): Promise<NeighbourCheck[]> =>
  db.rows(
    `select checks.name, checks.check_type, check_states.status
     from checks left join check_states on check_states.check_id = checks.id
     where checks.account_id = $1 and checks.id <> $3 and checks.activated
       and lower(coalesce(${targetHosts.join(', ')})) = $2
     order by checks.name limit $4`,
    [accountId, host, except.checkId, except.limit],
  )

/** Days until the certificate of a check's target expires, as last seen. */
export async function findSslDays(db: Queryable, checkId: string): Promise<number | null> {
  const rows = await db.rows<{ sslDaysRemaining: number | null }>(
    `select ssl_days_remaining from check_states where check_id = $1`,
    [checkId],
  )
  return rows[0]?.sslDaysRemaining ?? null
}
