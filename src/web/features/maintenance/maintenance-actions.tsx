import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { reportOutcome } from '../../ui/report-outcome.ts'
import { useMayChange, useWindowChanges } from './api.ts'
import type { Maintenance } from './api.ts'

const words = lateTexts.maintenanceWindows
const extensionMs = 1_800_000

type Acted = Pick<Maintenance, 'endsAt' | 'status'> & { readonly id: string }

interface MaintenanceActionsProps {
  readonly windowId: number
  readonly maintenance: Acted
}

/** The actions of one maintenance: it is extended or ended while it is under way, skipped before. */
export function MaintenanceActions({ windowId, maintenance: { id, endsAt, status } }: MaintenanceActionsProps) {
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
  if (status !== 'IN_PROGRESS' && status !== 'VERIFYING') return null
  // One that nobody ended may be past its time.
  const later = (): string => new Date(Math.max(Date.parse(endsAt), now()) + extensionMs).toISOString()
  return (
    <>
      <Button size="small" onClick={() => reportOutcome(changes.move(id, { endsAt: later() }), words.extended)}>
        {words.extend}
      </Button>
      <Button size="small" onClick={() => reportOutcome(changes.end(id), words.endedNow)}>
        {words.endNow}
      </Button>
    </>
  )
}
