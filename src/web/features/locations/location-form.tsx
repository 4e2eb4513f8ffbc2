import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useCreateLocation, useUpdateLocation } from './api.ts'
import type { Location } from './api.ts'
import { rememberKey } from './fresh-keys.ts'

const words = lateTexts.setup.locations

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 30)

/** Opens the form of a new one, if the role allows it. */
export function NewLocation() {
  const [isOpen, setOpen] = useState(false)
  const mayCreate = useMay('createPrivateLocation')
  if (!mayCreate) return null
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <Plus className="ic s" aria-hidden="true" />
        {words.new}
      </Button>
      {isOpen && <LocationForm location={null} onClose={() => setOpen(false)} />}
    </>
  )
}

interface FormProps {
  /** Null: a new one. */
  readonly location: Location | null
  readonly onClose: () => void
}

/** A new private location, or what can be changed of one: its slug name stays. */
export function LocationForm({ location, onClose }: FormProps) {
  const [name, setName] = useState(location?.name ?? '')
  const [slug, setSlug] = useState<string | null>(null)
  const [proxyUrl, setProxyUrl] = useState(location?.proxyUrl ?? '')
  const create = useCreateLocation()
  const update = useUpdateLocation()
  const navigate = useNavigate()
  const error = create.error ?? update.error
  const slugName = slug ?? slugOf(name)
  const opened = ({ id, keys: [key] }: NonNullable<typeof create.data>): void => {
    if (key) rememberKey(id, key.rawKey)
    void navigate({ to: '/locations/$id', params: { id } }).then(onClose)
  }
  const save = (): void => {
    const proxy = proxyUrl === '' ? null : proxyUrl
    if (location === null) create.mutate({ body: { name, slugName, proxyUrl: proxy } }, { onSuccess: opened })
    else update.mutate({ params: { id: location.id }, body: { name, proxyUrl: proxy } }, { onSuccess: onClose })
  }
  return (
    <DialogForm
      title={location === null ? words.new : words.edit}
      submit={location === null ? texts.common.create : texts.common.save}
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={error} />
      <TextField label={words.name} value={name} onChange={setName} error={error?.fields['name']} isRequired />
      {location === null && (
        <TextField
          label={words.slug}
          value={slugName}
          onChange={setSlug}
          error={error?.fields['slugName']}
          isRequired
          isMono
        />
      )}
      <TextField label={words.proxy} value={proxyUrl} onChange={setProxyUrl} error={error?.fields['proxyUrl']} />
    </DialogForm>
  )
}
