import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { useMonth } from './series/use-series.ts'
import { usePlaces } from '../../places/use-places.ts'

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
  const month = useMonth(checkId, true, { staleMs: 300_000 })
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
