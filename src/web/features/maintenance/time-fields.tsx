import { useMemo } from 'react'
import { locale } from '../../language.ts'
import { lateTexts } from '../../strings/late.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ownZone, zoneOptions } from '../../ui/time-zones.ts'
import { previewBodyOf } from './draft.ts'
import type { RepeatChoice } from './draft.ts'
import type { DraftProps } from './draft-props.ts'
import styles from './maintenance.module.css'
import { recurrenceOf } from './recurrence.ts'
import { laterBy } from './wall-time.ts'

const words = lateTexts.maintenanceWindows
const repeats: readonly RepeatChoice[] = ['NEVER', 'DAY', 'WEEK', 'MONTH']

/** When a window takes place, with the same in words. */
export function TimeFields({ draft, onChange, errors }: DraftProps) {
  const zones = useMemo(() => zoneOptions(draft.zone, ownZone()), [draft.zone])
  return (
    <section className="stack gap12" aria-label={words.when}>
      <h2>{words.when}</h2>
      <div className={styles.fields}>
        <TextField
          label={words.fields.starts}
          type="datetime-local"
          value={draft.starts}
          error={errors['startsAt']}
          onChange={(starts) => onChange({ starts, ...movedEnd(draft, starts) })}
        />
        <TextField
          label={words.fields.ends}
          type="datetime-local"
          value={draft.ends}
          error={errors['endsAt']}
          onChange={(ends) => onChange({ ends })}
        />
        <SelectField
          label={words.fields.zone}
          value={draft.zone}
          options={zones}
          error={errors['timezone']}
          onChange={(zone) => onChange({ zone })}
        />
      </div>
      <RepeatFields draft={draft} onChange={onChange} errors={errors} />
      <InWords draft={draft} />
    </section>
  )
}

/** The end follows the start, so that the window keeps its length. */
function movedEnd({ starts, ends }: DraftProps['draft'], next: string): { readonly ends?: string } {
  const [from, to, at] = [starts, ends, next].map((wallTime) => Date.parse(`${wallTime}Z`))
  if (from === undefined || to === undefined || at === undefined || Number.isNaN(from + to + at)) return {}
  return { ends: laterBy(next, (to - from) / minuteMs) }
}

const minuteMs = 60_000

function RepeatFields({ draft, onChange, errors }: DraftProps) {
  const { repeat } = draft
  return (
    <div className={styles.fields}>
      <SelectField
        label={words.fields.repeats}
        value={repeat}
        options={repeats.map((value) => ({ value, label: words.repeat[value] }))}
        onChange={(next) => onChange({ repeat: next })}
      />
      {repeat !== 'NEVER' && (
        <>
          <TextField
            label={words.intervalOf[repeat]}
            type="number"
            value={draft.interval}
            error={errors['repeatInterval']}
            onChange={(interval) => onChange({ interval })}
          />
          <TextField
            label={words.fields.until}
            type="date"
            value={draft.until}
            hint={words.untilHint}
            error={errors['repeatEndsAt']}
            onChange={(until) => onChange({ until })}
          />
        </>
      )}
    </div>
  )
}

function InWords({ draft }: Pick<DraftProps, 'draft'>) {
  const body = previewBodyOf(draft)
  if (body === null) return <p className="mute">{words.incomplete}</p>
  const { timezone = null, repeatUnit = null, repeatInterval = null, repeatEndsAt = null, ...times } = body
  return (
    <p role="status">
      <b>{words.recurrence(recurrenceOf({ ...times, timezone, repeatUnit, repeatInterval, repeatEndsAt }, locale))}</b>
    </p>
  )
}
