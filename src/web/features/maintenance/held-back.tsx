import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { Loaded } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'
import { useEffectOf } from './api.ts'
import type { Effect } from './api.ts'

const words = lateTexts.maintenanceWindows

interface HeldBackProps {
  readonly windowId: number
  readonly maintenanceId: string
  readonly isOpen: boolean
}

/** The alerts that a maintenance held back, read once somebody opens it. */
export function HeldBack({ windowId, maintenanceId, isOpen: isOpenFirst }: HeldBackProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.heldBack}</summary>
      {isOpen && <Held windowId={windowId} maintenanceId={maintenanceId} />}
    </details>
  )
}

const Held = ({ windowId, maintenanceId }: Omit<HeldBackProps, 'isOpen'>) => (
  <Loaded query={useEffectOf(windowId, maintenanceId)} rows={2}>
    {({ checks, totalAlerts, totalChecks }) =>
      totalChecks === 0 ? (
        <p className="mute mt4">{words.heldNothing}</p>
      ) : (
        <div className="stack mt4">
          <p>{words.heldAlerts(totalAlerts, totalChecks)}</p>
          <ul className="stack">
            {checks.map((one) => (
              <HeldCheck key={one.id} check={one} />
            ))}
          </ul>
        </div>
      )
    }
  </Loaded>
)

const HeldCheck = ({ check }: { readonly check: Effect['checks'][number] }) => (
  <li>
    <div className="row wrap">
      <Link className="quiet" to="/checks/$id" params={{ id: check.id }}>
        <b>{check.name}</b>
      </Link>
      <span>
        {texts.alerts.types[check.lastAlertType]}, {words.alertsOf(check.alerts)}
      </span>
      <span className="small mute">
        <Moment at={check.lastAt} />
      </span>
      <Link className="link small" to="/alerts" search={{ notification: check.notificationId }}>
        {words.inLog}
      </Link>
    </div>
    <div className="small dim anywhere">
      {check.error !== null && <>{reasonText(check.error).replace(/\.$/, '')}. </>}
      {check.notifiedAt === null ? (
        words.notNotified
      ) : (
        <>
          {words.notifiedAt} <Moment at={check.notifiedAt} />
        </>
      )}
    </div>
  </li>
)
