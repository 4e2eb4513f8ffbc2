import type { HealthMessage } from '#contract'
import { dayMs, jumpLimitMs } from '#kernel'
import { clockToleranceMs, maxFollowedMs, minSteadyMs, steadyNeededMs } from '../time/steer-time.ts'
import type { ClockFacts } from '../time/timekeeper.ts'
import { seconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

/** Whether the clock of this machine agrees with monotonic time, with the database and with stored times. */
export const clocks: FindingSource = {
  name: 'clocks',
  title: 'Clock',
  meaning: 'Whether the system clock is correct.',
  advice: 'Synchronise this machine and the database server with NTP, then wait for the time in the message.',
  readsDatabase: false,
  audience: 'everybody',
  needsService: true,
  find: ({ timekeeper }): HealthResult => {
    if (timekeeper === undefined) return { ok: true, found: [{ code: 'CLOCK_AGREES' }] }
    const facts = timekeeper.facts()
    const problems = problemsOf(facts)
    return {
      ok: problems.length === 0,
      found: problems.length > 0 ? problems : [agreement(facts)],
      numbers: numbersOf(facts),
    }
  },
}

const agreement = ({ aheadMs }: ClockFacts): HealthMessage =>
  Math.abs(aheadMs) > jumpLimitMs
    ? { code: 'CLOCK_APPROACHED', values: { seconds: seconds(aheadMs) } }
    : { code: 'CLOCK_AGREES' }

function problemsOf(facts: ClockFacts): HealthMessage[] {
  const { aheadMs, steadyMs, lastJump, databaseAheadMs } = facts
  const isDifferent = Math.abs(aheadMs) > jumpLimitMs
  const isRecentJump = isDifferent && steadyMs < minSteadyMs && lastJump !== null
  return [
    ...(isRecentJump ? [inSeconds('CLOCK_JUMPED', lastJump.byMs)] : []),
    ...(databaseAheadMs !== null && Math.abs(databaseAheadMs) > clockToleranceMs
      ? [inSeconds('CLOCKS_DISAGREE', Math.abs(databaseAheadMs))]
      : []),
    ...(aheadMs < -jumpLimitMs ? [behind(facts)] : []),
    ...(aheadMs > dayMs ? [inSeconds('RECORDED_TIMES_AHEAD', aheadMs)] : []),
  ]
}

const inSeconds = (code: HealthMessage['code'], ms: number): HealthMessage => ({
  code,
  values: { seconds: seconds(ms) },
})

function behind({ aheadMs, steadyMs }: ClockFacts): HealthMessage {
  if (-aheadMs > maxFollowedMs) return inSeconds('CLOCK_TOO_FAR_AHEAD', -aheadMs)
  const leftMs = Math.max(0, steadyNeededMs(aheadMs) - steadyMs)
  return { code: 'CLOCK_AHEAD', values: { seconds: seconds(-aheadMs), left: seconds(leftMs) } }
}

const numbersOf = ({ aheadMs, databaseAheadMs, lastJump, nowMs }: ClockFacts): Record<string, number> => ({
  serviceAheadSeconds: toSeconds(aheadMs),
  ...(databaseAheadMs !== null && { databaseAheadSeconds: toSeconds(databaseAheadMs) }),
  ...(lastJump !== null && {
    lastJumpSeconds: toSeconds(lastJump.byMs),
    lastJumpAgeSeconds: toSeconds(nowMs - lastJump.at),
  }),
})

/** Rounded to tenths. */
const toSeconds = (ms: number): number => Math.round(ms / 100) / 10
