import { Exposition, labelText, withLabels } from './exposition.ts'
import type { Labels } from './exposition.ts'
import { probeSamples } from './probe-samples.ts'
import type { ProbedAnswer } from './probe-samples.ts'

/** A run as a page of a probe shows it; durations in seconds. */
export interface ProbedRun extends ProbedAnswer {
  readonly succeeded: boolean
  readonly durationSeconds: number
  /** The most that the run could take; absent for runs that have been. */
  readonly timeoutSeconds?: number
  /** How long ago the run ended; absent for one that was made for this page. */
  readonly ageSeconds?: number
  /** They tell several runs of a page apart. */
  readonly labels: Labels
}

const plainType = 'text/plain; version=0.0.4; charset=utf-8'
const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** The page of a probe in the names of blackbox_exporter, in the format that the `Accept` header of the request prefers. */
export function probePage(
  runs: readonly ProbedRun[],
  accept: string,
): { readonly contentType: string; readonly text: string } {
  const into = new Exposition('probe_')
  for (const run of runs) writeRun(run, into)
  const text = Buffer.concat(into.chunks()).toString()
  const isOpen = /application\/openmetrics-text/i.test(accept)
  return isOpen ? { contentType: openMetricsType, text: `${text}# EOF\n` } : { contentType: plainType, text }
}

function writeRun(run: ProbedRun, into: Exposition): void {
  const labels = labelText(run.labels)
  into.gauge('success', 'Displays whether or not the probe was a success', labels, run.succeeded ? 1 : 0)
  into.gauge(
    'duration_seconds',
    'Returns how long the probe took to complete in seconds',
    labels,
    seconds(run.durationSeconds),
  )
  if (run.timeoutSeconds !== undefined)
    into.gauge('timeout_seconds', 'Returns the timeout of the probe in seconds', labels, seconds(run.timeoutSeconds))
  if (run.ageSeconds !== undefined)
    into.gauge('result_age_seconds', 'How long ago the run ended', labels, seconds(run.ageSeconds))
  for (const { name, help, value, labels: more = {} } of probeSamples(run))
    into.gauge(name, help, withLabels(labels, more), seconds(value))
}

/** Microseconds are all that is measured. */
const seconds = (value: number): number => Math.round(value * 1e6) / 1e6
