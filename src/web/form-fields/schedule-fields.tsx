import { CheckboxGroup } from '../places/locations-field.tsx'
import { useOperation } from '../api/use-operation.ts'
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
  const all = useOperation('listPrivateLocations', undefined, { staleMs: 60_000 }).data ?? []
  if (all.length === 0) return null
  return <CheckboxGroup {...field} options={all.map(({ slugName, name }) => ({ value: slugName, label: name }))} />
}
