import { mostListedChecks, mostListedOutages } from '#contract'
import type { BackTest, BackTestCounts, BackTestLimit, BackTestOutage, RetryStrategy } from '#contract'
import { compareOutages } from './compare-variants.ts'
import type { ComparedOutage } from './compare-variants.ts'
import type { KnownCheck, KnownChecks } from './checks-to-replay.ts'
import type { KeptRange } from './replayed-range.ts'
import { summaryOf } from './summary-of.ts'
import type { VariantReplay } from './variant-replay.ts'

interface Replayed {
  readonly known: KnownChecks
  readonly replays: ReadonlyMap<string, readonly VariantReplay[]>
  readonly recorded: number
  readonly range: KeptRange
  readonly retries: { readonly onlyOn?: readonly string[] | null } | RetryStrategy | null
  readonly isOne: boolean
}

interface Compared {
  readonly check: KnownCheck
  readonly now: VariantReplay
  readonly proposed: VariantReplay
  readonly outages: readonly ComparedOutage[]
}

/** The answer to a back-test of one or several checks. */
export function describeBackTest(replayed: Replayed): BackTest {
  const { known, range, recorded, isOne } = replayed
  const all = comparedChecks(replayed)
  const outages = all.flatMap(({ check, outages: some }) => some.map((one) => outageOf(check, one)))
  const figures = figuresOf(outages)
  const now = sum(all.map((one) => one.now))
  const proposed = sum(all.map((one) => one.proposed))
  const listed = outages.toSorted(byDifference).slice(0, mostListedOutages)
  return {
    from: isoOf(range.fromMs),
    to: isoOf(range.toMs),
    checks: known.checks.length,
    summary: summaryOf({ now, proposed, ...figures, outages }),
    now,
    proposed,
    recordedAlerts: recorded,
    ...figures,
    outages: listed,
    timeLines: isOne ? timeLinesOf(all[0]) : null,
    ofChecks: isOne ? [] : checksOf(all),
    limits: limitsOf(replayed, all, now, outages.length - listed.length),
  }
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

function comparedChecks({ known, replays }: Replayed): Compared[] {
  return known.checks.flatMap((check) => {
    const [now, proposed] = replays.get(check.effective.own.id) ?? []
    return now && proposed ? [{ check, now, proposed, outages: compareOutages(now, proposed) }] : []
  })
}

function sum(replays: readonly VariantReplay[]): BackTestCounts {
  const total = { alerts: 0, failure: 0, degraded: 0, recovery: 0, reminder: 0, notifications: 0 }
  for (const { counts, notifications } of replays) {
    for (const kind of ['failure', 'degraded', 'recovery', 'reminder'] as const) {
      total[kind] += counts[kind]
      total.alerts += counts[kind]
    }
    total.notifications += notifications
  }
  return total
}

const outageOf = ({ effective: { own } }: KnownCheck, outage: ComparedOutage): BackTestOutage => {
  const { fromMs, toMs, isFailure, detectedNowMs, detectedProposedMs } = outage
  return {
    checkId: own.id,
    checkName: own.name,
    from: isoOf(fromMs),
    to: toMs === null ? null : isoOf(toMs),
    state: isFailure ? 'FAILING' : 'DEGRADED',
    detectedNow: detectedNowMs === null ? null : isoOf(detectedNowMs),
    detectedProposed: detectedProposedMs === null ? null : isoOf(detectedProposedMs),
    delaySeconds:
      detectedNowMs === null || detectedProposedMs === null ? null : (detectedProposedMs - detectedNowMs) / 1000,
  }
}

/** How many outages of these differ, and how. One that lasts may still be alerted. */
function figuresOf(outages: readonly BackTestOutage[]) {
  const delays = outages.flatMap(({ delaySeconds }) => delaySeconds ?? [])
  const longest = delays.reduce((most, one) => Math.max(most, one), 0)
  return {
    missedOutages: outages.filter((one) => one.to !== null && one.detectedProposed === null).length,
    addedOutages: outages.filter((one) => one.detectedNow === null).length,
    delayedOutages: delays.filter((delay) => delay > 0).length,
    earlierOutages: delays.filter((delay) => delay < 0).length,
    longestDelaySeconds: longest > 0 ? longest : null,
  }
}

const rankOf = ({ detectedNow, detectedProposed, delaySeconds }: BackTestOutage): number => {
  if (detectedNow === null || detectedProposed === null) return 0
  return delaySeconds === 0 ? 2 : 1
}

const byDifference = (one: BackTestOutage, other: BackTestOutage): number =>
  rankOf(one) - rankOf(other) || (one.from < other.from ? 1 : -1)

function timeLinesOf(compared: Compared | undefined): BackTest['timeLines'] {
  return compared ? { now: timeLineOf(compared.now), proposed: timeLineOf(compared.proposed) } : null
}

const mostIntervals = 1_000

function timeLineOf({ episodes, alerts }: VariantReplay): NonNullable<BackTest['timeLines']>['now'] {
  return {
    intervals: episodes.slice(-mostIntervals).map(({ fromMs, toMs, isFailure }) => ({
      from: isoOf(fromMs),
      to: toMs === null ? null : isoOf(toMs),
      state: isFailure ? 'FAILING' : 'DEGRADED',
    })),
    alerts: alerts.slice(-mostIntervals).map(({ atMs, kind, reminder }) => ({
      at: isoOf(atMs),
      kind: reminder > 0 ? 'reminder' : kind === 'ssl' ? 'failure' : kind,
    })),
  }
}

const checksOf = (all: readonly Compared[]): BackTest['ofChecks'] =>
  all
    .map(({ check, now, proposed, outages }) => ({
      checkId: check.effective.own.id,
      checkName: check.effective.own.name,
      alertsNow: sum([now]).alerts,
      alertsProposed: sum([proposed]).alerts,
      missedOutages: outages.filter((one) => one.toMs !== null && one.detectedProposedMs === null).length,
    }))
    .filter(({ alertsNow, alertsProposed }) => alertsNow + alertsProposed > 0)
    .toSorted((one, other) => differenceOf(other) - differenceOf(one) || other.alertsNow - one.alertsNow)
    .slice(0, mostListedChecks)

const differenceOf = ({ alertsNow, alertsProposed }: BackTest['ofChecks'][number]): number =>
  Math.abs(alertsNow - alertsProposed)

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`

const sentences: { readonly [L in BackTestLimit]: (count: number, range: KeptRange) => string } = {
  HISTORY_SHORTER: (_count, { fromMs }) => `Results are kept since ${isoOf(fromMs)}, so the replay begins there.`,
  HEARTBEATS_LEFT_OUT: (count) =>
    `${counted(count, 'heartbeat check is', 'heartbeat checks are')} left out: heartbeats alert by missed pings, not by runs.`,
  RETRIES_UNKNOWN: (count) =>
    `${counted(count, 'failed run', 'failed runs')} would have been retried more often; the replay counts each as failed.`,
  KINDS_OF_ERRORS_UNKNOWN: () => 'The replay retries all errors: it does not know which were errors of the network.',
  RECORDED_DIFFERS: (count) =>
    `${counted(count, 'alert was', 'alerts were')} recorded in this range. Settings, mutes, snoozes or acknowledgements were different then.`,
  LISTS_SHORTENED: (count) => `${counted(count, 'more outage is', 'more outages are')} counted, and not listed.`,
}

function limitsOf(
  { known, range, recorded, retries }: Replayed,
  all: readonly Compared[],
  now: BackTestCounts,
  left: number,
): BackTest['limits'] {
  const unknown = all.reduce((total, { proposed }) => total + proposed.unknownRetries, 0)
  return [
    ...(range.isShortened ? [limitOf('HISTORY_SHORTER', null, range)] : []),
    ...(known.heartbeats > 0 ? [limitOf('HEARTBEATS_LEFT_OUT', known.heartbeats, range)] : []),
    ...(unknown > 0 ? [limitOf('RETRIES_UNKNOWN', unknown, range)] : []),
    ...(retries?.onlyOn && retries.onlyOn.length > 0 ? [limitOf('KINDS_OF_ERRORS_UNKNOWN', null, range)] : []),
    ...(recorded !== now.alerts ? [limitOf('RECORDED_DIFFERS', recorded, range)] : []),
    ...(left > 0 ? [limitOf('LISTS_SHORTENED', left, range)] : []),
  ]
}

/** Something a replay cannot know, with how many runs, checks or alerts it is about. */
export const limitOf = (code: BackTestLimit, count: number | null, range: KeptRange): BackTest['limits'][number] => ({
  code,
  message: sentences[code](count ?? 0, range),
  count,
})
