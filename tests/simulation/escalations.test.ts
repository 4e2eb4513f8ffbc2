import { expect, test } from 'vitest'
import { advance, dueStep, nextStepAt, withEscalation, initialAlertState } from '#alerting'
import type { AlertState } from '#alerting'
import { defaultAlertSettings } from '#contract'
import type { EscalationRules } from '#contract'
import { minuteMs } from '#kernel'
import { seededRandom } from '../support/seeded-random.ts'
import { testSeed } from '../support/test-seed.ts'

const startMs = Date.parse('2026-03-27T00:00:00.000Z')
const minutes = 4 * 1_440
/** The loop that sends steps is never away for longer. */
const longestStandstill = 20
const quiet = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin', kinds: ['DEGRADED' as const] }

/** An alerted outage. Times are minutes. */
interface Episode {
  readonly alertedAt: number
  readonly steps: { readonly number: number; readonly at: number }[]
  /** The acknowledgement or the recovery. */
  stoppedAt: number
  isAcknowledged: boolean
}

type Policy = EscalationRules & { readonly id: string }

/** Steps of random waits. */
function policyOf(random: () => number): Policy {
  const waits = Array.from({ length: 1 + Math.floor(random() * 4) }, () => Math.floor(random() * 45))
  const steps = waits
    .toSorted((a, b) => a - b)
    .map((afterMinutes, index) => ({ afterMinutes, alertChannelIds: [index + 1], quietHours: [] }))
  return { id: 'policy', steps, repeat: null, quietHours: [quiet] }
}

/** A target minute by minute, the alerts of its outages, and people who acknowledge every third of them. */
class EscalatedTarget {
  readonly policy: Policy
  readonly episodes: Episode[] = []
  readonly #random: () => number
  #state: AlertState = initialAlertState
  #downUntil = -1
  #awakeAt = 0
  #acknowledgeAt = Infinity

  constructor(random: () => number) {
    this.policy = policyOf(random)
    this.#random = random
  }

  play(): this {
    for (let minute = 0; minute < minutes; minute += 1) {
      this.#run(minute)
      this.#acknowledge(minute)
      if (minute >= this.#awakeAt) this.#send(minute)
    }
    return this
  }

  #run(minute: number): void {
    if (this.#downUntil < minute && this.#random() < 0.008) this.#downUntil = minute + Math.floor(this.#random() * 240)
    const outcome = minute <= this.#downUntil ? 'failed' : 'passed'
    const locations = { failingLocations: 1, degradedLocations: 0, totalLocations: 1, isParallel: false }
    const atMs = startMs + minute * minuteMs
    const { state, event } = advance(this.#state, { outcome, ...locations, atMs, settings: defaultAlertSettings })
    this.#state = state
    if (event.isAlert && event.kind === 'failure') this.#begin(minute, atMs)
    if (event.kind === 'recovery') this.#stop(minute)
  }

  #begin(minute: number, atMs: number): void {
    this.#state = withEscalation(this.#state, this.policy, { kind: 'failure', atMs, alertId: null })
    this.episodes.push({ alertedAt: minute, steps: [], stoppedAt: Infinity, isAcknowledged: false })
    this.#acknowledgeAt = this.#random() < 0.33 ? minute + Math.floor(this.#random() * 40) : Infinity
  }

  #acknowledge(minute: number): void {
    if (this.#state.status !== 'failing' || minute !== this.#acknowledgeAt) return
    const acknowledgement = { kind: 'failure', atMs: startMs + minute * minuteMs, by: 'Ada', note: 'On it' } as const
    this.#state = { ...this.#state, acknowledgement }
    this.#stop(minute).isAcknowledged = true
  }

  #send(minute: number): void {
    if (this.#random() < 0.02) this.#awakeAt = minute + Math.floor(this.#random() * longestStandstill)
    const atMs = startMs + minute * minuteMs
    const next = nextStepAt(this.#state)
    const due = next === null || next > atMs ? null : dueStep(this.#state, this.policy, atMs)
    this.#state = due?.state ?? this.#state
    if (due?.step) this.#last().steps.push({ number: due.step.number, at: minute })
  }

  #stop(minute: number): Episode {
    const episode = this.#last()
    episode.stoppedAt = Math.min(episode.stoppedAt, minute)
    return episode
  }

  #last(): Episode {
    const episode = this.episodes.at(-1)
    if (episode === undefined) throw new Error('There is no step without an alert.')
    return episode
  }
}

/** What is wrong with the steps of an episode. */
function problemsOf({ steps }: Policy, episode: Episode): string[] {
  const wrong = episode.steps.filter(
    ({ number, at }, index) =>
      number !== index + 1 ||
      at < episode.alertedAt + (steps[index]?.afterMinutes ?? Infinity) ||
      at >= episode.stoppedAt,
  )
  const isMissed = isLong({ steps }, episode) && episode.steps.length < steps.length
  return [
    ...wrong.map(({ number, at }) => `step ${number} at ${at} of the alert at ${episode.alertedAt}`),
    ...(isMissed ? [`the alert at ${episode.alertedAt} did not reach its last step`] : []),
  ]
}

/** Whether it lasts so long without an acknowledgement that every step has to be sent. */
const isLong = ({ steps }: Pick<Policy, 'steps'>, { alertedAt, stoppedAt }: Episode): boolean =>
  Math.min(stoppedAt, minutes) > alertedAt + (steps.at(-1)?.afterMinutes ?? 0) + steps.length * (longestStandstill + 1)

test(`an outage that nobody acknowledges reaches the last step, and none comes early, twice or after an acknowledgement (TEST_SEED=${testSeed})`, () => {
  const random = seededRandom(testSeed)
  const targets = Array.from({ length: 20 }, () => new EscalatedTarget(random).play())
  const played = targets.flatMap(({ policy, episodes }) => episodes.map((episode) => ({ policy, episode })))
  expect(played.flatMap(({ policy, episode }) => problemsOf(policy, episode))).toEqual([])
  const long = played.filter(({ policy, episode }) => isLong(policy, episode))
  expect(long.length, 'worlds without long outages prove nothing').toBeGreaterThan(50)
  const stopped = played.filter(
    ({ policy, episode }) => episode.isAcknowledged && episode.steps.length < policy.steps.length,
  )
  expect(stopped.length, 'worlds without acknowledgements prove nothing').toBeGreaterThan(20)
})
