import { useState } from 'react'
import type { IncidentSeverity } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { ImpactsFields, ServicesFields } from './affected-fields.tsx'
import type { OnServices } from './affected-fields.tsx'
import { impactsOf, useChangeImpacts, useChangeServices } from './api.ts'
import type { Incident } from './api.ts'

const words = lateTexts.incidents

interface ChangeProps {
  readonly incident: Incident
  readonly onClose: () => void
}

const isSeverity = (text: string): text is IncidentSeverity => text in words.severities

/** Which services an incident affects, and how badly. */
export function ChangeServices({ incident, onClose }: ChangeProps) {
  const [value, setValue] = useState<OnServices>(() => ({
    severity: isSeverity(incident.severity) ? incident.severity : 'MAJOR',
    serviceIds: new Set(incident.affects.map(({ id }) => id)),
  }))
  const change = useChangeServices()
  const { severity, serviceIds } = value
  const services = [...serviceIds].map((id) => ({ id }))
  return (
    <EditDialog
      title={words.changeAffected}
      saving={[change]}
      onSubmit={() =>
        change.mutate({ params: { incidentId: incident.id }, body: { severity, services } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <ServicesFields value={value} onChange={setValue} />
    </EditDialog>
  )
}

/** How much an incident affects each component from now on. */
export function ChangeImpacts({ incident, onClose }: ChangeProps) {
  const lasting = incident.impacts.filter(({ endedAt }) => endedAt === null)
  const [impacts, setImpacts] = useState<ReadonlyMap<string, (typeof lasting)[number]['status']>>(
    () => new Map(lasting.map(({ componentId, status }) => [componentId, status])),
  )
  const change = useChangeImpacts()
  const statusPageId = incident.statusPageId ?? ''
  const save = (): void =>
    change.mutate(
      {
        params: { statusPageId, incidentId: incident.id },
        body: { name: incident.name, componentImpacts: impactsOf(impacts) },
      },
      { onSuccess: onClose },
    )
  return (
    <EditDialog title={words.changeAffected} saving={[change]} onSubmit={save} onClose={onClose}>
      <ImpactsFields statusPageId={statusPageId} value={impacts} onChange={setImpacts} />
    </EditDialog>
  )
}
