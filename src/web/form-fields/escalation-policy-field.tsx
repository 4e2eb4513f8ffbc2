import { useOperation } from '../api/use-operation.ts'
import { lateTexts } from '../strings/late.ts'
import { SelectField } from '../ui/field.tsx'
import type { ControlOf } from './control-of.ts'

/** Who is notified next when nobody acknowledges; nothing without any policy. */
export function EscalationPolicyField<B extends object>({
  shown: { label, value, error, hint },
  change,
}: ControlOf<B>) {
  const policies = useOperation('listEscalationPolicies', undefined, { staleMs: 30_000 }).data ?? []
  const chosen = typeof value === 'string' ? value : ''
  if (policies.length === 0 && chosen === '') return null
  return (
    <SelectField
      label={label}
      value={chosen}
      options={[
        { value: '', label: lateTexts.escalation.noPolicy },
        ...policies.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(id) => change(id === '' ? null : id)}
      hint={hint}
      error={error}
    />
  )
}
