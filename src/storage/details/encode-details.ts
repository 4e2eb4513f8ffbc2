import { hourMs, timeOfId } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import type { NewCheckResult } from '../runs/check-results.ts'
import { encodeAgainst, encodeAlone } from '#packing'
import { baseOf, findStoredBases, rememberBase } from './detail-bases.ts'
import type { DetailBase } from './detail-bases.ts'

/** How a detail is stored: as JSON, or as bytes with the result that they refer to. */
export interface StoredDetail {
  readonly detail: string | null
  readonly detailBytes: Buffer | null
  readonly baseId: string | null
}

export interface DetailToStore {
  readonly result: NewCheckResult
  /** JSON as the database takes it. */
  readonly text: string
  /** Whether the result stays a row for good. */
  readonly isKept: boolean
}

/** Smaller ones are not worth it, larger ones stay JSON, which the database compresses. */
const [smallestText, largestText] = [64, 16_384]

/** Passing results of scheduled first attempts, which are packed later. The others stay whole, to be read by any tool. */
const becomesBytes = ({ result, text, isKept }: DetailToStore): boolean =>
  !isKept &&
  result.outcome === 'passed' &&
  !result.hasErrors &&
  result.runSource === 'SCHEDULER' &&
  result.resultType === 'FINAL' &&
  result.attempt === 1 &&
  !('files' in result.detail) &&
  text.length >= smallestText &&
  text.length <= largestText

const hourOf = (id: string): number => Math.floor(timeOfId(id) / hourMs)

/** The details of results in their order. Each refers to an earlier result of its check in the same hour, if one is known. */
export async function encodeDetails(tx: Queryable, details: readonly DetailToStore[]): Promise<StoredDetail[]> {
  const known = details.map((one) => (becomesBytes(one) ? knownBase(one.result) : undefined))
  const keys = details.flatMap(({ result: { accountId, checkId } }, index) => {
    const base = known[index]
    return base === undefined ? [] : [{ accountId, checkId, id: base.id }]
  })
  const stored = await findStoredBases(tx, keys)
  return details.map((one, index) => {
    const base = known[index]
    if (!becomesBytes(one)) return { detail: one.text, detailBytes: null, baseId: null }
    return encoded(one, base !== undefined && stored.has(base.id) ? base : null)
  })
}

function knownBase({ checkId, id }: NewCheckResult): DetailBase | undefined {
  const base = baseOf(checkId)
  return base !== undefined && base.id !== id && hourOf(base.id) === hourOf(id) ? base : undefined
}

function encoded({ result, text: json }: DetailToStore, base: DetailBase | null): StoredDetail {
  const text = Buffer.from(json)
  const delta = base === null ? null : encodeAgainst(base.text, text)
  // What has become another text than its base is the base of what comes.
  if (base !== null && delta !== null && delta.length < text.length / 3)
    return { detail: null, detailBytes: delta, baseId: base.id }
  rememberBase(result.checkId, { id: result.id, text })
  return { detail: null, detailBytes: encodeAlone(text), baseId: null }
}
