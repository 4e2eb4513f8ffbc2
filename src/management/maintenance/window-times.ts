import type { MaintenanceVisibility } from '#contract'
import type { Automation, WindowTimes } from '#schedule'
import type { NewMaintenanceWindow } from '#storage'

/** When a window takes place, in the words of the schedule. */
export const timesOf = (window: NewMaintenanceWindow): WindowTimes => ({
  startsAtMs: window.startsAt.getTime(),
  endsAtMs: window.endsAt.getTime(),
  timezone: window.timezone,
  repeatUnit: window.repeatUnit,
  repeatInterval: window.repeatInterval,
  repeatEndsAt: window.repeatEndsAt,
})

/** A window that is not shown always starts and ends by itself (semantics 7.7). */
export const automationOf = ({ enabled, autoStart, autoEnd }: MaintenanceVisibility): Automation =>
  enabled ? { autoStart, autoEnd } : { autoStart: true, autoEnd: true }
