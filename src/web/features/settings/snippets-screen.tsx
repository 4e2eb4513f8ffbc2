import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { CodeField } from '../../ui/code/code-field.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useCreateSnippet, useDeleteSnippet, useSnippets, useUpdateSnippet } from './api.ts'
import type { Snippet } from './api.ts'
import { ResourceList } from './resource-list.tsx'
import { UsesOfSnippet } from './used-by.tsx'

const words = lateTexts.setup.snippets

/** Code that scripts of several checks share. */
export function SnippetsScreen() {
  const remove = useDeleteSnippet()
  return (
    <ResourceList<Snippet>
      query={useSnippets()}
      words={words}
      mayChange={useMay('createSnippet')}
      nameOf={({ name }) => name}
      columns={[
        { label: words.name, className: 'mono', content: ({ name }) => name },
        {
          label: lateTexts.check.fields.updated,
          className: 'dim',
          content: (snippet) => <Ago at={snippet.updated_at ?? snippet.created_at} />,
        },
      ]}
      usesOf={({ id }) => <UsesOfSnippet id={id} />}
      onDelete={({ id }) => remove.mutate({ params: { id } }, { onError: toastError })}
      form={(snippet, onClose) => <SnippetForm snippet={snippet} onClose={onClose} />}
    />
  )
}

function SnippetForm({ snippet, onClose }: { readonly snippet: Snippet | null; readonly onClose: () => void }) {
  const [name, setName] = useState(snippet?.name ?? '')
  const [script, setScript] = useState(snippet?.script ?? '')
  const create = useCreateSnippet()
  const update = useUpdateSnippet()
  const error = create.error ?? update.error
  const save = (): void => {
    const body = { name, script }
    if (snippet === null) create.mutate({ body }, { onSuccess: onClose })
    else update.mutate({ params: { id: snippet.id }, body }, { onSuccess: onClose })
  }
  return (
    <DialogForm
      title={snippet?.name ?? words.new}
      submit={texts.common.save}
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={error} />
      <TextField label={words.name} value={name} onChange={setName} error={error?.fields['name']} isRequired isMono />
      <CodeField
        label={words.script}
        value={script}
        onChange={setScript}
        error={error?.fields['script']}
        language="javascript"
        rows={14}
      />
      {snippet && <UsesOfSnippet id={snippet.id} />}
    </DialogForm>
  )
}
