import { dayMs, hourMs, minuteMs } from '#kernel'
import type { DomainVerificationRow, FoundRecords } from '#storage/status-pages'

const pendingForMs = 7 * dayMs
/** A record that is missing for so long is no mistake of a moment. */
const missingForMs = 3 * dayMs

/** Below which name the owner of a domain proves that it is theirs; the domain may be that much shorter than a name. */
export const proofPrefix = '_belfry-verification.'

/** The TXT record that proves it, for one page alone. */
export const proofOf = ({ domain, statusPageId }: Pick<DomainVerificationRow, 'domain' | 'statusPageId'>) => ({
  name: `${proofPrefix}${domain}`,
  value: `belfry-status-page=${statusPageId}`,
})

/** The verification of a domain that a page has from now on. */
export const newVerification = (
  place: Pick<DomainVerificationRow, 'accountId' | 'statusPageId' | 'domain'>,
  nowMs: number,
): DomainVerificationRow => ({
  ...place,
  status: 'pending',
  since: new Date(nowMs),
  missingSince: null,
  checkedAt: null,
  nextCheckAt: new Date(nowMs),
  found: { txt: [], cname: [], problem: null },
})

/**
 * The verification after a check: verified with the record, failed when it was missing for a week, or three days where it
 * was there before. Name servers that cannot be reached decide nothing.
 */
export function decideVerification(
  before: DomainVerificationRow,
  found: FoundRecords,
  nowMs: number,
): DomainVerificationRow {
  const isProven = found.txt.some((text) => text.trim() === proofOf(before).value)
  const { inMs, missingSince = null, status } = isProven ? proven : withoutProof(before, found, nowMs)
  return {
    ...before,
    status,
    since: status === before.status ? before.since : new Date(nowMs),
    missingSince,
    checkedAt: new Date(nowMs),
    nextCheckAt: new Date(nowMs + inMs),
    found,
  }
}

interface Decision {
  readonly status: DomainVerificationRow['status']
  readonly missingSince?: Date | null
  /** When the next check is due. */
  readonly inMs: number
}

const proven: Decision = { status: 'verified', inMs: dayMs }
const failed: Decision = { status: 'failed', inMs: dayMs }

function withoutProof(before: DomainVerificationRow, { problem }: FoundRecords, nowMs: number): Decision {
  if (before.status === 'failed') return failed
  const answered = problem === null
  if (before.status === 'verified') {
    const missingSince = before.missingSince ?? (answered ? new Date(nowMs) : null)
    const missingMs = missingSince === null ? 0 : nowMs - missingSince.getTime()
    return answered && missingMs >= missingForMs ? failed : { status: 'verified', missingSince, inMs: hourMs }
  }
  const ageMs = nowMs - before.since.getTime()
  if (answered && ageMs >= pendingForMs) return failed
  return { status: 'pending', inMs: Math.min(hourMs, Math.max(minuteMs, ageMs / 4)) }
}
