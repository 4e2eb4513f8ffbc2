import { privateLocationQueue } from '#contract'
import type { Caller } from '#kernel'
import type { CheckResultFilter } from '#storage/runs'
import { idRangeOf } from '../time-range.ts'
import type { OpenRange } from '../time-range.ts'

/** The query of both versions of the result list. */
export interface ResultQuery {
  readonly location?: string | undefined
  readonly checkType?: string | undefined
  readonly hasFailures?: boolean | undefined
  /** Absent: FINAL. */
  readonly resultType?: 'FINAL' | 'ATTEMPT' | 'ALL' | undefined
  /** Unix seconds or ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The filter of a query, over a range in epoch milliseconds; `toMs` is exclusive. */
export function resultFilterOf(
  caller: Caller,
  checkId: string,
  query: ResultQuery,
  span: OpenRange,
): CheckResultFilter {
  const resultType = query.resultType ?? 'FINAL'
  return {
    accountId: caller.accountId,
    checkId,
    ...idRangeOf(span),
    queues: query.location === undefined ? null : queuesNamed(caller.accountId, query.location),
    checkType: query.checkType ?? null,
    hasFailures: query.hasFailures ?? null,
    resultType: resultType === 'ALL' ? null : resultType,
  }
}

/** A region code, or the slug name of a private location. */
const queuesNamed = (accountId: string, location: string): string[] => [
  location,
  privateLocationQueue(accountId, location),
]
