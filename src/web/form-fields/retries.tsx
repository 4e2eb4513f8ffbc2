import { retryWaits } from '#contract'
import type { FormField } from '#contract'
import { checkDefaultsFields } from '../forms/check-forms.ts'
import { lateTexts } from '../strings/late.ts'
import { SelectField } from '../ui/field.tsx'
import { formatDuration } from '../ui/format.ts'
import { objectOf, valueAt, withValue } from '../ui/form/body.ts'
import type { Body } from '../ui/form/body.ts'

const words = lateTexts.editor
const retryTypes = ['NO_RETRIES', 'SINGLE_RETRY', 'FIXED', 'LINEAR', 'EXPONENTIAL'] as const
type RetryType = (typeof retryTypes)[number]
const path = 'retryStrategy'
const fields = checkDefaultsFields.filter((field) => field.when?.path === `${path}.type`)

/** The strategy of a type with the fields that the type has, as they are or by default. */
function strategyOf(type: RetryType, stored: Body): Body | null {
  if (type === 'NO_RETRIES') return null
  const known = type === 'SINGLE_RETRY' ? { baseBackoffSeconds: 0, sameRegion: false, ...stored } : stored
  const own = fields.filter(({ when }) => when?.values.includes(type))
  const values = own.map(({ label, default: usual }) => [label, known[label] ?? usual] as const)
  return { type, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
}

/** The waits before the retries, as they are scheduled, of runs that fail at once. */
function waitsOf(type: (typeof retryTypes)[number], stored: Body): string {
  const strategy = { baseBackoffSeconds: 60, maxRetries: 1, maxDurationSeconds: 600, sameRegion: true }
  const known = objectOf(strategyOf(type, stored))
  for (const name of ['baseBackoffSeconds', 'maxRetries', 'maxDurationSeconds'] as const) {
    const value = Number(known[name] ?? strategy[name])
    if (Number.isFinite(value)) strategy[name] = value
  }
  if (type === 'NO_RETRIES') return ''
  const waits = retryWaits({ ...strategy, type }).map((seconds) => formatDuration(seconds * 1000))
  return words.retryWaits(waits, type === 'SINGLE_RETRY' ? 1 : strategy.maxRetries)
}

interface RetriesProps<B extends object> {
  readonly label: string
  readonly body: B
  readonly onChange: (body: B) => void
  /** The label of no choice, if none can be made. */
  readonly unset?: string | undefined
  /** The value to send for that. Undefined: none. */
  readonly unsetValue?: FormField['unset']
  readonly error: string | null
}

/** How a failed run is retried, and when: the numbers are separate fields. */
export function Retries<B extends object>({ label, body, onChange, unset, unsetValue, error }: RetriesProps<B>) {
  const value = valueAt(body, path)
  const stored = objectOf(value)
  const isUnset = unset !== undefined && (value === undefined || value === unsetValue)
  const type = retryTypes.find((one) => one === stored['type']) ?? 'NO_RETRIES'
  const types: readonly { readonly value: RetryType | ''; readonly label: string }[] = [
    ...(unset === undefined ? [] : [{ value: '' as const, label: unset }]),
    ...retryTypes.map((one) => ({ value: one, label: words.retries[one] })),
  ]
  return (
    <SelectField
      label={label}
      value={isUnset ? '' : type}
      options={types}
      onChange={(next) => onChange(withValue(body, path, next === '' ? unsetValue : strategyOf(next, stored)))}
      hint={isUnset ? undefined : waitsOf(type, stored)}
      error={error}
    />
  )
}
