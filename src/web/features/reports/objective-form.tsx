import { useState } from 'react'
import { objectiveWindows } from '#contract'
import type { ObjectiveWindow } from '#contract'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useCheckNames, useCreation, useGroupNames, useTags, useUpdate } from './api.ts'
import type { Objective } from './api.ts'

const words = lateTexts.reports.objectives
const kinds = ['checkId', 'groupId', 'tag'] as const
type Kind = (typeof kinds)[number]

interface FormProps {
  /** Null: a new one. */
  readonly objective: Objective | null
  readonly onClose: () => void
}

/** A new objective, or what can be changed of one: what it is about stays. */
export function ObjectiveForm({ objective, onClose }: FormProps) {
  const [name, setName] = useState(objective?.name ?? '')
  const [target, setTarget] = useState(String(objective?.target ?? 99.9))
  const [days, setDays] = useState<ObjectiveWindow>(objective?.windowDays ?? 30)
  const [kind, setKind] = useState<Kind>('checkId')
  const [scope, setScope] = useState('')
  const create = useCreation()
  const update = useUpdate()
  const error = create.error ?? update.error
  const body = { name, target: Number(target.replace(',', '.')), windowDays: days }
  const save = (): void => {
    if (objective !== null) update.mutate({ params: { id: objective.id }, body }, { onSuccess: onClose })
    else
      create.mutate({ body: { ...body, [kind]: kind === 'groupId' ? Number(scope) : scope } }, { onSuccess: onClose })
  }
  return (
    <DialogForm
      title={objective === null ? words.new : words.editTitle}
      submit={objective === null ? texts.common.create : texts.common.save}
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={error} />
      <TextField label={words.name} value={name} onChange={setName} error={error?.fields['name']} isRequired />
      {objective === null && (
        <Scope
          kind={kind}
          scope={scope}
          onKind={(next) => {
            setKind(next)
            setScope('')
          }}
          onScope={setScope}
        />
      )}
      <TextField label={words.target} value={target} onChange={setTarget} error={error?.fields['target']} isRequired />
      <Field label={words.window}>
        {(control) => (
          <Select
            {...control}
            value={String(days)}
            options={objectiveWindows.map((one) => ({ value: String(one), label: words.days(one) }))}
            onChange={(value) => setDays(objectiveWindows.find((one) => String(one) === value) ?? 30)}
          />
        )}
      </Field>
    </DialogForm>
  )
}

interface ScopeProps {
  readonly kind: Kind
  readonly scope: string
  readonly onKind: (kind: Kind) => void
  readonly onScope: (scope: string) => void
}

function Scope({ kind, scope, onKind, onScope }: ScopeProps) {
  const checks = useCheckNames(kind === 'checkId')
  const groups = useGroupNames()
  const tags = useTags()
  const options = {
    checkId: checks.map(({ id, name }) => ({ value: id, label: name })),
    groupId: groups.map(({ id, name }) => ({ value: String(id), label: name })),
    tag: tags.map((tag) => ({ value: tag, label: tag })),
  }[kind]
  return (
    <>
      <Segmented
        label={words.about}
        value={kind}
        options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        onChange={onKind}
      />
      <Field label={words.kinds[kind]}>
        {(control) => (
          <Select
            {...control}
            required
            value={scope}
            options={[{ value: '', label: words.choose }, ...options]}
            onChange={onScope}
          />
        )}
      </Field>
    </>
  )
}
