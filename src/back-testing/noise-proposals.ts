import { runsToRecover } from '#alerting'
import type { AlertSettings, FailureWindow, NoiseProposal } from '#contract'
import { minuteMs } from '#kernel'
import type { KnownCheck } from './checks-to-replay.ts'
import { compareOutages } from './compare-variants.ts'
import { durationText } from './summary-of.ts'
import type { VariantReplay } from './variant-replay.ts'

interface Candidate {
  readonly kind: NoiseProposal['kind']
  readonly value: number
  readonly windowRuns: number | null
  readonly settings: AlertSettings
}

const runThresholds = [2, 3, 5] as const
const minuteThresholds = [5, 10] as const
const windows: readonly FailureWindow[] = [
  { failedRunThreshold: 2, runs: 3 },
  { failedRunThreshold: 3, runs: 5 },
]
const recoveries = [2, 3, 5] as const

/** Settings that alert later than those of a check, or recover later. Whatever else they have stays as it is. */
export const candidatesOf = (settings: AlertSettings): Candidate[] => [
  ...(settings.windowBasedEscalation
    ? widerWindows(settings, settings.windowBasedEscalation)
    : [...higherThresholds(settings), ...windows.map((window) => windowed(settings, window))]),
  ...recoveries
    .filter((passedRunThreshold) => passedRunThreshold > runsToRecover(settings))
    .map((passedRunThreshold) => ({
      kind: 'PASSED_RUNS' as const,
      value: passedRunThreshold,
      windowRuns: null,
      settings: { ...settings, runBasedRecovery: { passedRunThreshold } },
    })),
]

function higherThresholds(settings: AlertSettings): Candidate[] {
  const isByRuns = settings.escalationType === 'RUN_BASED'
  const { failedRunThreshold } = settings.runBasedEscalation
  const { minutesFailingThreshold } = settings.timeBasedEscalation
  const byRuns = runThresholds.filter((runs) => isByRuns && runs > failedRunThreshold)
  const byTime = minuteThresholds.filter((minutes) => isByRuns || minutes > minutesFailingThreshold)
  return [
    ...byRuns.map((value) => ({
      kind: 'FAILED_RUNS' as const,
      value,
      windowRuns: null,
      settings: { ...settings, runBasedEscalation: { failedRunThreshold: value } },
    })),
    ...byTime.map((value) => ({
      kind: 'MINUTES_FAILING' as const,
      value,
      windowRuns: null,
      settings: {
        ...settings,
        escalationType: 'TIME_BASED' as const,
        timeBasedEscalation: { minutesFailingThreshold: value },
      },
    })),
  ]
}

/** With more failed runs of as many. A window replaces the other thresholds, so that they would change nothing. */
const widerWindows = (settings: AlertSettings, { failedRunThreshold, runs }: FailureWindow): Candidate[] =>
  [failedRunThreshold + 1, failedRunThreshold + 2]
    .filter((failed) => failed <= runs)
    .map((failed) => windowed(settings, { failedRunThreshold: failed, runs }))

const windowed = (settings: AlertSettings, window: FailureWindow): Candidate => ({
  kind: 'FAILED_OF_RUNS',
  value: window.failedRunThreshold,
  windowRuns: window.runs,
  settings: { ...settings, windowBasedEscalation: window },
})

/** A proposal spares at least a fifth of all alerts, and two of them. */
const leastShare = 0.2
const leastSpared = 2
/** An outage that lasted longer than this may not be missed. */
const longMs = 15 * minuteMs
const mostProposals = 20

interface Replayed {
  readonly check: KnownCheck
  readonly candidates: readonly Candidate[]
}

/** The best candidate of each check, those that spare most notifications first. */
export function proposalsOf(
  replayed: readonly Replayed[],
  replays: ReadonlyMap<string, readonly VariantReplay[]>,
  endMs: number,
): NoiseProposal[] {
  const best = replayed.flatMap(({ check, candidates }) => {
    const [now, ...others] = replays.get(check.effective.own.id) ?? []
    const found = others.flatMap((other, index) => {
      const candidate = candidates[index]
      return now && candidate ? (proposalOf(check, candidate, { now, other, endMs }) ?? []) : []
    })
    return found.toSorted((one, next) => next.score - one.score)[0]?.proposal ?? []
  })
  return best.toSorted((one, other) => other.sparedNotifications - one.sparedNotifications).slice(0, mostProposals)
}

/** A minute that an outage is known later, or is not known, outweighs a tenth of the alerts. */
const unknownShare = (ms: number): number => ms / minuteMs / 10

function proposalOf(
  { effective: { own } }: KnownCheck,
  { kind, value, windowRuns }: Candidate,
  { now, other, endMs }: { readonly now: VariantReplay; readonly other: VariantReplay; readonly endMs: number },
): { readonly proposal: NoiseProposal; readonly score: number } | null {
  const [alertsNow, alertsProposed] = [alertsOf(now), alertsOf(other)]
  const spared = alertsNow - alertsProposed
  if (spared < leastSpared || spared < leastShare * alertsNow) return null
  const outages = compareOutages(now, other)
  const unknown = outages.filter(({ detectedProposedMs }) => detectedProposedMs === null)
  if (unknown.some(({ fromMs, toMs }) => (toMs ?? endMs) - fromMs > longMs)) return null
  const missed = unknown.filter(({ toMs }) => toMs !== null)
  const delays = outages.flatMap(({ detectedNowMs, detectedProposedMs }) =>
    detectedNowMs === null || detectedProposedMs === null ? [] : (detectedProposedMs - detectedNowMs) / 1000,
  )
  const longest = Math.max(0, ...delays)
  const figures = {
    alertsNow,
    alertsProposed,
    sparedNotifications: now.notifications - other.notifications,
    missedOutages: missed.length,
    delayedOutages: delays.filter((delay) => delay > 0).length,
    longestDelaySeconds: longest > 0 ? longest : null,
  }
  const message = sentenceOf({ kind, value, windowRuns }, figures)
  const unknownMs = Math.max(longest * 1000, ...missed.map(({ fromMs, toMs }) => (toMs ?? fromMs) - fromMs))
  return {
    proposal: { checkId: own.id, checkName: own.name, kind, value, windowRuns, message, ...figures },
    score: spared / alertsNow - unknownShare(unknownMs),
  }
}

const alertsOf = ({ counts }: VariantReplay): number =>
  counts.failure + counts.degraded + counts.recovery + counts.reminder

type Figures = Pick<NoiseProposal, 'alertsNow' | 'alertsProposed' | 'delayedOutages' | 'longestDelaySeconds'>

type Threshold = Pick<Candidate, 'kind' | 'value' | 'windowRuns'>

const thresholdTexts: Readonly<Record<NoiseProposal['kind'], (threshold: Threshold) => string>> = {
  FAILED_RUNS: ({ value }) => `A threshold of ${value} failed runs`,
  MINUTES_FAILING: ({ value }) => `A threshold of ${value} minutes`,
  FAILED_OF_RUNS: ({ value, windowRuns }) => `A threshold of ${value} of the last ${windowRuns} runs`,
  PASSED_RUNS: ({ value }) => `A recovery after ${value} passed runs in a row`,
}

function sentenceOf(threshold: Threshold, figures: Figures): string {
  const { alertsNow, alertsProposed, delayedOutages, longestDelaySeconds } = figures
  const spared = `${thresholdTexts[threshold.kind](threshold)} would have spared ${alertsNow - alertsProposed} of ${alertsNow} alerts`
  if (longestDelaySeconds === null) return `${spared}.`
  const outages = delayedOutages === 1 ? 'one outage' : `${delayedOutages} outages`
  return `${spared} and delayed ${outages} by ${delayedOutages === 1 ? '' : 'up to '}${durationText(longestDelaySeconds)}.`
}
