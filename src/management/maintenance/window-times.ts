import type { MaintenanceVisibility } from '#contract'
import type { Automation, WindowTimes } from '#schedule'
import type { NewMaintenanceWindow } from '#storage/maintenances'

/** The times of a window, as the schedule room takes them. */
export const timesOf = (window: NewMaintenanceWindow): WindowTimes => ({
  startsAtMs: window.startsAt.getTime(),
  endsAtMs: window.endsAt.getTime(),
  timezone: window.timezone,
  repeatUnit: window.repeatUnit,
  repeatInterval: window.repeatInterval,
  repeatEndsAt: window.repeatEndsAt,
})

/** A hidden window always starts and ends automatically. */
export const automationOf = ({ enabled, autoStart, autoEnd }: MaintenanceVisibility): Automation =>
  enabled ? { autoStart, autoEnd } : { autoStart: true, autoEnd: true }
