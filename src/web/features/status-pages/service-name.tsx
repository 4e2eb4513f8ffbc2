import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useRenameService } from './api.ts'
import styles from './status-pages.module.css'

const words = lateTexts.statusPages.structure

interface ServiceNameProps {
  readonly serviceId: string
  readonly name: string
  readonly onRenamed: (name: string) => void
}

/** The name of a service, which is the same on all pages. */
export function ServiceName({ serviceId, name, onRenamed }: ServiceNameProps) {
  const [isOpen, setOpen] = useState(false)
  const mayRename = useMay('updateStatusPageService')
  return (
    <>
      <span className={styles.service}>{name}</span>
      {mayRename && (
        <Button
          isIcon
          kind="ghost"
          size="small"
          aria-label={words.rename(name)}
          title={words.rename(name)}
          onClick={() => setOpen(true)}
        >
          <Pencil className="ic s" aria-hidden="true" />
        </Button>
      )}
      {isOpen && <Rename id={serviceId} before={name} onRenamed={onRenamed} onClose={() => setOpen(false)} />}
    </>
  )
}

interface RenameProps extends Pick<ServiceNameProps, 'onRenamed'> {
  readonly id: string
  readonly before: string
  readonly onClose: () => void
}

function Rename({ id, before, onRenamed, onClose }: RenameProps) {
  const [name, setName] = useState(before)
  const rename = useRenameService()
  const save = (): void =>
    rename.mutate(
      { params: { serviceId: id }, body: { name } },
      {
        onSuccess: () => {
          onRenamed(name)
          onClose()
        },
      },
    )
  return (
    <DialogForm
      title={words.rename(before)}
      submit={texts.common.save}
      isBusy={rename.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={rename.error} />
      <TextField
        label={lateTexts.statusPages.name}
        value={name}
        maxLength={255}
        onChange={setName}
        hint={words.renameHint}
        isRequired
        autoFocus
      />
    </DialogForm>
  )
}
