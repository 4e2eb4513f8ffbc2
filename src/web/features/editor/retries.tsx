import { lateTexts } from '../../strings/late.ts'
import { SelectField } from '../../ui/field.tsx'
import { valueAt, withValue } from './body.ts'
import type { Body } from './body.ts'
import type { EditProps } from './fields.tsx'

const words = lateTexts.editor
const retryTypes = ['NO_RETRIES', 'SINGLE_RETRY', 'FIXED', 'LINEAR', 'EXPONENTIAL'] as const
type RetryType = (typeof retryTypes)[number]

/** What a kind of retries begins with. */
const strategyOf = (type: RetryType): Body | null =>
  type === 'NO_RETRIES'
    ? null
    : type === 'SINGLE_RETRY'
      ? { type, baseBackoffSeconds: 0, sameRegion: false }
      : { type, baseBackoffSeconds: 60, maxRetries: 2, maxDurationSeconds: 600, sameRegion: true }

/** How a failed run is retried. `unset`: what it says where nothing is chosen, which can be chosen then. */
export function Retries({ body, onChange, unset }: EditProps & { readonly unset?: string }) {
  const strategy = valueAt(body, 'retryStrategy.type')
  const isUnset = unset !== undefined && valueAt(body, 'retryStrategy') === undefined
  const chosen = isUnset ? '' : (retryTypes.find((type) => type === strategy) ?? 'NO_RETRIES')
  const types: readonly { readonly value: RetryType | ''; readonly label: string }[] = [
    ...(unset === undefined ? [] : [{ value: '' as const, label: unset }]),
    ...retryTypes.map((type) => ({ value: type, label: words.retries[type] })),
  ]
  return (
    <SelectField
      label={words.retry}
      value={chosen}
      options={types}
      onChange={(type) => onChange(withValue(body, 'retryStrategy', type === '' ? undefined : strategyOf(type)))}
    />
  )
}
