import type { ResponseTimes } from '#analytics'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { PageTexts } from '#page-texts'

const height = 40

/** The response times of a service as a line, with what it says in words; half an hour is a unit of its width. */
export function responseChart({ medians, p50, p95 }: ResponseTimes, texts: PageTexts): Html {
  const { title, none, range, ofTimes, ago, now } = texts.chart
  if (p50 === null || p95 === null) return html`<p class="scale times"><span>${title}</span><span>${none}</span></p>`
  const top = Math.max(1, ...medians.map((median) => median ?? 0))
  return html`<p class="scale times">
      <span>${title}, ${range({ top: timeText(top, texts) })}</span
      ><span>${ofTimes({ median: timeText(p50, texts), p95: timeText(p95, texts) })}</span>
    </p>
    <svg class="chart" viewBox="0 0 ${medians.length - 1} ${height}" preserveAspectRatio="none" aria-hidden="true">
      <path d="${lineOf(medians, top)}" />
    </svg>
    <p class="scale"><span>${ago}</span><span>${now}</span></p>`
}

/** A step to the right for each value, with gaps where there is none. One value between gaps is a dot. */
export function lineOf(values: readonly (number | null)[], top: number): string {
  const heights = values.map((value) => (value === null ? null : Math.round(height - (value / top) * height)))
  let line = ''
  for (const [index, y] of heights.entries()) {
    if (y === null) continue
    const before = heights[index - 1] ?? null
    const isAlone = before === null && (heights[index + 1] ?? null) === null
    if (before !== null) line += ` 1 ${y - before}`
    else line += isAlone ? `M${index} ${y}h0` : `M${index} ${y}l`
  }
  // A sign separates numbers as well.
  return line.replaceAll('l ', 'l').replaceAll(' -', '-')
}

const second = 1000

/** `102 ms` or `3.37 s`. */
function timeText(ms: number, { locale, units }: PageTexts): string {
  if (ms < second) return `${Math.round(ms)} ms`
  return `${(ms / second).toLocaleString(locale, { maximumSignificantDigits: 3 })} ${units.second}`
}
