import { expect, test } from 'vitest'
import { advance, dueStep, nextStepAt, withEscalation, initialAlertState } from '#alerting'
import type { AlertState } from '#alerting'
import { defaultAlertSettings } from '#contract'
import type { EscalationRules } from '#contract'
import { minuteMs } from '#kernel'
import { seededRandom } from '../support/seeded-random.ts'
import { testSeed } from '../support/test-seed.ts'

const startMs = Date.parse('2026-03-27T00:00:00.000Z')
const days = 4
/** The loop that sends steps is never away for longer. */
const longestStandstill = 20
const quiet = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin', kinds: ['DEGRADED' as const] }

interface Episode {
  readonly alertedAt: number
  readonly steps: { readonly number: number; readonly atMinute: number }[]
  acknowledgedAt: number | null
  endedAt: number
}

/** Steps of random waits. */
function policyOf(random: () => number): EscalationRules & { readonly id: string } {
  const waits = Array.from({ length: 1 + Math.floor(random() * 4) }, () => Math.floor(random() * 45))
  const steps = waits
    .toSorted((a, b) => a - b)
    .map((afterMinutes, index) => ({ afterMinutes, alertChannelIds: [index + 1], quietHours: [] }))
  return { id: 'policy', steps, repeat: null, quietHours: [quiet] }
}

/** The outages of a target minute by minute, its alerts, and people who acknowledge every third of them. */
function play(policy: ReturnType<typeof policyOf>, random: () => number): Episode[] {
  const episodes: Episode[] = []
  let state: AlertState = initialAlertState
  let [downUntil, awakeAt, acknowledgeAt] = [-1, 0, Infinity]
  for (let minute = 0; minute < days * 1_440; minute += 1) {
    const atMs = startMs + minute * minuteMs
    if (downUntil < minute && random() < 0.008) downUntil = minute + Math.floor(random() * 240)
    const outcome = minute <= downUntil ? 'failed' : 'passed'
    const locations = { failingLocations: 1, degradedLocations: 0, totalLocations: 1, isParallel: false }
    const { state: after, event } = advance(state, { outcome, ...locations, atMs, settings: defaultAlertSettings })
    state = after
    if (event.isAlert && event.kind === 'failure') {
      state = withEscalation(state, policy, { kind: 'failure', atMs, alertId: null })
      episodes.push({ alertedAt: minute, steps: [], acknowledgedAt: null, endedAt: days * 1_440 })
      acknowledgeAt = random() < 0.33 ? minute + Math.floor(random() * 40) : Infinity
    }
    const episode = episodes.at(-1)
    if (event.kind === 'recovery' && episode) episode.endedAt = minute
    if (episode && state.status === 'failing' && minute >= acknowledgeAt && episode.acknowledgedAt === null) {
      state = { ...state, acknowledgement: { kind: 'failure', atMs, by: 'Ada', note: 'On it' } }
      episode.acknowledgedAt = minute
    }
    if (minute < awakeAt) continue
    if (random() < 0.02) awakeAt = minute + Math.floor(random() * longestStandstill)
    const next = nextStepAt(state)
    const due = next !== null && next <= atMs ? dueStep(state, policy, atMs) : null
    if (due) state = due.state
    if (due?.step) episode?.steps.push({ number: due.step.number, atMinute: minute })
  }
  return episodes
}

test(`an outage that nobody acknowledges reaches the last step, and none comes early, twice or after an acknowledgement (TEST_SEED=${testSeed})`, () => {
  const random = seededRandom(testSeed)
  let [reached, stopped] = [0, 0]
  for (let world = 0; world < 20; world += 1) {
    const policy = policyOf(random)
    for (const { alertedAt, steps, acknowledgedAt, endedAt } of play(policy, random)) {
      expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1))
      for (const { number, atMinute } of steps) {
        expect(atMinute).toBeGreaterThanOrEqual(alertedAt + (policy.steps[number - 1]?.afterMinutes ?? 0))
        expect(atMinute).toBeLessThan(Math.min(endedAt, acknowledgedAt ?? Infinity))
      }
      const total = policy.steps.length
      const slowest = alertedAt + (policy.steps.at(-1)?.afterMinutes ?? 0) + total * (longestStandstill + 1)
      if (Math.min(endedAt, acknowledgedAt ?? Infinity) > slowest) {
        expect(steps).toHaveLength(total)
        reached += 1
      } else if (acknowledgedAt !== null && steps.length < total) stopped += 1
    }
  }
  expect(reached, 'worlds without long outages prove nothing').toBeGreaterThan(50)
  expect(stopped, 'worlds without acknowledgements prove nothing').toBeGreaterThan(20)
})
