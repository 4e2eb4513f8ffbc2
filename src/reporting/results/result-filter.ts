import { privateLocationQueue } from '#contract'
import type { Caller } from '#kernel'
import type { CheckResultFilter } from '#storage'
import { idRangeOf } from '../time-range.ts'
import type { OpenRange } from '../time-range.ts'

/** What both versions of the result list ask for. */
export interface ResultQuery {
  readonly location?: string | undefined
  readonly checkType?: string | undefined
  readonly hasFailures?: boolean | undefined
  /** Left out: FINAL. */
  readonly resultType?: 'FINAL' | 'ATTEMPT' | 'ALL' | undefined
  /** Unix seconds or ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The filter of a query, over the span given in epoch milliseconds; `toMs` lies outside. */
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
