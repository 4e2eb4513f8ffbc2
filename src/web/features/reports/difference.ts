import { lateTexts } from '../../strings/late.ts'
import { formatDuration, formatMs, formatNumber, formatAvailability } from '../../ui/format.ts'
import type { Figures } from './api.ts'

const words = lateTexts.reports

export type Compared = 'availability' | 'downtime' | 'outages' | 'p95'

/** How a figure is written. */
export const written: { readonly [F in Compared]: (value: number) => string } = {
  // Whatever failed is not rounded away.
  availability: (percent) => formatAvailability(percent < 100 ? Math.min(percent, 99.99) : percent),
  downtime: (seconds) => (seconds === 0 ? formatNumber(0) : formatDuration(seconds * 1000)),
  outages: formatNumber,
  p95: formatMs,
}

const lengths: { readonly [F in Compared]: (value: number) => string } = {
  ...written,
  availability: (points) => words.points(formatNumber(points)),
}

/** Smaller ones would be written as none. */
const steps: { readonly [F in Compared]: number } = { availability: 0.01, downtime: 1, outages: 1, p95: 1 }

/** The change of a figure against the period before, with sign and words; null: there is nothing to compare. */
export function differenceOf(figure: Compared, now: Figures, before: Figures): string | null {
  const [value, was] = [now[figure], before[figure]]
  if (value === null || was === null || before.results === 0) return null
  const step = steps[figure]
  const change = Math.round((value - was) / step) * step
  if (change === 0) return words.same
  const text = `${change > 0 ? '+' : '−'}${lengths[figure](Math.abs(change))}`
  if (figure === 'p95') return change > 0 ? words.slower(text) : words.faster(text)
  return change > 0 === (figure === 'availability') ? words.better(text) : words.worse(text)
}
