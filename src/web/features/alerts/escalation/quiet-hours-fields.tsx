import { useMemo } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx'
import { zoneOptions } from '../../../ui/time-zones.ts'
import type { EscalationPolicy } from '../api.ts'
import styles from './escalation.module.css'
import { night } from './policy-draft.ts'

const words = lateTexts.escalation
type Hours = EscalationPolicy['quietHours']

interface QuietHoursFieldsProps {
  readonly hours: Hours
  readonly onChange: (hours: Hours) => void
  readonly mistakes: Readonly<Record<string, string>>
}

/** Edits the first quiet hours of a policy; those that the API added are kept. */
export function QuietHoursFields({ hours, onChange, mistakes }: QuietHoursFieldsProps) {
  const [first, ...others] = hours
  return (
    <>
      <CheckField
        label={words.quietHours}
        isOn={first !== undefined}
        onChange={(isOn) => onChange(isOn ? [night()] : [])}
      />
      {first && <FirstHours first={first} onChange={(changed) => onChange([changed, ...others])} mistakes={mistakes} />}
    </>
  )
}

interface FirstProps extends Pick<QuietHoursFieldsProps, 'mistakes'> {
  readonly first: Hours[number]
  readonly onChange: (hours: Hours[number]) => void
}

function FirstHours({ first, onChange, mistakes }: FirstProps) {
  const zones = useMemo(() => zoneOptions(first.timeZone), [first.timeZone])
  return (
    <div className={styles.fields}>
      {(['from', 'to'] as const).map((field) => (
        <TextField
          key={field}
          label={words[field]}
          type="time"
          value={first[field]}
          onChange={(time) => onChange({ ...first, [field]: time })}
          error={mistakes[`quietHours[0].${field}`]}
          isRequired
        />
      ))}
      <SelectField
        label={words.timeZone}
        value={first.timeZone}
        options={zones}
        onChange={(timeZone) => onChange({ ...first, timeZone })}
        error={mistakes['quietHours[0].timeZone']}
      />
      <SelectField
        label={words.kinds}
        value={first.kinds.includes('FAILURE') ? 'all' : 'degraded'}
        options={[
          { value: 'degraded', label: words.degradedOnly },
          { value: 'all', label: words.everything },
        ]}
        onChange={(kinds) => onChange({ ...first, kinds: kinds === 'all' ? ['FAILURE', 'DEGRADED'] : ['DEGRADED'] })}
      />
    </div>
  )
}
