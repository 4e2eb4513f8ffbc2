import { useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Pane } from '../../ui/pane.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { useMaintenances } from './api.ts'
import type { Maintenance, MaintenanceWindow } from './api.ts'
import { ChangeTimes } from './change-times.tsx'
import { HeldBack } from './held-back.tsx'
import { MaintenanceActions } from './maintenance-actions.tsx'
import { useOpenWindow } from './maintenance-commands.ts'
import { spanText } from './span-text.ts'
import { Updates } from './updates.tsx'

const words = lateTexts.maintenanceWindows

export const stateOf: Readonly<Record<Maintenance['status'], State>> = {
  SCHEDULED: 'PENDING',
  IN_PROGRESS: 'PAUSED',
  VERIFYING: 'PAUSED',
  COMPLETED: 'PASSING',
  CANCELLED: 'UNKNOWN',
}

/** A maintenance that is over is not moved. */
const movable: ReadonlySet<Maintenance['status']> = new Set(['SCHEDULED', 'IN_PROGRESS', 'VERIFYING'])

interface MaintenancesPaneProps {
  readonly window: MaintenanceWindow
  readonly mayChange: boolean
}

/** The part of the address that leads to the occurrences of a window. */
export const occurrencesHash = 'occurrences'

/** Brings a part into view that loads after the address was opened. */
function useScrollHere(hash: string): (node: HTMLElement | null) => void {
  const wanted = useLocation({ select: (location) => location.hash })
  return useCallback((node) => void (wanted === hash && node?.scrollIntoView()), [wanted, hash])
}

const underWayFirst = (items: readonly Maintenance[]): readonly Maintenance[] =>
  items.toSorted((one, other) => Number(isUnderWay(other)) - Number(isUnderWay(one)))

const isUnderWay = ({ status }: Maintenance): boolean => stateOf[status] === 'PAUSED'

/** The occurrences of a window, what is under way and then the latest first: what can be done with each, what it held back, what was said about it. */
export function MaintenancesPane({ window, mayChange }: MaintenancesPaneProps) {
  useOpenWindow(window, mayChange)
  const here = useScrollHere(occurrencesHash)
  return (
    <Pane title={words.maintenances}>
      <Loaded query={useMaintenances(window.id)} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="padx pb mute">{words.noMaintenances}</p>
          ) : (
            <ul ref={here}>
              {underWayFirst(items).map((one) => (
                <OneMaintenance key={one.id} maintenance={one} window={window} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Pane>
  )
}

function OneMaintenance({
  maintenance,
  window,
  mayChange,
}: MaintenancesPaneProps & { readonly maintenance: Maintenance }) {
  const { id, status, startsAt, endsAt } = maintenance
  return (
    <li className="pad rule stack">
      <div className="row wrap">
        <StatusLine>
          <Glyph state={stateOf[status]} />
          {words.statuses[status]}
        </StatusLine>
        <span>{spanText(startsAt, endsAt)}</span>
        <span className="row end">
          {mayChange && movable.has(status) && <ChangeTimes window={window} maintenance={maintenance} />}
          <MaintenanceActions windowId={window.id} maintenance={maintenance} />
        </span>
      </div>
      {status !== 'SCHEDULED' && <HeldBack windowId={window.id} maintenanceId={id} isOpen={status !== 'COMPLETED'} />}
      {window.statusPageVisibility.enabled && (
        <Updates windowId={window.id} maintenance={maintenance} mayChange={mayChange} />
      )}
    </li>
  )
}
