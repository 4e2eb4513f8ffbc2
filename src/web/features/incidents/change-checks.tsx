import { useState } from 'react'
import { CheckChoice } from '../../check-list/check-choice.tsx'
import { lateTexts } from '../../strings/late.ts'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { useHandling } from './api.ts'
import type { Incident } from './api.ts'

const words = lateTexts.incidents

interface ChangeChecksProps {
  readonly incident: Incident
  readonly onClose: () => void
}

/** The checks that people name as the cause of an incident. */
export function ChangeChecks({ incident, onClose }: ChangeChecksProps) {
  const named = incident.checks.filter(({ isNamed }) => isNamed)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map(named.map(({ id, name }) => [id, name])),
  )
  const handling = useHandling()
  const save = (): void =>
    handling.mutate(
      { params: { incidentId: incident.id }, body: { checkIds: [...chosen.keys()] } },
      { onSuccess: onClose },
    )
  return (
    <EditDialog title={words.changeChecks} saving={[handling]} onSubmit={save} onClose={onClose}>
      {named.length < incident.checks.length && <p className="mute small">{words.openersStay}</p>}
      <CheckChoice kind="checkbox" chosen={chosen} onChange={setChosen} />
    </EditDialog>
  )
}
