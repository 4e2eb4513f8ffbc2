import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { AlertKind, AlertSettings, Outcome } from '#contract'
import { minuteMs } from '#kernel'
import { advance } from './advance.ts'
import type { AlertState, CheckStatus } from './alert-state.ts'
import { initialAlertState } from './alert-state.ts'
import { dueReminder, nextReminderAt } from './due-reminder.ts'
import { summarizeTick } from './summarize-tick.ts'

interface Step {
  readonly outcomes: readonly Outcome[]
  readonly afterMs: number
  readonly settings: AlertSettings
}

interface AlertNotice {
  readonly kind: AlertKind | null
  readonly sequence: number
  /** The largest amount of reminders in force so far. */
  readonly amount: number
}

const settings: fc.Arbitrary<AlertSettings> = fc.record({
  escalationType: fc.constantFrom('RUN_BASED', 'TIME_BASED'),
  runBasedEscalation: fc.record({ failedRunThreshold: fc.integer({ min: 1, max: 5 }) }),
  timeBasedEscalation: fc.record({ minutesFailingThreshold: fc.constantFrom(5, 10, 15, 30) }),
  reminders: fc.record({ amount: fc.integer({ min: 0, max: 5 }), interval: fc.constantFrom(1, 5, 10) }),
  parallelRunFailureThreshold: fc.record({ enabled: fc.boolean(), percentage: fc.constantFrom(10, 50, 100) }),
})

const outcome: fc.Arbitrary<Outcome> = fc.constantFrom('passed', 'degraded', 'failed')
const stepsWith = (ofStep: fc.Arbitrary<AlertSettings>): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.record({
      outcomes: fc.oneof(
        fc.array(outcome, { minLength: 1, maxLength: 4 }),
        outcome.map((only) => [only]),
      ),
      afterMs: fc.integer({ min: 1, max: 20 * minuteMs }),
      settings: ofStep,
    }),
    { maxLength: 40 },
  )

const steadySteps = settings.chain((steady) => stepsWith(fc.constant(steady)))
const anySteps = fc.oneof(steadySteps, stepsWith(settings))

/** Plays runs with the reminders due between them, and returns the notifications in order. */
function play(steps: readonly Step[]): { sentAlerts: readonly AlertNotice[]; state: AlertState } {
  const sentAlerts: AlertNotice[] = []
  let state = initialAlertState
  let now = 0
  let amount = 0
  for (const step of steps) {
    now += step.afterMs
    amount = Math.max(amount, step.settings.reminders.amount)
    for (let at = nextReminderAt(state); at !== null && at <= now; at = nextReminderAt(state)) {
      const due = dueReminder(state, step.settings, at)
      if (!due) throw new Error('expected a due reminder at the time that was announced')
      state = due.state
      if (due.event) sentAlerts.push({ kind: due.event.kind, sequence: due.sequence, amount })
    }
    const tick = summarizeTick(step.outcomes)
    if (!tick) throw new Error('expected outcomes')
    const isParallel = step.outcomes.length > 1
    const next = advance(state, { ...tick, isParallel, atMs: now, settings: step.settings })
    state = next.state
    if (next.event.isAlert) sentAlerts.push({ kind: next.event.kind, sequence: 0, amount })
  }
  return { sentAlerts, state }
}

const episodesOf = (sentAlerts: readonly AlertNotice[]): readonly (readonly AlertNotice[])[] => {
  const episodes: AlertNotice[][] = [[]]
  for (const sentAlert of sentAlerts) {
    episodes.at(-1)?.push(sentAlert)
    if (sentAlert.kind === 'recovery') episodes.push([])
  }
  return episodes
}

describe('over any outcomes and settings', () => {
  it('no recovery is sent in an episode without another alert', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        for (const episode of episodesOf(play(steps).sentAlerts)) {
          expect(episode[0]?.kind).not.toBe('recovery')
        }
      }),
    )
  })

  it('no alert is sent twice in a row, except by reminders', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        for (const episode of episodesOf(play(steps).sentAlerts)) {
          const notifications = episode.filter(({ sequence }) => sequence === 0).map(({ kind }) => kind)
          for (const [index, kind] of notifications.entries()) expect(kind).not.toBe(notifications[index + 1])
        }
      }),
    )
  })

  it('reminders of an episode count up from 1 and never exceed their amount', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        for (const episode of episodesOf(play(steps).sentAlerts)) {
          const reminders = episode.filter(({ sequence }) => sequence > 0)
          expect(reminders.map(({ sequence }) => sequence)).toEqual(reminders.map((_, index) => index + 1))
          for (const { sequence, amount } of reminders) expect(sequence).toBeLessThanOrEqual(amount)
        }
      }),
    )
  })

  it('the status follows the last tick, and a passing check has nothing pending', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { state, sentAlerts } = play(steps)
        const last = steps.at(-1)
        const summary = last ? summarizeTick(last.outcomes) : null
        const statuses: Record<Outcome, CheckStatus> = { passed: 'passing', degraded: 'degraded', failed: 'failing' }
        expect(state.status).toBe(statuses[summary?.outcome ?? 'passed'])
        const isOver = state.status === 'passing'
        expect(isOver).toBe(state.problemSince === null && state.problemRuns === 0)
        expect(!isOver || nextReminderAt(state) === null).toBe(true)
        expect(!isOver || [undefined, 'recovery'].includes(sentAlerts.at(-1)?.kind ?? undefined)).toBe(true)
      }),
    )
  })

  it('a failure that continues is notified after as many runs as its threshold says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12 }), (failedRunThreshold, runs) => {
        const steady = { ...defaultAlertSettings, runBasedEscalation: { failedRunThreshold } }
        const step: Step = { outcomes: ['failed'], afterMs: minuteMs, settings: steady }
        const { sentAlerts } = play(Array.from({ length: runs }, () => step))
        expect(sentAlerts.length).toBe(runs >= failedRunThreshold ? 1 : 0)
      }),
    )
  })
})
