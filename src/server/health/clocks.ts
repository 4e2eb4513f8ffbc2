import { dayMs, jumpLimitMs } from '#kernel'
import { clockToleranceMs, maxFollowedMs, minSteadyMs, steadyNeededMs } from '../time/steer-time.ts'
import type { ClockFacts } from '../time/timekeeper.ts'
import { inSeconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

/** Whether the clock of this machine agrees with monotonic time, with the database and with stored times. */
export const clocks: FindingSource = {
  name: 'clocks',
  meaning: 'Whether the clock of the machine is right.',
  advice: 'Synchronise the machine and the database server with NTP, then wait: the message says how long.',
  readsDatabase: false,
  find: ({ timekeeper }): HealthResult => {
    if (timekeeper === undefined) return { ok: true, message: fine }
    const facts = timekeeper.facts()
    const problems = problemsOf(facts)
    return {
      ok: problems.length === 0,
      message: problems.join(' ') || (Math.abs(facts.aheadMs) > jumpLimitMs ? approaching(facts) : fine),
      numbers: numbersOf(facts),
    }
  },
}

const fine = 'The clock of this machine agrees with monotonic time and with the database.'

const approaching = ({ aheadMs }: ClockFacts): string =>
  `The clock of this machine went back. Recorded times are ${inSeconds(aheadMs)} ahead of it and approach it by a tenth of the elapsed time.`

function problemsOf(facts: ClockFacts): string[] {
  const { aheadMs, steadyMs, lastJump, databaseAheadMs } = facts
  const isDifferent = Math.abs(aheadMs) > jumpLimitMs
  const isRecentJump = isDifferent && steadyMs < minSteadyMs && lastJump !== null
  return [
    ...(isRecentJump ? [`The clock of this machine jumped by ${inSeconds(lastJump.byMs)}. ${worksOn}`] : []),
    ...(databaseAheadMs !== null && Math.abs(databaseAheadMs) > clockToleranceMs
      ? [`The clocks of this machine and of the database disagree by ${inSeconds(Math.abs(databaseAheadMs))}.`]
      : []),
    ...(aheadMs < -jumpLimitMs ? [behind(facts)] : []),
    ...(aheadMs > dayMs ? [`Recorded times are ${inSeconds(aheadMs)} ahead of the clock of this machine.`] : []),
  ]
}

const worksOn = 'Checks, heartbeats and alerts continue by monotonic time.'

function behind({ aheadMs, steadyMs }: ClockFacts): string {
  const leftMs = Math.max(0, steadyNeededMs(aheadMs) - steadyMs)
  const until =
    -aheadMs > maxFollowedMs
      ? 'That is too far to be followed automatically.'
      : `It is followed when it has run steadily for another ${inSeconds(leftMs)} and the database agrees.`
  return `The clock of this machine is ${inSeconds(-aheadMs)} ahead of the time of the service. ${until}`
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
