import { lateTexts } from '../strings/late.ts'
import { SelectField } from '../ui/field.tsx'
import type { ControlOf } from './control-of.ts'

const { choices, noChoice } = lateTexts.editor
const labels: Readonly<Partial<Record<string, string>>> = choices

const labelOf = (option: string): string => (option === '' ? noChoice : (labels[option] ?? option))

/** One of the options of a field. */
export function Choice<B extends object>({ row, shown, change, clear }: ControlOf<B>) {
  const { options = [], default: usual, isNullable, isNumber } = row
  const { value } = shown
  const none = isNullable && usual === undefined ? [''] : []
  const first = [...none, ...options][0] ?? ''
  const chosen = typeof value === 'string' || typeof value === 'number' ? String(value) : String(usual ?? first)
  const all = [...new Set([...none, ...options, chosen])]
  return (
    <SelectField
      {...shown}
      value={chosen}
      options={all.map((option) => ({ value: option, label: labelOf(option) }))}
      onChange={(option) => {
        if (option === '' && none.length > 0) clear()
        else change(isNumber ? Number(option) : option)
      }}
    />
  )
}
