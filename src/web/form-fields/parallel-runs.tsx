import { lateTexts } from '../strings/late.ts'
import { SelectField } from '../ui/field.tsx'
import { objectOf } from '../ui/form/body.ts'
import type { ControlOf } from './control-of.ts'

const words = lateTexts.setup.settings

/** Of runs in several locations at once: how many of them have to fail. */
export function ParallelRuns<B extends object>({
  row: { path, options = [] },
  shown: { label, value },
  errors,
  change,
}: ControlOf<B>) {
  const { enabled, percentage } = objectOf(value)
  const chosen = typeof percentage === 'number' ? String(percentage) : (options[0] ?? '')
  return (
    <SelectField
      label={label}
      value={enabled === true ? chosen : ''}
      options={[
        { value: '', label: words.oneLocation },
        ...options.map((percent) => ({ value: percent, label: words.ofLocations(Number(percent)) })),
      ]}
      onChange={(next) => change({ enabled: next !== '', percentage: Number(next || chosen) })}
      error={errors[`${path}.percentage`]}
    />
  )
}
