import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useDeleteView, useSaveView, useViews } from './api.ts'

const words = texts.checks

/** The filters that a person has named; each is the address of the list. */
export function SavedViews() {
  const [search] = useSearchState()
  const navigate = useNavigate()
  const views = useViews()
  const remove = useDeleteView()
  const [isSaving, setSaving] = useState(false)
  const query = new URLSearchParams(search).toString()
  const current = views.data?.find((view) => view.query === query)
  return (
    <>
      <Menu
        trigger={
          <Button size="small" className="end">
            {current?.name ?? words.views}
          </Button>
        }
        actions={[
          ...(views.data ?? []).map((view) => ({
            label: view.name,
            onSelect: () =>
              void navigate({ to: '/checks', search: Object.fromEntries(new URLSearchParams(view.query)) }),
          })),
          ...(views.data && views.data.length > 0 ? (['line'] as const) : []),
          { label: words.saveView, onSelect: () => setSaving(true) },
          ...(current
            ? [
                {
                  label: words.deleteView(current.name),
                  isDangerous: true,
                  onSelect: () => remove.mutate({ params: { id: current.id } }),
                },
              ]
            : []),
        ]}
      />
      {isSaving && <SaveView query={query} onClose={() => setSaving(false)} />}
    </>
  )
}

function SaveView({ query, onClose }: { readonly query: string; readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const save = useSaveView()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(
      { body: { name: name.trim(), query } },
      {
        onSuccess: () => {
          toast({ text: words.viewSaved(name.trim()) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={words.saveView} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField label={words.viewName} value={name} onChange={setName} maxLength={100} autoFocus />
        <ErrorNote error={save.error} />
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={save.isPending} disabled={name.trim() === ''}>
            {texts.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
