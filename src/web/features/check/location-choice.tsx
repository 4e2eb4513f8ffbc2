import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { queryOf, ranges } from './series/range.ts'
import { now } from '../../time/page-time.ts'
import { usePlaces } from '../../places/use-places.ts'

const dayMs = 86_400_000

/** Of the locations in which the check ran in the last 30 days, one or all; nothing where it ran in one alone. */
export function LocationChoice({
  checkId,
  value,
  onChange,
}: {
  readonly checkId: string
  /** Empty: all. */
  readonly value: string
  readonly onChange: (location: string) => void
}) {
  const { labelsOf } = usePlaces()
  const toMs = Math.ceil(now() / dayMs) * dayMs
  const span = queryOf({ fromMs: toMs - ranges['30d'], toMs })
  const query = { ...span, points: 30, byLocation: true }
  const month = useOperation('getCheckSeries', { params: { id: checkId }, query }, { staleMs: 300_000 }).data
  const known = month?.locations.map(({ location }) => location) ?? []
  const shown = value === '' || known.includes(value) ? known : [value, ...known]
  const labels = labelsOf(shown)
  if (value === '' && shown.length < 2) return null
  return (
    <select
      className="select"
      aria-label={lateTexts.check.location}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{texts.checks.anyLocation}</option>
      {shown.map((location) => (
        <option key={location} value={location}>
          {labels.get(location)}
        </option>
      ))}
    </select>
  )
}
