import { useMemo } from 'react'
import type { Answer } from '../api/operations.ts'
import { useOperation } from '../api/use-operation.ts'
import { lateTexts } from '../strings/late.ts'
import { TextField, SelectField } from '../ui/field.tsx'
import { objectOf } from '../ui/form/body.ts'
import { clockIn, offsetIn, shownDay } from '../ui/local-time.ts'
import { Segmented } from '../ui/segmented.tsx'
import { messageOf } from '../ui/states.tsx'
import { ownZone, zoneOptions } from '../ui/time-zones.ts'
import { useSettled } from '../ui/use-settled.ts'
import styles from './job-schedule-field.module.css'
import { useCronWords } from './use-cron-words.ts'

const words = lateTexts.heartbeat.schedule
const nightly = '0 2 * * *'

interface Schedule {
  readonly expression: string
  readonly timezone: string | null
}

interface FieldProps {
  readonly label: string
  readonly value: unknown
  /** Undefined: by its period. */
  readonly onChange: (schedule: Schedule | undefined) => void
  readonly errors: Readonly<Record<string, string>>
  readonly path: string
}

/** Whether a job is due a period after the last ping or by a schedule; of a schedule also when that is. */
export function JobScheduleField({ label, value, onChange, errors, path }: FieldProps) {
  const schedule = scheduleOf(value)
  return (
    <fieldset className="stack gap12">
      <legend className="label">{label}</legend>
      <div>
        <Segmented
          label={label}
          value={schedule === null ? 'period' : 'schedule'}
          options={[
            { value: 'period', label: words.byPeriod },
            { value: 'schedule', label: words.bySchedule },
          ]}
          onChange={(kind) =>
            onChange(kind === 'period' ? undefined : { expression: nightly, timezone: ownZone(), ...schedule })
          }
        />
      </div>
      {schedule !== null && <ScheduleFields {...{ schedule, onChange, errors, path }} />}
    </fieldset>
  )
}

function scheduleOf(value: unknown): Schedule | null {
  const { expression, timezone } = objectOf(value)
  if (typeof expression !== 'string') return null
  return { expression, timezone: typeof timezone === 'string' ? timezone : null }
}

type ScheduleProps = Omit<FieldProps, 'label' | 'value'> & { readonly schedule: Schedule }

function ScheduleFields({ schedule, onChange, errors, path }: ScheduleProps) {
  const { expression, timezone } = schedule
  const zone = timezone ?? 'UTC'
  const zones = useMemo(() => zoneOptions(zone, ownZone()), [zone])
  const settled = useSettled(schedule)
  const isEmpty = settled.expression.trim() === ''
  const preview = useOperation(
    'previewHeartbeatSchedule',
    { body: settled },
    { enabled: !isEmpty, keepsPrevious: true },
  )
  const problem = preview.error && messageOf(preview.error)
  return (
    <>
      <div className={styles.line}>
        <TextField
          label={words.expression}
          value={expression}
          isMono
          isRequired
          hint={words.expressionHint}
          error={errors[`${path}.expression`] ?? errors[path] ?? problem}
          {...(expression.includes('\n') && { rows: 3 })}
          onChange={(next) => onChange({ ...schedule, expression: next })}
        />
        <SelectField
          label={words.zone}
          value={zone}
          options={zones}
          error={errors[`${path}.timezone`] ?? null}
          onChange={(next) => onChange({ ...schedule, timezone: next })}
        />
      </div>
      {preview.data && !preview.error && !isEmpty && <Next preview={preview.data} zone={settled.timezone ?? 'UTC'} />}
    </>
  )
}

interface NextProps {
  readonly preview: Answer<'previewHeartbeatSchedule'>
  readonly zone: string
}

/** The schedule in words, and the next times with the changes of clocks. */
function Next({ preview: { cron, occurrences }, zone }: NextProps) {
  const said = useCronWords(cron)
  return (
    <div className="stack gap4" role="status">
      {said !== null && <b>{`${said}, ${zone.replaceAll('_', ' ')}`}</b>}
      <span className="label">{words.next}</span>
      <ol className="stack gap4">
        {occurrences.map(({ at, localAt, clockChange, isShifted }) => (
          <li key={at}>
            <time dateTime={at} title={at}>
              {shownDay(localAt)}, {clockIn(localAt)}
            </time>
            {(clockChange ?? isShifted) && (
              <span className="small deg">
                {' '}
                {[clockChange && words.clocks(offsetIn(localAt)), isShifted && words.shifted]
                  .filter(Boolean)
                  .join('. ')}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
