import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { change } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { rememberKey } from './fresh-keys.ts'

const words = lateTexts.setup.locations
type Location = Answer<'getPrivateLocation'>

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
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const slugName = slug ?? slugOf(name)
  const create = async (): Promise<void> => {
    const made = await change(client, 'createPrivateLocation', {
      body: { name, slugName, ...(proxyUrl && { proxyUrl }) } as never,
    })
    const [key] = made.keys
    if (key) rememberKey(made.id, key.rawKey)
    await navigate({ to: '/locations/$id', params: { id: made.id } })
  }
  const update = async (id: string): Promise<void> => {
    await change(client, 'updatePrivateLocation', {
      params: { id },
      body: { name, proxyUrl: proxyUrl || null } as never,
    })
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await (location === null ? create() : update(location.id))
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <Dialog title={location === null ? words.new : words.edit} onClose={onClose}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <ErrorNote error={error} />
        <TextField label={words.name} value={name} onChange={setName} error={fields['name']} isRequired />
        {location === null && (
          <TextField
            label={words.slug}
            value={slugName}
            onChange={setSlug}
            error={fields['slugName']}
            isRequired
            isMono
          />
        )}
        <TextField label={words.proxy} value={proxyUrl} onChange={setProxyUrl} error={fields['proxyUrl']} />
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {location === null ? texts.common.create : texts.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
