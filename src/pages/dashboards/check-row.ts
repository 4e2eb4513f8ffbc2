import { dashboardRanges } from '#analytics'
import type { DashboardFigures, DashboardRange } from '#analytics'
import { descriptorOf } from '#contract'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { DocumentCheck } from './dashboard-document.ts'
import { resultBars } from './result-bars.ts'
import { durationWords, orNothing, percentWords, statusWords, timeWords } from './words.ts'

const rangeWords: { readonly [R in DashboardRange]: string } = {
  lastHour: '1 h',
  last3Hours: '3 h',
  last24Hours: '24 h',
  last7Days: '7 d',
  last30Days: '30 d',
}

interface FigureRow {
  readonly name: keyof DashboardFigures
  readonly label: string
  readonly words: (value: number) => string
}

const figureRows = (check: DocumentCheck): readonly FigureRow[] => {
  const isLatency = descriptorOf(check.checkType).analytics.mainFigure === 'latency'
  const rows: readonly FigureRow[] = [
    { name: 'availability', label: 'Availability', words: percentWords },
    { name: 'p95', label: isLatency ? 'P95 latency' : 'P95', words: durationWords },
    { name: 'p99', label: 'P99', words: durationWords },
    { name: 'packetLossP95', label: 'P95 loss', words: percentWords },
  ]
  return rows.filter(({ name }) => name in check.figures.last24Hours)
}

/** One check: its state, latest results and metrics of a day; the metrics of all ranges are collapsed. */
export function checkRow(check: DocumentCheck, { isOpen }: { readonly isOpen: boolean }): Html {
  const rows = figureRows(check)
  return html`<li class="check card ${check.status}">
    <details ${isOpen && 'open'}>
      <summary>
        <span class="check-status"><span class="dot" aria-hidden="true"></span>${statusWords[check.status]}</span>
        <span class="check-words">
          <span class="check-name">${check.name}</span>
          <span class="check-about muted">
            ${check.groupName && html`<span class="check-group">${check.groupName}</span>`}
            ${check.tags?.map((tag) => html`<span class="check-tag">${tag}</span>`)}
          </span>
        </span>
        ${resultBars(check.recentResults)}
        <span class="check-figures">
          ${rows.map(({ name, label, words }) => {
            const value = check.figures.last24Hours[name]
            return html`<span class="figure"
              ><span class="figure-label muted">${label} <span class="figure-range">24 h</span></span>
              <span class="figure-value">${orNothing(value, words)}</span></span
            >`
          })}
        </span>
      </summary>
      <div class="check-more">${figureTable(check, rows)} ${latestResults(check)}</div>
    </details>
  </li>`
}

function figureTable(check: DocumentCheck, rows: readonly FigureRow[]): Html {
  const ranges = Object.keys(dashboardRanges) as DashboardRange[]
  return html`<div class="table" tabindex="0" role="group" aria-label="Figures of ${check.name}">
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">Figure</span></th>
          ${ranges.map((range) => html`<th scope="col">${rangeWords[range]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, label, words }) =>
            html`<tr>
              <th scope="row">${label}</th>
              ${ranges.map((range) => html`<td>${orNothing(check.figures[range][name], words)}</td>`)}
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
          <a href="${url}"><time datetime="${at}">${timeWords(at)}</time></a>
          <span class="result ${outcome}">${outcome}</span>
          ${responseTime !== null && html`<span class="muted">${durationWords(responseTime)}</span>`}
        </li>`,
    )}
  </ul>`
}
