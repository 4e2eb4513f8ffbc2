import { useMemo, useState } from 'react'
import { reportFrequencies, reportGroupings, reportRanges } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ownZone, zoneOptions } from '../../ui/time-zones.ts'
import { useScheduleCreation, useScheduleUpdate, useTags } from './api.ts'
import type { ScheduledReport } from './api.ts'
import { PreviewButton } from './preview-button.tsx'
import { weekdayName } from './schedule-text.ts'
import styles from './reports.module.css'

const words = lateTexts.reports.scheduled
const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) }))
const frequencies = reportFrequencies.map((value) => ({ value, label: words.frequencies[value] }))
const ranges = reportRanges.map((value) => ({ value, label: words.ranges[value] }))
const groupings = reportGroupings.map((value) => ({ value, label: lateTexts.reports.groupings[value] }))

type Draft = Pick<
  ScheduledReport,
  'name' | 'frequency' | 'weekday' | 'time' | 'timeZone' | 'range' | 'groupBy' | 'filterByTags'
> & { readonly recipients: string }

const emptyDraft = (): Draft => ({
  name: '',
  frequency: 'WEEKLY',
  weekday: 1,
  time: '08:00',
  timeZone: ownZone(),
  range: 'LAST_WEEK',
  groupBy: 'check',
  filterByTags: [],
  recipients: '',
})

const draftOf = (report: ScheduledReport | null): Draft =>
  report === null ? emptyDraft() : { ...report, recipients: report.recipients.map(({ email }) => email).join('\n') }

function bodyOf({ name, frequency, weekday, time, timeZone, range, groupBy, filterByTags, recipients }: Draft) {
  const emails = recipients.split(/[\s,;]+/).filter((email) => email !== '')
  const day = frequency === 'WEEKLY' ? { weekday: weekday ?? 1 } : {}
  return { name, frequency, ...day, time, timeZone, range, groupBy, filterByTags, recipients: emails }
}

interface FormProps {
  /** Null: a new one. */
  readonly report: ScheduledReport | null
  readonly onClose: () => void
}

export function ScheduledReportForm({ report, onClose }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(report))
  const create = useScheduleCreation()
  const update = useScheduleUpdate()
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }))
  const mistakes = (create.error ?? update.error)?.fields ?? {}
  const save = (): void => {
    const body = bodyOf(draft)
    if (report === null) create.mutate({ body }, { onSuccess: onClose })
    else update.mutate({ params: { id: report.id }, body }, { onSuccess: onClose })
  }
  const wrong = Object.entries(mistakes).find(([field]) => field.startsWith('recipients'))?.[1]
  return (
    <EditDialog
      title={report === null ? words.new : words.editTitle}
      isNew={report === null}
      saving={[create, update]}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={mistakes['name']}
        maxLength={200}
        isRequired
        autoFocus
      />
      <TimeFields draft={draft} onChange={change} mistakes={mistakes} />
      <ContentFields draft={draft} onChange={change} />
      <TextField
        label={words.recipients}
        value={draft.recipients}
        onChange={(recipients) => change({ recipients })}
        hint={words.recipientsHint}
        error={wrong}
        rows={4}
        isRequired
      />
      <div>
        <PreviewButton body={draft} />
      </div>
    </EditDialog>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

function TimeFields({
  draft,
  onChange,
  mistakes,
}: FieldsProps & { readonly mistakes: Readonly<Record<string, string>> }) {
  const zones = useMemo(() => zoneOptions(draft.timeZone), [draft.timeZone])
  return (
    <>
      <Segmented
        label={words.frequency}
        value={draft.frequency}
        options={frequencies}
        onChange={(frequency) =>
          onChange({ frequency, range: frequency === 'WEEKLY' ? 'LAST_WEEK' : 'LAST_MONTH', weekday: 1 })
        }
      />
      <div className={styles.fields}>
        {draft.frequency === 'WEEKLY' && (
          <SelectField
            label={words.weekday}
            value={String(draft.weekday ?? 1)}
            options={weekdays}
            onChange={(weekday) => onChange({ weekday: Number(weekday) })}
          />
        )}
        <TextField
          label={words.time}
          type="time"
          value={draft.time}
          onChange={(time) => onChange({ time })}
          error={mistakes['time']}
          isRequired
        />
        <SelectField
          label={words.timeZone}
          value={draft.timeZone}
          options={zones}
          onChange={(timeZone) => onChange({ timeZone })}
          error={mistakes['timeZone']}
        />
      </div>
    </>
  )
}

function ContentFields({ draft, onChange }: FieldsProps) {
  const chosen = draft.filterByTags.join(', ')
  const tags = [...new Set([...useTags(), ...(draft.filterByTags.length > 0 ? [chosen] : [])])]
  const options = [{ value: '', label: lateTexts.reports.anyTag }, ...tags.map((value) => ({ value, label: value }))]
  const choose = (tag: string): void => onChange({ filterByTags: tag === '' ? [] : [tag] })
  return (
    <div className={styles.fields}>
      <SelectField
        label={lateTexts.reports.range}
        value={draft.range}
        options={ranges}
        onChange={(range) => onChange({ range })}
      />
      <SelectField
        label={words.grouping}
        value={draft.groupBy}
        options={groupings}
        onChange={(groupBy) => onChange({ groupBy })}
      />
      <SelectField label={lateTexts.reports.tag} value={chosen} options={options} onChange={choose} />
    </div>
  )
}
