import { summarizeTick } from '#alerting'
import { drillNote } from '#contract'
import type { AlertFacts } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Queryable } from '#storage/database'
import type { DryRun } from '#storage/runs'
import { alertFacts } from '../facts/alert-facts.ts'
import { readLookups } from '../facts/alert-sources.ts'
import type { FactSources } from '../facts/alert-sources.ts'
import { missedPingMessage, noCertificate, noRun } from '../states/finished-tick.ts'
import type { FinishedTick } from '../states/finished-tick.ts'

/** The check and the run of a drill; the run is null for a heartbeat. */
export interface DrillSources extends Pick<FactSources, 'effective' | 'settings' | 'publicUrl'> {
  readonly id: string
  readonly nowMs: number
  readonly run: Pick<DryRun, 'queue' | 'report'> | null
}

export const drillTitle = (title: string): string => `[Drill] ${title}`

/**
 * The facts of the message about a drill: those of the failure of its run, marked in the title, tags and error message,
 * since a template may show any of them, and with the id of the drill.
 */
export async function drillFacts(db: Queryable, drill: DrillSources): Promise<AlertFacts> {
  const { effective, id, nowMs, publicUrl } = drill
  const tick = tickOf(drill)
  const sources: FactSources = {
    ...drill,
    tick,
    alertType: 'ALERT_FAILURE',
    reminderSequence: 0,
    episode: { sinceMs: tick.result.startedAt.getTime(), untilMs: nowMs, runs: 1, reminder: null },
    heldBack: null,
  }
  const facts = alertFacts(sources, await readLookups(db, [sources]))
  return {
    ...facts,
    drillId: id,
    alertTitle: drillTitle(facts.alertTitle),
    checkErrorMessage: `${facts.checkErrorMessage} ${drillNote}`,
    tags: [...facts.tags, 'drill'],
    // Its run is no result that could be opened.
    checkResultId: null,
    resultLink: `${publicUrl}/checks/${effective.own.id}`,
  }
}

function tickOf({ effective, id, nowMs, run }: DrillSources): FinishedTick {
  const { queue: location = null, report = null } = run ?? {}
  const failed = { outcome: 'failed', failingLocations: 1, degradedLocations: 0, totalLocations: 1 } as const
  return {
    checkId: effective.own.id,
    tickId: id,
    summary: summarizeTick(['failed']) ?? failed,
    outcomes: location === null ? [] : [{ location, outcome: 'failed' }],
    hasErrors: false,
    isParallel: false,
    ...noCertificate,
    result: report === null ? missedPing(nowMs) : { ...resultOf(report), id, location },
  }
}

const missedPing = (nowMs: number): FinishedTick['result'] => ({
  id: null,
  location: null,
  responseTimeMs: 0,
  error: missedPingMessage,
  statusCode: null,
  statusText: null,
  startedAt: new Date(nowMs),
  ...noRun,
})

type Report = NonNullable<DryRun['report']>

function resultOf(given: Report): Omit<FinishedTick['result'], 'id' | 'location'> {
  const report = failedReport(given)
  return {
    responseTimeMs: report.responseTimeMs,
    error: report.error,
    statusCode: report.statusCode ?? null,
    statusText: report.statusText ?? null,
    startedAt: new Date(report.startedAt),
    outcome: 'failed',
    hasErrors: false,
    attempt: 1,
    detail: { ...report.detail, reasons: report.reasons },
  }
}

/** Checks without assertions are expected to fail instead, and do not. */
function failedReport(report: Report): Report {
  if (report.outcome === 'failed') return report
  const seconds = (report.responseTimeMs / 1000).toFixed(1)
  const message = writeReason('DRILL_NOT_FAILED', {
    drillOutcome: report.outcome === 'passed' ? 'passed' : 'was degraded',
    time: seconds,
  })
  return { ...report, error: message, reasons: [{ kind: 'assertion', outcome: 'failed', message }] }
}
