import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { AlertKind, AlertSettings, AlertType, Outcome, SilenceReason } from '#contract'
import { minuteMs } from '#kernel'
import { advance } from './advance.ts'
import type { TickFacts } from './advance.ts'
import { initialAlertState } from './alert-state.ts'
import type { AlertEvent, AlertState, CheckStatus } from './alert-state.ts'
import { nextReminderAt } from './due-reminder.ts'

const START = Date.parse('2026-03-01T15:00:00.000Z')

const afterRuns = (failedRunThreshold: number, changes: Partial<AlertSettings> = {}): AlertSettings => ({
  ...defaultAlertSettings,
  runBasedEscalation: { failedRunThreshold },
  ...changes,
})

const afterMinutes = (minutesFailingThreshold: number): AlertSettings => ({
  ...defaultAlertSettings,
  escalationType: 'TIME_BASED',
  timeBasedEscalation: { minutesFailingThreshold },
})

const withShare = (percentage: number, runs = 1): AlertSettings =>
  afterRuns(runs, { parallelRunFailureThreshold: { enabled: true, percentage } })

const aTick = (outcome: Outcome, changes: Partial<TickFacts> = {}): TickFacts => ({
  outcome,
  failingLocations: outcome === 'failed' ? 1 : 0,
  degradedLocations: outcome === 'degraded' ? 1 : 0,
  totalLocations: 1,
  isParallel: false,
  atMs: START,
  settings: defaultAlertSettings,
  ...changes,
})

/** Ten locations at once, of which some failed and some were degraded. */
const tenLocations = (failingLocations: number, degradedLocations: number, settings: AlertSettings): TickFacts => ({
  ...aTick(failingLocations > 0 ? 'failed' : degradedLocations > 0 ? 'degraded' : 'passed'),
  failingLocations,
  degradedLocations,
  totalLocations: 10,
  isParallel: true,
  settings,
})

const play = (ticks: readonly TickFacts[]): { state: AlertState; events: readonly AlertEvent[] } => {
  let state = initialAlertState
  const events: AlertEvent[] = []
  for (const tick of ticks) {
    const next = advance(state, tick)
    state = next.state
    events.push(next.event)
  }
  return { state, events }
}

const playOutcomes = (settings: AlertSettings, outcomes: readonly Outcome[], stepMs = minuteMs) =>
  play(outcomes.map((outcome, index) => aTick(outcome, { settings, atMs: START + index * stepMs })))

const lastEvent = (settings: AlertSettings, outcomes: readonly Outcome[]): AlertEvent => {
  const event = playOutcomes(settings, outcomes).events.at(-1)
  if (!event) throw new Error('expected an event')
  return event
}

interface Row {
  readonly runs: readonly Outcome[]
  readonly threshold: number
  readonly from: CheckStatus
  readonly to: CheckStatus
  readonly type: AlertType
  readonly kind: AlertKind | null
  readonly silence: SilenceReason | null
}

const row = (
  path: [CheckStatus, CheckStatus, AlertType, AlertKind | null],
  threshold: number,
  runs: readonly Outcome[],
  silence: SilenceReason | null,
): Row => ({ from: path[0], to: path[1], type: path[2], kind: path[3], threshold, runs, silence })

const PP: Parameters<typeof row>[0] = ['passing', 'passing', 'NO_ALERT', null]
const PD: Parameters<typeof row>[0] = ['passing', 'degraded', 'ALERT_DEGRADED', 'degraded']
const PF: Parameters<typeof row>[0] = ['passing', 'failing', 'ALERT_FAILURE', 'failure']
const DP: Parameters<typeof row>[0] = ['degraded', 'passing', 'ALERT_DEGRADED_RECOVERY', 'recovery']
const DD: Parameters<typeof row>[0] = ['degraded', 'degraded', 'ALERT_DEGRADED_REMAIN', 'degraded']
const DF: Parameters<typeof row>[0] = ['degraded', 'failing', 'ALERT_DEGRADED_FAILURE', 'failure']
const FP: Parameters<typeof row>[0] = ['failing', 'passing', 'ALERT_RECOVERY', 'recovery']
const FD: Parameters<typeof row>[0] = ['failing', 'degraded', 'ALERT_FAILURE_DEGRADED', 'degraded']
const FF: Parameters<typeof row>[0] = ['failing', 'failing', 'ALERT_FAILURE_REMAIN', 'failure']

const table: readonly Row[] = [
  row(PP, 1, ['passed'], null),
  row(PP, 1, ['failed', 'passed', 'passed'], null),
  row(PD, 1, ['degraded'], null),
  row(PD, 2, ['degraded'], 'BELOW_THRESHOLD'),
  row(PF, 1, ['failed'], null),
  row(PF, 2, ['failed'], 'BELOW_THRESHOLD'),
  row(PF, 1, ['failed', 'passed', 'failed'], null),
  row(PF, 2, ['failed', 'passed', 'failed'], 'BELOW_THRESHOLD'),
  row(DD, 2, ['degraded', 'degraded'], null),
  row(DD, 3, ['degraded', 'degraded'], 'BELOW_THRESHOLD'),
  row(DD, 2, ['degraded', 'degraded', 'degraded'], 'ALREADY_NOTIFIED'),
  row(DP, 1, ['degraded', 'passed'], null),
  row(DP, 2, ['degraded', 'passed'], 'NEVER_NOTIFIED'),
  row(DP, 2, ['failed', 'degraded', 'passed'], null),
  row(DF, 5, ['degraded', 'failed'], null),
  row(DF, 1, ['degraded', 'failed'], null),
  row(DF, 1, ['failed', 'degraded', 'failed'], null),
  row(FF, 2, ['failed', 'failed'], null),
  row(FF, 5, ['failed', 'failed', 'failed', 'failed'], 'BELOW_THRESHOLD'),
  row(FF, 5, ['failed', 'failed', 'failed', 'failed', 'failed'], null),
  row(FF, 1, ['failed', 'failed'], 'ALREADY_NOTIFIED'),
  row(FF, 5, ['degraded', 'failed', 'failed'], 'ALREADY_NOTIFIED'),
  row(FD, 1, ['failed', 'degraded'], null),
  row(FD, 5, ['failed', 'degraded'], null),
  row(FP, 1, ['failed', 'passed'], null),
  row(FP, 2, ['failed', 'passed'], 'NEVER_NOTIFIED'),
  row(FP, 2, ['failed', 'failed', 'passed'], null),
  row(FP, 5, ['degraded', 'failed', 'passed'], null),
]

describe('every transition with a run-based threshold', () => {
  it.each(table)('$type after $runs at threshold $threshold: $silence', ({ runs, threshold, ...expected }) => {
    expect(lastEvent(afterRuns(threshold), runs)).toMatchObject({
      ...expected,
      isAlert: expected.kind !== null && expected.silence === null,
    })
  })

  it('covers the whole table of types but the certificate alert', () => {
    expect(new Set(table.map(({ type }) => type)).size).toBe(9)
  })
})

describe('run-based escalation', () => {
  it('starts counting anew after a pass', () => {
    const { events } = playOutcomes(afterRuns(3), ['failed', 'failed', 'passed', 'failed', 'failed', 'failed'])
    expect(events.map(({ isAlert }) => isAlert)).toEqual([false, false, false, false, false, true])
  })

  it('uses the current settings, so a lowered threshold alerts at the next run', () => {
    const first = advance(initialAlertState, aTick('failed', { settings: afterRuns(5) }))
    expect(advance(first.state, aTick('failed', { settings: afterRuns(2) })).event.isAlert).toBe(true)
  })
})

describe('time-based escalation', () => {
  const at = (clock: string): number => Date.parse(`2026-03-01T${clock}:00.000Z`)
  const playClock = (...runs: readonly (readonly [string, Outcome])[]) =>
    play(runs.map(([clock, outcome]) => aTick(outcome, { atMs: at(clock), settings: afterMinutes(10) })))

  it('alerts at the first failing result ten minutes after the first failure', () => {
    const { events } = playClock(['15:00', 'failed'], ['15:05', 'failed'], ['15:09', 'failed'], ['15:10', 'failed'])
    expect(events.map(({ silence }) => silence)).toEqual([
      'BELOW_THRESHOLD',
      'BELOW_THRESHOLD',
      'BELOW_THRESHOLD',
      null,
    ])
  })

  it('waits for a result when none arrives at the threshold', () => {
    expect(playClock(['15:00', 'failed'], ['15:30', 'failed']).events.at(-1)?.isAlert).toBe(true)
  })

  it('alerts no one when the check recovers before', () => {
    const { events } = playClock(['15:00', 'failed'], ['15:09', 'passed'], ['15:11', 'failed'])
    expect(events.map(({ silence }) => silence)).toEqual(['BELOW_THRESHOLD', 'NEVER_NOTIFIED', 'BELOW_THRESHOLD'])
  })

  it('holds for degraded runs too', () => {
    expect(playClock(['15:00', 'degraded'], ['15:10', 'degraded']).events.at(-1)?.isAlert).toBe(true)
  })
})

describe('the share of locations', () => {
  const silenceOf = (tick: TickFacts): SilenceReason | null => advance(initialAlertState, tick).event.silence

  it.each([
    [3, 'BELOW_LOCATION_SHARE'],
    [4, 'BELOW_LOCATION_SHARE'],
    [5, null],
    [7, null],
  ])('of 50 %% with %s of 10 locations failing answers %s', (failing, silence) => {
    expect(silenceOf(tenLocations(failing, 0, withShare(50)))).toBe(silence)
  })

  it('counts degraded locations for a degraded tick only', () => {
    expect(silenceOf(tenLocations(0, 5, withShare(50)))).toBeNull()
    expect(silenceOf(tenLocations(1, 9, withShare(50)))).toBe('BELOW_LOCATION_SHARE')
  })

  it('means nothing for round-robin checks, single locations and switched-off settings', () => {
    expect(silenceOf({ ...tenLocations(1, 0, withShare(50)), isParallel: false })).toBeNull()
    expect(silenceOf(aTick('failed', { isParallel: true, settings: withShare(100) }))).toBeNull()
    expect(silenceOf(tenLocations(1, 0, defaultAlertSettings))).toBeNull()
  })

  it('works on top of the run threshold, towards which ticks below the share count', () => {
    const settings = withShare(50, 2)
    const { events } = play([7, 3, 7, 7].map((failing) => tenLocations(failing, 0, settings)))
    expect(events.map(({ silence }) => silence)).toEqual([
      'BELOW_THRESHOLD',
      'BELOW_LOCATION_SHARE',
      null,
      'ALREADY_NOTIFIED',
    ])
  })

  it('holds back an escalation that only few locations see, and alerts once enough do', () => {
    const settings = withShare(50)
    const { events } = play([tenLocations(0, 6, settings), tenLocations(1, 5, settings), tenLocations(6, 0, settings)])
    expect(events.map(({ type, silence }) => [type, silence])).toEqual([
      ['ALERT_DEGRADED', null],
      ['ALERT_DEGRADED_FAILURE', 'BELOW_LOCATION_SHARE'],
      ['ALERT_FAILURE_REMAIN', null],
    ])
  })

  it('does not hold back the alert that a notified failure became a degradation', () => {
    const settings = withShare(50)
    const { events } = play([tenLocations(6, 0, settings), tenLocations(0, 1, settings)])
    expect(events.at(-1)).toMatchObject({ type: 'ALERT_FAILURE_DEGRADED', isAlert: true })
  })

  it('sends nothing twice when a failure without an alert becomes the degradation that was notified', () => {
    const settings = withShare(50)
    const { events } = play([tenLocations(0, 6, settings), tenLocations(1, 0, settings), tenLocations(0, 6, settings)])
    expect(events.at(-1)).toMatchObject({ type: 'ALERT_FAILURE_DEGRADED', silence: 'ALREADY_NOTIFIED' })
  })

  it('sends no recovery without an alert: a failure below the share recovers silently', () => {
    const settings = withShare(50)
    const { events } = play([tenLocations(1, 0, settings), tenLocations(0, 1, settings), tenLocations(0, 0, settings)])
    expect(events.map(({ silence }) => silence)).toEqual([
      'BELOW_LOCATION_SHARE',
      'BELOW_LOCATION_SHARE',
      'NEVER_NOTIFIED',
    ])
  })
})

describe('the alert state', () => {
  it('stores when the status changed, and the episode with the alerts sent in it', () => {
    const { state } = playOutcomes(afterRuns(2), ['passed', 'degraded', 'failed', 'failed'])
    expect(state).toEqual({
      status: 'failing',
      statusSince: START + 2 * minuteMs,
      problemRuns: 3,
      problemSince: START + minuteMs,
      failureNotified: true,
      degradedNotified: false,
      lastNotifiedKind: 'failure',
      reminder: { sequence: 0, lastNotifiedAt: START + 2 * minuteMs, nextAt: null },
    })
  })

  it('forgets the episode on recovery', () => {
    const { state } = playOutcomes(defaultAlertSettings, ['degraded', 'failed', 'passed'])
    expect(state).toEqual({ ...initialAlertState, statusSince: START + 2 * minuteMs })
  })

  it('is the same object while a check goes on passing, so nothing needs to be stored', () => {
    expect(advance(initialAlertState, aTick('passed')).state).toBe(initialAlertState)
  })

  it('survives being stored as JSON', () => {
    const reminders = { amount: 3, interval: 5 }
    const { state, events } = playOutcomes(afterRuns(1, { reminders }), ['degraded', 'failed'])
    expect(JSON.parse(JSON.stringify({ state, events }))).toEqual({ state, events })
    expect(nextReminderAt(state)).toBe(START + 6 * minuteMs)
  })

  it('gives the recovery the alerts sent before it', () => {
    expect(lastEvent(afterRuns(5), ['degraded', 'failed', 'passed']).notifiedBefore).toEqual(['failure'])
    expect(lastEvent(afterRuns(1), ['degraded', 'failed', 'passed']).notifiedBefore).toEqual(['failure', 'degraded'])
    expect(lastEvent(afterRuns(5), ['failed', 'degraded', 'passed']).notifiedBefore).toEqual(['degraded'])
  })
})
