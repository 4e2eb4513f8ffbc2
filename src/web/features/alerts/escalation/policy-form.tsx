import { useState } from 'react'
import { mostEscalationSteps } from '#contract'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { EditDialog } from '../../../ui/edit-dialog.tsx'
import { CheckField, TextField } from '../../../ui/field.tsx'
import { usePolicyCreation, usePolicyUpdate } from '../api.ts'
import type { EscalationPolicy } from '../api.ts'
import styles from './escalation.module.css'
import { bodyOf, draftOf, emptyStep } from './policy-draft.ts'
import type { Draft } from './policy-draft.ts'
import { QuietHoursFields } from './quiet-hours-fields.tsx'
import { StepFields } from './step-fields.tsx'
import { StepLine } from './step-line.tsx'

const words = lateTexts.escalation

interface FormProps {
  /** Null: a new one. */
  readonly policy: EscalationPolicy | null
  readonly onClose: () => void
}

export function PolicyForm({ policy, onClose }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(policy))
  const create = usePolicyCreation()
  const update = usePolicyUpdate()
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }))
  const mistakes = (create.error ?? update.error)?.fields ?? {}
  const body = bodyOf(draft)
  const save = (): void => {
    if (policy === null) create.mutate({ body }, { onSuccess: onClose })
    else update.mutate({ params: { id: policy.id }, body }, { onSuccess: onClose })
  }
  return (
    <EditDialog
      title={policy === null ? words.new : words.edit}
      isNew={policy === null}
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
      <StepLine policy={previewOf(body)} />
      <Steps draft={draft} onChange={change} mistakes={mistakes} />
      <Repeat draft={draft} onChange={change} mistakes={mistakes} />
      <QuietHoursFields
        hours={draft.quietHours}
        onChange={(quietHours) => change({ quietHours })}
        mistakes={mistakes}
      />
    </EditDialog>
  )
}

const previewOf = (body: ReturnType<typeof bodyOf>) => ({
  steps: body.steps.map(({ quietHours = [], ...step }) => ({ ...step, quietHours })),
  repeat: body.repeat ?? null,
  quietHours: body.quietHours ?? [],
})

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly mistakes: Readonly<Record<string, string>>
}

function Steps({ draft: { steps }, onChange, mistakes }: FieldsProps) {
  const next = Number(steps.at(-1)?.afterMinutes ?? 0) + 10
  return (
    <>
      {steps.map((step, index) => (
        <StepFields
          key={index}
          step={step}
          number={index + 1}
          mistakes={mistakes}
          onChange={(changed) => onChange({ steps: steps.with(index, changed) })}
          onRemove={steps.length > 1 ? () => onChange({ steps: steps.toSpliced(index, 1) }) : null}
        />
      ))}
      {steps.length < mostEscalationSteps && (
        <div>
          <Button size="small" onClick={() => onChange({ steps: [...steps, emptyStep(next)] })}>
            {words.addStep}
          </Button>
        </div>
      )}
    </>
  )
}

function Repeat({ draft: { repeat }, onChange, mistakes }: FieldsProps) {
  return (
    <>
      <CheckField
        label={words.repeat}
        isOn={repeat !== null}
        onChange={(isOn) => onChange({ repeat: isOn ? { everyMinutes: '15', times: '' } : null })}
      />
      {repeat && (
        <div className={styles.fields}>
          <TextField
            label={words.everyMinutes}
            type="number"
            value={repeat.everyMinutes}
            onChange={(everyMinutes) => onChange({ repeat: { ...repeat, everyMinutes } })}
            error={mistakes['repeat.everyMinutes']}
            isRequired
          />
          <TextField
            label={words.times}
            type="number"
            value={repeat.times}
            onChange={(times) => onChange({ repeat: { ...repeat, times } })}
            hint={words.timesHint}
            error={mistakes['repeat.times']}
          />
        </div>
      )}
    </>
  )
}
