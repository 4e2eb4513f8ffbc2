import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { reportOutcome } from '../../ui/report-outcome.ts'
import { useMayChange, useWindowChanges } from './api.ts'
import { isUnderWay, underWayCommands } from './maintenance-commands.ts'
import type { Acted } from './maintenance-commands.ts'

const words = lateTexts.maintenanceWindows

interface MaintenanceActionsProps {
  readonly windowId: number
  readonly maintenance: Acted
}

/** The actions of one maintenance: it is extended or ended while it is under way, skipped before. */
export function MaintenanceActions({ windowId, maintenance }: MaintenanceActionsProps) {
  const { id, status } = maintenance
  const changes = useWindowChanges(windowId)
  const mayChange = useMayChange()
  const [isSkipping, setSkipping] = useState(false)
  if (!mayChange) return null
  if (status === 'SCHEDULED')
    return (
      <>
        <Button size="small" onClick={() => setSkipping(true)}>
          {words.skip}
        </Button>
        {isSkipping && (
          <Confirm
            title={words.skipTitle}
            text={words.skipText}
            action={words.skip}
            onConfirm={() => reportOutcome(changes.skip(id), words.skipped)}
            onClose={() => setSkipping(false)}
          />
        )}
      </>
    )
  if (!isUnderWay(maintenance)) return null
  return underWayCommands(changes, maintenance).map(({ label, run }) => (
    <Button key={label} size="small" onClick={run}>
      {label}
    </Button>
  ))
}
