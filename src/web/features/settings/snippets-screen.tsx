import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeField } from '../../ui/code/code-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { Empty, ErrorNote, Loaded, messageOf } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { UsesOfSnippet } from './used-by.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const words = lateTexts.setup.snippets
type Snippet = Answer<'listSnippets'>['items'][number]

/** Code that scripts of several checks share. */
export function SnippetsScreen() {
  const list = useOperation('listSnippets', { query: { limit: 100 } })
  const mayChange = useMay('createSnippet')
  const [edited, setEdited] = useState<Snippet | 'new' | null>(null)
  const remove = useChange('deleteSnippet')
  return (
    <SettingsFrame
      title={words.title}
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setEdited('new')}>
            <Plus className="ic s" aria-hidden="true" />
            {words.new}
          </Button>
        )
      }
    >
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={words.none}
              action={mayChange && <Button onClick={() => setEdited('new')}>{lateTexts.setup.addFirst}</Button>}
            >
              {words.noneText}
            </Empty>
          ) : (
            <table className="tbl stacks">
              <thead>
                <tr>
                  <th scope="col">{words.name}</th>
                  <th scope="col">{lateTexts.check.fields.updated}</th>
                  <th scope="col">
                    <span className="sr">{texts.common.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((snippet) => (
                  <tr key={snippet.id}>
                    <td className="mono">{snippet.name}</td>
                    <td className="dim">
                      <Ago at={snippet.updated_at ?? snippet.created_at} />
                    </td>
                    <td>
                      <div className="row">
                        {mayChange && (
                          <>
                            <Button size="small" onClick={() => setEdited(snippet)}>
                              {texts.common.edit}
                            </Button>
                            <DeleteButton
                              title={words.deleteTitle(snippet.name)}
                              text={
                                <>
                                  {words.deleteText}
                                  <UsesOfSnippet id={snippet.id} />
                                </>
                              }
                              onDelete={() =>
                                remove.mutate(
                                  { params: { id: snippet.id } },
                                  { onError: (error) => toast({ text: messageOf(error) }) },
                                )
                              }
                            />
                          </>
                        )}
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {edited && <Edit snippet={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </SettingsFrame>
  )
}

function Edit({ snippet, onClose }: { readonly snippet: Snippet | null; readonly onClose: () => void }) {
  const [name, setName] = useState(snippet?.name ?? '')
  const [script, setScript] = useState(snippet?.script ?? '')
  const create = useChange('createSnippet')
  const update = useChange('updateSnippet')
  const error = create.error ?? update.error
  const save = (): void => {
    const body = { name, script }
    if (snippet === null) create.mutate({ body }, { onSuccess: onClose })
    else update.mutate({ params: { id: snippet.id }, body }, { onSuccess: onClose })
  }
  return (
    <Dialog title={snippet?.name ?? words.new} onClose={onClose}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
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
        <UsesOfSnippet id={snippet?.id ?? null} />
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={create.isPending || update.isPending}>
            {texts.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
