import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useCreateService, useServices } from './api.ts'
import { newPart } from './page-draft.ts'
import type { Part, Version } from './page-draft.ts'
import { inTreeOrder } from './part-tree.ts'

const words = lateTexts.statusPages.structure

interface AddPartsProps {
  readonly version: Version
  readonly parts: readonly Part[]
  readonly onAdd: (parts: readonly Part[]) => void
}

/** Adds groups and components, or cards and services, at the end. */
export function AddParts({ version, parts, onAdd }: AddPartsProps) {
  const [isOpen, setOpen] = useState(false)
  const groups = parts.filter(({ type }) => type === 'GROUP')
  const add = (type: Part['type'], parentId: string | null, name: string, serviceId: string | null = null): void =>
    onAdd(inTreeOrder([...parts, newPart(parts, { type, parentId, name, serviceId })]))
  return (
    <div className="row wrap">
      <AddButton label={words.add.group[version]} onClick={() => add('GROUP', null, words.newNames.group[version])} />
      {version === 3 ? (
        <AddButton
          label={words.add.component}
          onClick={() => add('SERVICE', lastGroupOf(parts), words.newNames.component)}
        />
      ) : (
        groups.length > 0 && <AddButton label={words.add.service} onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <AddService
          cards={groups}
          onAdd={(cardId, { id, name }) => add('SERVICE', cardId, name, id)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** The group at the end of the page. */
function lastGroupOf(parts: readonly Part[]): string | null {
  const last = parts.at(-1)
  return last?.type === 'GROUP' ? last.id : (last?.parentId ?? null)
}

const AddButton = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    <Plus className="ic s" aria-hidden="true" />
    {label}
  </Button>
)

interface AddServiceProps {
  readonly cards: readonly Part[]
  readonly onAdd: (cardId: string, service: { readonly id: string; readonly name: string }) => void
  readonly onClose: () => void
}

const isNew = 'new'

/** A service that there is, or one that is made for it. */
function AddService({ cards, onAdd, onClose }: AddServiceProps) {
  const services = useServices(true).data ?? []
  const mayCreate = useMay('createStatusPageService')
  const create = useCreateService()
  const [cardId, setCard] = useState(cards.at(-1)?.id ?? '')
  const [chosen, choose] = useState('')
  const [name, setName] = useState('')
  const options = [
    ...services.map(({ id, name: label }) => ({ value: id, label })),
    ...(mayCreate ? [{ value: isNew, label: words.newService }] : []),
  ]
  const value = chosen || (options[0]?.value ?? '')
  const add = (service: { readonly id: string; readonly name: string }): void => {
    onAdd(cardId, service)
    onClose()
  }
  const submit = (): void => {
    const service = services.find(({ id }) => id === value)
    if (service) add(service)
    else create.mutate({ body: { name } }, { onSuccess: add })
  }
  return (
    <DialogForm
      title={words.add.service}
      submit={words.add.submit}
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ErrorNote error={create.error} />
      <SelectField
        label={words.card}
        value={cardId}
        options={cards.map(({ id, name: label }) => ({ value: id, label }))}
        onChange={setCard}
      />
      <SelectField label={words.service} value={value} options={options} onChange={choose} />
      {value === isNew && (
        <TextField label={lateTexts.statusPages.name} value={name} maxLength={255} onChange={setName} isRequired />
      )}
    </DialogForm>
  )
}
