import { useOpenThing } from '../../shell/open-thing.ts'
import type { ThingAction } from '../../shell/open-thing.ts'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { formatDuration } from '../../ui/format.ts'
import { reportOutcome } from '../../ui/report-outcome.ts'
import { useMaintenances, useWindowChanges } from './api.ts'
import type { Maintenance, MaintenanceWindow } from './api.ts'

const words = lateTexts.maintenanceWindows
const minuteMs = 60_000
const extensionMs = 1_800_000
const lengths = [15, 30, 60, 120, 240, 480] as const

type Changes = ReturnType<typeof useWindowChanges>
export type Acted = Pick<Maintenance, 'endsAt' | 'status'> & { readonly id: string }

/** Starts a maintenance now, for one of several lengths. */
export const startCommands = ({ start }: Changes): readonly ThingAction[] =>
  lengths.map((minutes) => {
    const length = formatDuration(minutes * minuteMs)
    return {
      label: words.startFor(length),
      run: () => reportOutcome(start(minutes), words.startedNow(length)),
    }
  })

export const isUnderWay = ({ status }: Acted): boolean => status === 'IN_PROGRESS' || status === 'VERIFYING'

/** Extends or ends a maintenance that is under way. */
export function underWayCommands(changes: Changes, { id, endsAt }: Acted): readonly ThingAction[] {
  // One that nobody ended may be past its time.
  const later = (): string => new Date(Math.max(Date.parse(endsAt), now()) + extensionMs).toISOString()
  return [
    { label: words.extend, run: () => reportOutcome(changes.move(id, { endsAt: later() }), words.extended) },
    { label: words.endNow, run: () => reportOutcome(changes.end(id), words.endedNow) },
  ]
}

/** Names a window for the palette, with what can be done with it now. */
export function useOpenWindow({ id, name }: MaintenanceWindow, mayChange: boolean): void {
  const changes = useWindowChanges(id)
  const current = useMaintenances(id).data?.items.find(isUnderWay)
  const starts = startCommands(changes).map(({ label, run }) => ({ label: `${words.startNow}: ${label}`, run }))
  const commands = current ? underWayCommands(changes, current) : starts
  useOpenThing({ kind: 'maintenance-window', id: String(id), name }, mayChange ? commands : [])
}
