import { lateTexts } from '../strings/late.ts'
import { SelectField } from '../ui/field.tsx'
import type { ControlOf } from './control-of.ts'

const { choices, noChoice } = lateTexts.editor
const { yes, no } = lateTexts.effectiveSettings
const labels: Readonly<Partial<Record<string, string>>> = choices

/** One of the options of a field. */
export function Choice<B extends object>({ row, shown, unset, change, clear }: ControlOf<B>) {
  const { options = [], default: usual, isNullable, isNumber } = row
  const { value } = shown
  const mayBeUnset = row.unset !== undefined
  const none = mayBeUnset || (isNullable && usual === undefined) ? [''] : []
  const first = [...none, ...options][0] ?? ''
  const chosen =
    typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : String((mayBeUnset ? null : usual) ?? first)
  const all = [...new Set([...none, ...options, chosen])]
  const noneLabel = (mayBeUnset && unset) || noChoice
  return (
    <SelectField
      {...shown}
      value={chosen}
      options={all.map((option) => ({ value: option, label: option === '' ? noneLabel : (labels[option] ?? option) }))}
      onChange={(option) => {
        if (option === '' && none.length > 0) clear()
        else change(isNumber ? Number(option) : option)
      }}
    />
  )
}

/** A box that may also be left as it is elsewhere. */
export const YesNo = <B extends object>({
  shown: { value, ...shown },
  unset = noChoice,
  change,
  clear,
}: ControlOf<B>) => (
  <SelectField
    {...shown}
    value={typeof value === 'boolean' ? String(value) : ''}
    options={[
      { value: '', label: unset },
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ]}
    onChange={(next) => (next === '' ? clear() : change(next === 'true'))}
  />
)
