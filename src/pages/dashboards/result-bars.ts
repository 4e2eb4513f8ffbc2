import { resultsPerCheck } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { DocumentResult } from './dashboard-document.ts'
import { durationText, timeText } from './labels.ts'

const barWidth = 5
const pitch = 8
const fullHeight = 28
const lowest = 6
/** Results that did not pass stand out by their height too. */
const highestPassed = 22

/** The latest results as a bar chart: the longer a result took the higher its bar. */
export function resultBars(results: readonly DocumentResult[]): Html {
  const maxDurationMs = Math.max(1, ...results.map(({ responseTime }) => responseTime ?? 0))
  const empty = Math.max(0, resultsPerCheck - results.length)
  const width = resultsPerCheck * pitch - (pitch - barWidth)
  return html`<svg
    class="bars"
    viewBox="0 0 ${width} ${fullHeight}"
    width="${width}"
    height="${fullHeight}"
    role="img"
    aria-label="${summaryOf(results)}"
  >
    ${Array.from({ length: empty }, (_, index) => barOf(index, 3, 'empty', null))}
    ${results.map((result, index) => barOf(empty + index, heightOf(result, maxDurationMs), result.outcome, titleOf(result)))}
  </svg>`
}

const barOf = (
  barIndex: number,
  height: number,
  kind: DocumentResult['outcome'] | 'empty',
  title: string | null,
): Html =>
  html`<rect
    class="bar ${kind}"
    x="${barIndex * pitch}"
    y="${fullHeight - height}"
    width="${barWidth}"
    height="${height}"
    rx="1.5"
    >${title !== null && html`<title>${title}</title>`}</rect
  >`

function heightOf({ outcome, responseTime }: DocumentResult, maxDurationMs: number): number {
  if (outcome !== 'passed') return fullHeight
  const share = responseTime === null ? 1 : responseTime / maxDurationMs
  return Math.round(lowest + (highestPassed - lowest) * share)
}

const titleOf = ({ at, outcome, responseTime }: DocumentResult): string =>
  `${timeText(at)}: ${outcome}${responseTime === null ? '' : `, ${durationText(responseTime)}`}`

function summaryOf(results: readonly DocumentResult[]): string {
  if (results.length === 0) return 'No results in the last 7 days'
  const counts = (['passed', 'degraded', 'failed'] as const).flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length
    return count === 0 ? [] : [`${count} ${outcome}`]
  })
  return `Latest ${results.length} results: ${counts.join(', ')}`
}
