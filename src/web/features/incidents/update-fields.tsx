import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { IncidentStatus } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { CheckField, Field, TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useTemplates } from './api.ts'
import styles from './incidents.module.css'
import { statusOptions } from './status-options.ts'
import { TemplatesButton } from './templates.tsx'
import { filled, inserted, unfilled } from './template-text.ts'
import type { Values } from './template-text.ts'
import { withTime } from './update-draft.ts'
import type { UpdateDraft } from './update-draft.ts'

const words = lateTexts.incidents

interface UpdateFieldsProps {
  readonly draft: UpdateDraft
  readonly onChange: (draft: UpdateDraft) => void
  /** Of variables of templates. */
  readonly values: Values
  /** How many are mailed; null while that is unknown. */
  readonly recipients: number | null
  /** Mistakes by the names of fields. */
  readonly errors?: Readonly<Record<string, string>> | undefined
  readonly onSend: () => void
}

/** Status, text, who is mailed and the time of an update; a template writes the first two. */
export function UpdateFields({ draft, onChange, values, recipients, errors = {}, onSend }: UpdateFieldsProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const set = (changes: Partial<UpdateDraft>): void => onChange({ ...draft, ...changes })
  const left = unfilled(draft.description)
  const insert = (text: string, status: IncidentStatus): void => {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {}
    set({ status, description: inserted(draft.description, filled(text, values), selectionStart, selectionEnd) })
    area.current?.focus()
  }
  return (
    <div className="stack gap12">
      <div className={styles.bar}>
        <StatusChoice value={draft.status} onChange={(status) => set({ status })} />
        <TemplateChoice onChoose={insert} />
      </div>
      <Field
        label={words.text}
        hint={left.length > 0 ? words.unfilled(left.join(', ')) : words.textHint}
        error={errors['description']}
      >
        {(control) => (
          <textarea
            ref={area}
            rows={4}
            maxLength={5000}
            required
            value={draft.description}
            onChange={(event) => set({ description: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
              event.preventDefault()
              onSend()
            }}
            {...control}
          />
        )}
      </Field>
      <div className={styles.bar}>
        {recipients === 0 ? (
          <span className="dim">{words.notify(0)}</span>
        ) : (
          <CheckField
            label={words.notify(recipients)}
            isOn={draft.notifySubscribers}
            onChange={(notifySubscribers) => set({ notifySubscribers })}
          />
        )}
        <CheckField
          label={words.setTime}
          isOn={draft.at !== null}
          onChange={(isOther) => onChange(withTime(draft, isOther))}
        />
      </div>
      {draft.at !== null && (
        <TextField
          label={words.time}
          type="datetime-local"
          value={draft.at}
          onChange={(at) => set({ at })}
          error={errors['publicIncidentUpdateDate']}
          isRequired
        />
      )}
    </div>
  )
}

interface StatusChoiceProps {
  readonly value: IncidentStatus
  readonly onChange: (status: IncidentStatus) => void
}

/** Side by side where there is room. */
function StatusChoice(props: StatusChoiceProps) {
  const isNarrow = useMedia('(max-width: 720px)')
  return isNarrow ? (
    <Select aria-label={words.status} options={statusOptions} {...props} />
  ) : (
    <Segmented label={words.status} options={statusOptions} {...props} />
  )
}

function TemplateChoice({ onChoose }: { readonly onChoose: (text: string, status: IncidentStatus) => void }) {
  const templates = useTemplates().data ?? []
  const choose = (id: string): void => {
    const chosen = templates.find((one) => one.id === id)
    if (chosen) onChoose(chosen.description, chosen.status)
  }
  const choice: ReactNode = templates.length > 0 && (
    <Select
      aria-label={words.templates}
      isSmall
      value=""
      options={[
        { value: '', label: words.insertTemplate },
        ...templates.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={choose}
    />
  )
  return (
    <span className="row">
      {choice}
      <TemplatesButton />
    </span>
  )
}
