import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { DrillDialog } from '../../drill/drill.tsx'
import { useSession } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { reportOutcome } from '../../ui/report-outcome.ts'
import { useCheckUpdates } from './api.ts'
import type { CheckWithRow } from './api.ts'
import { useAcknowledgement } from './use-acknowledgement.ts'

const words = lateTexts.check

/** Less frequent actions: acknowledge, pause, drill, open an incident, plan maintenance, golden files, duplicate, delete. */
export function MoreActions({ check, row }: CheckWithRow) {
  const { id, activated, name } = check
  const { may } = useSession()
  const navigate = useNavigate()
  const { update, remove } = useCheckUpdates(id)
  const acknowledgement = useAcknowledgement(row)
  const [isDeleting, setDeleting] = useState(false)
  const [isDrilling, setDrilling] = useState(false)
  const actions: (MenuAction | 'line')[] = []
  if (may('updateCheckGeneric'))
    actions.push({
      label: activated ? words.pause : words.resume,
      onSelect: () => reportOutcome(update({ activated: !activated }), words.changed),
    })
  if (acknowledgement) actions.push(acknowledgement)
  if (may('startDrill')) actions.push({ label: lateTexts.drill.start, onSelect: () => setDrilling(true) })
  if (may('createStatusPageIncident'))
    actions.push({
      label: lateTexts.incidents.forCheck,
      onSelect: () => void navigate({ to: '/incidents/new', search: { check: id } }),
    })
  if (may('createMaintenanceWindow'))
    actions.push({
      label: lateTexts.maintenanceWindows.fromCheck,
      onSelect: () => void navigate({ to: '/maintenance/new', search: { check: id } }),
    })
  if ('snapshots' in check)
    actions.push({
      label: lateTexts.goldenFiles.title,
      onSelect: () => void navigate({ to: '/golden-files/$id', params: { id } }),
    })
  if (may('createCheckGeneric'))
    actions.push({
      label: words.duplicate,
      onSelect: () => void navigate({ to: '/checks/new', search: { from: id } }),
    })
  if (may('deleteCheck'))
    actions.push('line', { label: words.delete, isDangerous: true, onSelect: () => setDeleting(true) })
  const leave = (): Promise<void> => navigate({ to: '/checks' })
  if (actions.length === 0) return null
  return (
    <>
      <Menu
        trigger={
          <Button isIcon aria-label={words.more}>
            <Ellipsis className="ic" aria-hidden="true" />
          </Button>
        }
        actions={actions}
      />
      {isDrilling && <DrillDialog checkId={id} onClose={() => setDrilling(false)} />}
      {isDeleting && (
        <Confirm
          title={words.deleteTitle}
          text={words.deleteText}
          action={words.delete}
          onConfirm={() => reportOutcome(remove(leave), words.deleted(name))}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
