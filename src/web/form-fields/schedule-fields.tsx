import { CheckboxGroup } from '../places/locations-field.tsx'
import { usePrivateLocations } from '../places/use-private-locations.ts'
import { texts } from '../strings/index.ts'
import { SelectField } from '../ui/field.tsx'

interface FrequencyProps {
  readonly label: string
  readonly value: unknown
  /** In minutes. */
  readonly options: readonly string[]
  /** The label of no frequency, if none can be chosen. */
  readonly unset?: string | undefined
  /** Undefined: none. */
  readonly onChange: (minutes: number | undefined) => void
  readonly error: string | null
}

export function FrequencyField({ value, options, unset, onChange, ...field }: FrequencyProps) {
  const chosen = typeof value === 'number' ? String(value) : ''
  const all = [...new Set([...options, ...(chosen === '' ? [] : [chosen])])]
  return (
    <SelectField
      {...field}
      value={chosen}
      options={[
        ...(unset === undefined ? [] : [{ value: '', label: unset }]),
        ...all.map((minutes) => ({ value: minutes, label: texts.checks.everyMinutes(Number(minutes)) })),
      ]}
      onChange={(minutes) => onChange(minutes === '' ? undefined : Number(minutes))}
    />
  )
}

interface PlacesProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (slugNames: readonly string[]) => void
}

/** The private locations of a check; nothing while the account has none. */
export function PrivateLocationsField(field: PlacesProps) {
  const options = usePrivateLocations()
  return options.length === 0 ? null : <CheckboxGroup {...field} options={options} />
}
