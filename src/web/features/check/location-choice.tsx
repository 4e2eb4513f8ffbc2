import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { useMonth } from './series/use-series.ts'
import { Select } from '../../ui/select.tsx'
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
    <Select
      aria-label={lateTexts.check.location}
      value={value}
      options={[
        { value: '', label: texts.checks.anyLocation },
        ...shown.map((location) => ({ value: location, label: labels.get(location) ?? location })),
      ]}
      onChange={onChange}
    />
  )
}
