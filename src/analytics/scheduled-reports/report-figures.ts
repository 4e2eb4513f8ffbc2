import type { ReportFigures } from '#contract'

/** Figures as reports write them on screen, in English. */
const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const number = new Intl.NumberFormat('en')
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const twoDecimals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** The two largest units of a length: "3 h 2 min". */
function lengthText(seconds: number): string {
  const first = units.findIndex(([, size]) => seconds >= size)
  let left = seconds
  const parts = units.slice(first === -1 ? -1 : first, first === -1 ? undefined : first + 2).map(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return { unit, count }
  })
  return parts
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(({ unit, count }) => `${count} ${unit}`)
    .join(' ')
}

function responseText(ms: number): string {
  if (ms < 10) return `${oneDecimal.format(ms)} ms`
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${twoDecimals.format(ms / 1_000)} s`
}

export const comparedFigures = ['availability', 'downtime', 'outages', 'p95'] as const
export type ComparedFigure = (typeof comparedFigures)[number]

const written: { readonly [F in ComparedFigure]: (value: number) => string } = {
  // Whatever failed is not rounded away.
  availability: (value) => percent.format((value < 100 ? Math.min(value, 99.99) : value) / 100),
  downtime: (seconds) => (seconds === 0 ? '0' : lengthText(seconds)),
  outages: (count) => number.format(count),
  p95: responseText,
}

/** Smaller changes would be written as none. */
const steps: { readonly [F in ComparedFigure]: number } = { availability: 0.01, downtime: 1, outages: 1, p95: 1 }

export const figureText = (figure: ComparedFigure, { [figure]: value }: ReportFigures): string =>
  value === null ? '–' : written[figure](value)

/** The change against the period before, with sign and words; null without anything to compare. */
export function changeText(figure: ComparedFigure, now: ReportFigures, before: ReportFigures): string | null {
  const [value, was] = [now[figure], before[figure]]
  if (value === null || was === null || before.results === 0) return null
  const change = Math.round((value - was) / steps[figure]) * steps[figure]
  if (change === 0) return 'unchanged'
  const length =
    figure === 'availability' ? `${twoDecimals.format(Math.abs(change))} points` : written[figure](Math.abs(change))
  const text = `${change > 0 ? '+' : '−'}${length}`
  if (figure === 'p95') return `${text} ${change > 0 ? 'slower' : 'faster'}`
  return `${text} ${change > 0 === (figure === 'availability') ? 'better' : 'worse'}`
}
