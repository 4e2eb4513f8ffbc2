import { lateTexts } from '../strings/late.ts'
import { CheckField } from '../ui/field.tsx'
import { chosenPlaces, codesAfter, placeOptions } from './place-choice.ts'
import { usePlaces } from './use-places.ts'
import styles from './locations-field.module.css'

/** The public locations of a check, a group or of new checks, by place. */
export function LocationsField({
  value,
  onChange,
}: {
  readonly value: unknown
  readonly onChange: (codes: readonly string[]) => void
}) {
  const { all } = usePlaces()
  const chosen: readonly string[] = Array.isArray(value) ? value.map(String) : []
  return (
    <CheckboxGroup
      label={lateTexts.editor.fields.locations}
      value={chosenPlaces(all, chosen)}
      options={placeOptions(all, chosen)}
      onChange={(next) => onChange(codesAfter(all, chosen, next))}
    />
  )
}

/** A list out of which several are chosen. */
export function CheckboxGroup({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: unknown
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (values: readonly string[]) => void
}) {
  const chosen: readonly string[] = Array.isArray(value) ? value.map(String) : []
  return (
    <fieldset>
      <legend className="label">{label}</legend>
      <div className={`${styles.choices} mt4`}>
        {options.map((option) => (
          <CheckField
            key={option.value}
            label={option.label}
            isOn={chosen.includes(option.value)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
