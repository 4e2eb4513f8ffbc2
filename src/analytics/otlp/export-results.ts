import { ownVersion } from '#contract'
import { backoffMs, hourMs, minuteMs, secondMs } from '#kernel'
import type { Store } from '#storage/database'
import {
  claimResultExport,
  countExportedResults,
  findExportTotals,
  findOldestWriter,
  listExportedResults,
  saveExportTotals,
  saveResultExport,
} from '#storage/analytics'
import type { ExportSpan, ResultExport } from '#storage/analytics'
import type { CheckResultRow } from '#storage/runs'
import { linesOf } from '../influx/result-lines.ts'
import { attributes } from './otlp-json.ts'
import { metricsOf, seriesOf, withBefore } from './result-metrics.ts'
import type { Series } from './result-metrics.ts'
import { spansOf } from './result-spans.ts'

export type OtlpSignal = 'metrics' | 'traces'

/** The answer of a receiver: taken, to be sent again (after a time, if it said one), or never to be taken. */
export type OtlpDelivery =
  | { readonly outcome: 'taken'; readonly rejected: number }
  | { readonly outcome: 'retry'; readonly problem: string; readonly afterMs?: number }
  | { readonly outcome: 'rejected'; readonly problem: string }

export interface OtlpReceiver {
  /** Names its place among the results; another name begins with what is stored from now on. */
  readonly name: string
  readonly serviceName: string
  /** Whether metrics count the results of one message, or everything since the first. */
  readonly temporality: 'delta' | 'cumulative'
  /** Sends a message in its JSON form. Never throws. */
  readonly send: (signal: OtlpSignal, message: object) => Promise<OtlpDelivery>
}

/** A server of the line protocol of InfluxDB. */
export interface LineReceiver extends Pick<OtlpReceiver, 'name'> {
  /** Sends whole lines with times in milliseconds. Never throws. */
  readonly sendLines: (lines: string) => Promise<OtlpDelivery>
}

export type ResultReceiver = OtlpReceiver | LineReceiver

const isCumulative = (receiver: ResultReceiver): boolean =>
  'temporality' in receiver && receiver.temporality === 'cumulative'

export interface ExportedBatch {
  readonly sent: number
  readonly dropped: number
  /** Whether there may be more to send at once. */
  readonly isMore: boolean
}

const batch = 500
/** Longer than both messages may take. */
const leaseMs = 2 * minuteMs
/** Results are stored by transactions that began up to so long after the time they note. */
const settledMs = 15 * secondMs
const longestWriterMs = 2 * minuteMs
/** Results that a receiver misses for longer than this are dropped. Older ones are packed. */
const keptMs = hourMs
const retries = { firstSeconds: 5, factor: 2, maxSeconds: 300 }
const nothing: ExportedBatch = { sent: 0, dropped: 0, isMore: false }

/**
 * Sends the next results to a receiver, in the order of when they were stored. Any number of processes may call it: one
 * of them sends, from where the last message ended. A crash between sending and noting it sends a message again.
 */
export async function exportResults(store: Store, receiver: ResultReceiver, nowMs: number): Promise<ExportedBatch> {
  const times = { now: new Date(nowMs), leaseUntil: new Date(nowMs + leaseMs) }
  const claimed = await claimResultExport(store.db, receiver.name, times)
  if (claimed === null) return nothing
  const { place, dropped } = await withoutOld(store, claimed, nowMs)
  const span = { afterAt: place.storedAt, afterId: place.resultId, until: await settledUntil(store, nowMs) }
  const results = await listExportedResults(store.db, span, batch)
  const series = await countedSeries(store, receiver, results)
  const delivery = results.length === 0 ? null : await sendAll(receiver, results, series)
  const after = placeAfter(place, results, delivery, nowMs)
  await store.db.transaction(async (tx) => {
    if (isCumulative(receiver) && delivery?.outcome === 'taken')
      await saveExportTotals(tx, receiver.name, series.map(storedTotal), new Date(nowMs))
    await saveResultExport(tx, { ...after, leaseUntil: null })
  })
  return {
    sent: after.sent - place.sent,
    dropped: dropped + after.dropped - place.dropped,
    isMore: results.length === batch && after.retryAt === null,
  }
}

/** The series of results, which a cumulative receiver is told from their beginning. */
async function countedSeries(
  { db }: Store,
  receiver: ResultReceiver,
  results: readonly CheckResultRow[],
): Promise<Series[]> {
  if ('sendLines' in receiver) return []
  const series = seriesOf(results)
  if (!isCumulative(receiver) || series.length === 0) return series
  const before = await findExportTotals(db, receiver.name, series)
  return series.map((one) => withBefore(one, before.get(one.key)))
}

const storedTotal = ({ accountId, key, total }: Series) => ({ accountId, series: key, ...total })

/** Behind what was sent or rejected; where it was, with the time of the next try, when that comes again. */
function placeAfter(
  place: ResultExport,
  results: readonly CheckResultRow[],
  delivery: OtlpDelivery | null,
  nowMs: number,
): ResultExport {
  const last = results.at(-1)
  if (delivery === null || last === undefined) return place
  if (delivery.outcome === 'retry') {
    const failures = place.failures + 1
    const retryAt = new Date(nowMs + (delivery.afterMs ?? backoffMs(retries, failures)))
    return { ...place, failures, retryAt, problem: delivery.problem }
  }
  const isTaken = delivery.outcome === 'taken'
  return {
    ...place,
    storedAt: last.createdAt,
    resultId: last.id,
    retryAt: null,
    failures: 0,
    problem: isTaken ? problemOfParts(delivery.rejected) : delivery.problem,
    sent: place.sent + (isTaken ? results.length : 0),
    dropped: place.dropped + (isTaken ? 0 : results.length),
  }
}

/** A receiver may take a message and leave out parts of it, for example deltas. */
const problemOfParts = (rejected: number): string | null =>
  rejected === 0 ? null : `The receiver left out ${rejected} points or spans of a message.`

/** All results that were stored before this are visible. */
async function settledUntil({ db }: Store, nowMs: number): Promise<Date> {
  const writer = await findOldestWriter(db, new Date(nowMs - longestWriterMs))
  return new Date(Math.min(nowMs, writer?.getTime() ?? nowMs) - settledMs)
}

async function withoutOld(
  { db }: Store,
  claimed: ResultExport,
  nowMs: number,
): Promise<{ readonly place: ResultExport; readonly dropped: number }> {
  const storedAt = new Date(nowMs - keptMs)
  if (claimed.storedAt >= storedAt) return { place: claimed, dropped: 0 }
  const missed: ExportSpan = { afterAt: claimed.storedAt, afterId: claimed.resultId, until: storedAt }
  const dropped = await countExportedResults(db, missed)
  return { place: { ...claimed, storedAt, resultId: noId, dropped: claimed.dropped + dropped }, dropped }
}

const noId = '00000000-0000-0000-0000-000000000000'

/**
 * Traces go first: when the metrics have to be sent again, their spans have the same ids, while deltas would count twice. A
 * receiver may take one of the two alone.
 */
async function sendAll(
  receiver: ResultReceiver,
  results: readonly CheckResultRow[],
  series: readonly Series[],
): Promise<OtlpDelivery> {
  if ('sendLines' in receiver) return receiver.sendLines(linesOf(results))
  const scope = { name: 'belfry', version: ownVersion }
  const resource = { attributes: attributes({ 'service.name': receiver.serviceName, 'service.version': ownVersion }) }
  const spans = results.flatMap(spansOf)
  const traces = { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }
  const first = await receiver.send('traces', traces)
  if (first.outcome === 'retry') return first
  const all = metricsOf(results, series, receiver.temporality === 'delta' ? 1 : 2)
  const metrics = { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: all }] }] }
  const second = await receiver.send('metrics', metrics)
  if (second.outcome === 'retry' || first.outcome === second.outcome) return bothTaken(first, second) ?? second
  return { outcome: 'taken', rejected: first.outcome === 'rejected' ? spans.length : results.length }
}

const bothTaken = (first: OtlpDelivery, second: OtlpDelivery): OtlpDelivery | null =>
  first.outcome === 'taken' && second.outcome === 'taken'
    ? { outcome: 'taken', rejected: first.rejected + second.rejected }
    : null
