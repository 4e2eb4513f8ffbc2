import { lateTexts } from '../../strings/late.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import type { Report } from './api.ts'
import { differenceOf, written } from './difference.ts'
import type { Compared } from './difference.ts'

const words = lateTexts.reports
const shown: readonly (readonly [Compared, string])[] = [
  ['availability', words.columns.availability],
  ['downtime', words.columns.downtime],
  ['outages', words.columns.outages],
  ['p95', words.responseTime],
]

/** All checks together, compared with the period before. */
export const ReportFacts = ({ total }: { readonly total: Report['total'] }) => (
  <Facts>
    {shown.map(([figure, name]) => (
      <Fact
        key={figure}
        name={name}
        value={textOf(figure, total[figure])}
        more={differenceOf(figure, total, total.previous) ?? words.noComparison}
      />
    ))}
  </Facts>
)

const textOf = (figure: Compared, value: number | null): string => (value === null ? '–' : written[figure](value))
