import { dashboardRanges } from '#analytics'
import type { DashboardMetrics, DashboardRange } from '#analytics'
import { descriptorOf } from '#contract'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { DocumentCheck } from './dashboard-document.ts'
import { resultBars } from './result-bars.ts'
import { durationText, orNoData, percentText, spanText, statusLabels, timeSince, timeText } from './labels.ts'

const rangeLabels: { readonly [R in DashboardRange]: string } = {
  lastHour: '1 h',
  last3Hours: '3 h',
  last24Hours: '24 h',
  last7Days: '7 d',
  last30Days: '30 d',
}

interface MetricRow {
  readonly name: keyof DashboardMetrics
  readonly label: string
  readonly format: (value: number) => string
}

const metricRows = (check: DocumentCheck): readonly MetricRow[] => {
  const isLatency = descriptorOf(check.checkType).analytics.mainMetric === 'latency'
  const rows: readonly MetricRow[] = [
    { name: 'availability', label: 'Availability', format: percentText },
    { name: 'p95', label: isLatency ? 'P95 latency' : 'P95', format: durationText },
    { name: 'p99', label: 'P99', format: durationText },
    { name: 'packetLossP95', label: 'P95 loss', format: percentText },
  ]
  return rows.filter(({ name }) => name in check.metrics.last24Hours)
}

/** One check: its state, latest results and metrics of a day; the metrics of all ranges are collapsed. */
export function checkRow(
  check: DocumentCheck,
  { isOpen, at }: { readonly isOpen: boolean; readonly at: string },
): Html {
  const rows = metricRows(check)
  return html`<li class="check card ${check.status}">
    <details ${isOpen && 'open'}>
      <summary>
        <span class="check-status"
          ><span class="dot" aria-hidden="true"></span
          ><span class="check-word"
            >${check.notRunningSince === null ? statusLabels[check.status] : 'Unknown'}</span
          ></span
        >
        <span class="check-words">
          <span class="check-name">${check.name}</span>
          ${troubleOf(check, at)}
          <span class="check-about muted">
            ${check.groupName && html`<span class="check-group">${check.groupName}</span>`}
            ${check.tags?.map((tag) => html`<span class="check-tag">${tag}</span>`)}
          </span>
        </span>
        ${resultBars(check.recentResults)}
        <span class="check-figures">
          ${rows.map(({ name, label, format }) => {
            const value = check.metrics.last24Hours[name]
            return html`<span class="figure"
              ><span class="figure-label muted">${label} <span class="figure-range">24 h</span></span>
              <span class="figure-value">${orNoData(value, format)}</span></span
            >`
          })}
        </span>
      </summary>
      <div class="check-more">${metricTable(check, rows)} ${latestResults(check)}</div>
    </details>
  </li>`
}

/** Since when and why it fails, is degraded or is not run; null otherwise. */
function troubleOf({ status, since, reason, notRunningSince }: DocumentCheck, at: string): Html | null {
  if (notRunningSince !== null)
    return html`<span class="check-trouble">Not running ${sinceText(notRunningSince, at)}</span>`
  if (since === null && reason === null) return null
  return html`<span class="check-trouble"
    >${since !== null && html`<span class="check-since">${statusLabels[status]} ${sinceText(since, at)}</span>`}
    ${reason !== null && html`<span class="check-reason">${reason}</span>`}</span
  >`
}

const sinceText = (since: string, at: string): Html =>
  html`since <time datetime="${since}">${timeSince(since, at)}</time> (${spanText(Date.parse(at) - Date.parse(since))})`

function metricTable(check: DocumentCheck, rows: readonly MetricRow[]): Html {
  const ranges = Object.keys(dashboardRanges) as DashboardRange[]
  return html`<div class="table" tabindex="0" role="group" aria-label="Figures of ${check.name}">
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">Figure</span></th>
          ${ranges.map((range) => html`<th scope="col">${rangeLabels[range]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, label, format }) =>
            html`<tr>
              <th scope="row">${label}</th>
              ${ranges.map((range) => html`<td>${orNoData(check.metrics[range][name], format)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const linkedResults = 5

/** Only dashboards that link results list them as text. */
function latestResults({ name, recentResults }: DocumentCheck): Html | null {
  const linked = recentResults.filter(({ url }) => url !== undefined).slice(-linkedResults)
  if (linked.length === 0) return null
  return html`<ul class="results" aria-label="Latest results of ${name}">
    ${linked.toReversed().map(
      ({ at, outcome, responseTime, url = '' }) =>
        html`<li>
          <a href="${url}"><time datetime="${at}">${timeText(at)}</time></a>
          <span class="result ${outcome}">${outcome}</span>
          ${responseTime !== null && html`<span class="muted">${durationText(responseTime)}</span>`}
        </li>`,
    )}
  </ul>`
}
