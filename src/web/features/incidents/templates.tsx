import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Empty, ErrorNote, Loaded } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useCreateTemplate, useDeleteTemplate, useTemplates, useUpdateTemplate } from './api.ts'
import type { Template } from './api.ts'
import { variables } from './template-text.ts'
import { statusOptions } from './status-options.ts'

const words = lateTexts.incidents

/** Opens the templates of the account, to write, change and delete them in place. */
export function TemplatesButton() {
  const [isOpen, setOpen] = useState(false)
  const mayChange = useMay('createIncidentTemplate')
  if (!mayChange) return null
  return (
    <>
      <Button kind="ghost" size="small" onClick={() => setOpen(true)}>
        {words.manageTemplates}
      </Button>
      {isOpen && <Templates onClose={() => setOpen(false)} />}
    </>
  )
}

function Templates({ onClose }: { readonly onClose: () => void }) {
  /** Undefined: the list is shown; null: a new one is written. */
  const [edited, setEdited] = useState<Template | null>()
  const list = useTemplates()
  if (edited !== undefined) return <TemplateForm template={edited} onClose={() => setEdited(undefined)} />
  return (
    <Dialog title={words.templates} isWide onClose={onClose}>
      <Loaded query={list}>
        {(templates) =>
          templates.length === 0 ? (
            <Empty title={words.noTemplates}>{words.noTemplatesText}</Empty>
          ) : (
            <ul className="stack gap12">
              {templates.map((template) => (
                <TemplateLine key={template.id} template={template} onEdit={() => setEdited(template)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="acts">
        <Button onClick={onClose}>{texts.common.close}</Button>
        <Button kind="primary" onClick={() => setEdited(null)}>
          {words.newTemplate}
        </Button>
      </div>
    </Dialog>
  )
}

function TemplateLine({ template, onEdit }: { readonly template: Template; readonly onEdit: () => void }) {
  const remove = useDeleteTemplate()
  return (
    <li className="row">
      <div className="grow">
        <b>{template.name}</b> <span className="mute small">{words.statuses[template.status]}</span>
        <div className="mute small anywhere">{template.description}</div>
      </div>
      <Button size="small" aria-label={`${texts.common.edit}: ${template.name}`} onClick={onEdit}>
        {texts.common.edit}
      </Button>
      <DeleteButton
        title={words.deleteTemplate(template.name)}
        text={words.deleteTemplateText}
        onDelete={() => remove.mutate({ params: { id: template.id } }, { onError: toastError })}
      />
    </li>
  )
}

function TemplateForm({ template, onClose }: { readonly template: Template | null; readonly onClose: () => void }) {
  const [body, setBody] = useState({
    name: template?.name ?? '',
    status: template?.status ?? ('INVESTIGATING' as const),
    description: template?.description ?? '',
  })
  const create = useCreateTemplate()
  const update = useUpdateTemplate()
  const error = create.error ?? update.error
  const save = (): void =>
    template === null
      ? create.mutate({ body }, { onSuccess: onClose })
      : update.mutate({ params: { id: template.id }, body }, { onSuccess: onClose })
  return (
    <DialogForm
      title={template?.name ?? words.newTemplate}
      isWide
      submit={texts.common.save}
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={error} />
      <TextField
        label={words.name}
        value={body.name}
        onChange={(name) => setBody({ ...body, name })}
        error={error?.fields['name']}
        maxLength={100}
        isRequired
      />
      <SelectField
        label={words.status}
        value={body.status}
        options={statusOptions}
        onChange={(status) => setBody({ ...body, status })}
      />
      <TextField
        label={words.text}
        value={body.description}
        onChange={(description) => setBody({ ...body, description })}
        hint={words.templateHint(variables.map((name) => `{{${name}}}`).join(', '))}
        error={error?.fields['description']}
        rows={6}
        maxLength={5000}
        isRequired
      />
    </DialogForm>
  )
}
