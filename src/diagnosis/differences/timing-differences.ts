import { writeReason } from '#contract/reasons'
import type { SentenceCode } from '#contract/reasons'
import type { RunEvidence } from '../evidence.ts'
import { slowedPhase } from '../observations.ts'
import type { SlowedPhase } from '../observations.ts'

/** A phase is told when it takes this many times as long, so that what a busy minute does is not. */
const noticeableFactor = 3
const noticeableMs = 100

/** The phase that became slower by far, as a sentence; none when all took about as long. */
export function timingDifferences(now: RunEvidence, before: RunEvidence): string[] {
  const slowed = slowedPhase(now, before)
  if (slowed === null || !isNoticeable(slowed)) return []
  const times = { milliseconds: Math.round(slowed.nowMs), millisecondsBefore: Math.round(slowed.beforeMs) }
  const code = codes.get(slowed.name)
  return [
    code === undefined
      ? writeReason('DIFFERENCE_SLOW_PHASE', { phase: slowed.name, ...times })
      : writeReason(code, times),
  ]
}

const isNoticeable = ({ nowMs, beforeMs }: SlowedPhase): boolean =>
  nowMs - beforeMs >= noticeableMs && nowMs >= beforeMs * noticeableFactor

const codes: ReadonlyMap<string, SlowCode> = new Map<string, SlowCode>([
  ['dns', 'DIFFERENCE_SLOW_DNS'],
  ['tcp', 'DIFFERENCE_SLOW_CONNECTION'],
  ['connect', 'DIFFERENCE_SLOW_CONNECTION'],
  ['connection', 'DIFFERENCE_SLOW_CONNECTION'],
  ['tls', 'DIFFERENCE_SLOW_TLS'],
  ['handshake', 'DIFFERENCE_SLOW_TLS'],
  ['firstByte', 'DIFFERENCE_SLOW_FIRST_BYTE'],
  ['data', 'DIFFERENCE_SLOW_FIRST_BYTE'],
  ['download', 'DIFFERENCE_SLOW_DOWNLOAD'],
])

type SlowCode = Exclude<Extract<SentenceCode<'difference'>, `DIFFERENCE_SLOW_${string}`>, 'DIFFERENCE_SLOW_PHASE'>
