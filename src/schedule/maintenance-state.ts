import type { MaintenanceStatus } from '#contract'
import { latestTimeMs } from './occurrences.ts'
import type { Occurrence } from './occurrences.ts'

/** The state of one occurrence of a window. Times are epoch milliseconds. */
export interface MaintenanceState extends Occurrence {
  readonly status: MaintenanceStatus
  /**
   * When it starts or started to pause and silence, also in the future; null when it will not automatically, or never
   * did.
   */
  readonly effectiveFromMs: number | null
}

/** Whether a maintenance starts and ends automatically. */
export interface Automation {
  readonly autoStart: boolean
  readonly autoEnd: boolean
}

/** Whether it is active, so that checks are paused and alerts silenced. */
export const isUnderWay = (status: MaintenanceStatus): boolean => status === 'IN_PROGRESS' || status === 'VERIFYING'

/** Whether it is over, manually or by the clock; a cancelled one may be reopened. */
export const isOver = (status: MaintenanceStatus): boolean => status === 'COMPLETED' || status === 'CANCELLED'

/** The state of an occurrence that was just planned; one whose time has passed is active or over immediately. */
export const newMaintenance = (occurrence: Occurrence, automation: Automation, nowMs: number): MaintenanceState =>
  settledMaintenance({ ...occurrence, status: 'SCHEDULED', effectiveFromMs: null }, automation, nowMs)

/** The state after all automatic transitions until `nowMs`. */
export function settledMaintenance(state: MaintenanceState, automation: Automation, nowMs: number): MaintenanceState {
  if (state.status === 'SCHEDULED') {
    const effectiveFromMs = automation.autoStart ? state.startsAtMs : null
    const starts = automation.autoStart && state.startsAtMs <= nowMs
    if (!starts) return { ...state, effectiveFromMs }
    return settledMaintenance({ ...state, effectiveFromMs, status: 'IN_PROGRESS' }, automation, nowMs)
  }
  const ends = isUnderWay(state.status) && automation.autoEnd && state.endsAtMs <= nowMs
  return ends ? { ...state, status: 'COMPLETED' } : state
}

/** Until when a maintenance pauses and silences; Infinity when it stays active until it is closed manually. */
export const effectiveUntilMs = ({ status, endsAtMs }: MaintenanceState, { autoEnd }: Automation): number =>
  autoEnd || isOver(status) ? endsAtMs : Infinity

/** When `settledMaintenance` has the next transition; null when all transitions are manual. */
export function nextChangeMs({ status, startsAtMs, endsAtMs }: MaintenanceState, automation: Automation) {
  if (status === 'SCHEDULED') return automation.autoStart ? startsAtMs : null
  return isUnderWay(status) && automation.autoEnd ? endsAtMs : null
}

const nextStatuses: Readonly<Record<MaintenanceStatus, readonly MaintenanceStatus[]>> = {
  SCHEDULED: ['IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['VERIFYING', 'COMPLETED', 'CANCELLED'],
  VERIFYING: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED'],
  COMPLETED: ['IN_PROGRESS'],
  CANCELLED: ['SCHEDULED', 'IN_PROGRESS'],
}

/** The manual transitions of a maintenance; a cancelled one is only reopened before its start. */
export const allowedStatuses = (
  { status, startsAtMs }: MaintenanceState,
  nowMs: number,
): readonly MaintenanceStatus[] => nextStatuses[status].filter((next) => next !== 'SCHEDULED' || startsAtMs > nowMs)

/**
 * A maintenance after a manual transition: started early, verified, completed early, cancelled or reopened. Its times
 * follow: it starts now, ends now, or, reopened, ends as planned or, past that, lasts its planned length again.
 */
export function changedMaintenance(
  state: MaintenanceState,
  status: MaintenanceStatus,
  { planned, nowMs }: { readonly planned: Occurrence; readonly nowMs: number },
): MaintenanceState {
  if (status === state.status) return state
  if (isOver(status))
    return isUnderWay(state.status)
      ? { ...state, status, endsAtMs: nowMs }
      : { ...state, status, effectiveFromMs: null }
  return status === 'IN_PROGRESS' && state.status !== 'VERIFYING' ? begun(state, planned, nowMs) : { ...state, status }
}

function begun(state: MaintenanceState, planned: Occurrence, nowMs: number): MaintenanceState {
  const wasOver = isOver(state.status)
  const endsAtMs = wasOver ? planned.endsAtMs : state.endsAtMs
  return {
    status: 'IN_PROGRESS',
    startsAtMs: wasOver ? Math.min(state.startsAtMs, nowMs) : nowMs,
    endsAtMs: endsAtMs > nowMs ? endsAtMs : Math.min(nowMs + planned.endsAtMs - planned.startsAtMs, latestTimeMs),
    effectiveFromMs: nowMs,
  }
}

/**
 * A maintenance with new times: one that is over is reopened when it now ends later, an active one that now starts
 * later is scheduled again. A cancelled one stays cancelled.
 */
export function rescheduledMaintenance(
  state: MaintenanceState,
  times: Occurrence,
  automation: Automation,
  nowMs: number,
): MaintenanceState {
  const moved = { ...state, ...times }
  const isAhead = times.startsAtMs > nowMs
  if (state.status === 'CANCELLED') return { ...moved, effectiveFromMs: null }
  if (isUnderWay(state.status)) return settledMaintenance(isAhead ? waiting(moved) : moved, automation, nowMs)
  if (state.status !== 'COMPLETED' || times.endsAtMs <= nowMs) return settledMaintenance(moved, automation, nowMs)
  return settledMaintenance(
    isAhead ? waiting(moved) : { ...moved, status: 'IN_PROGRESS', effectiveFromMs: nowMs },
    automation,
    nowMs,
  )
}

const waiting = (state: MaintenanceState): MaintenanceState => ({
  ...state,
  status: 'SCHEDULED',
  effectiveFromMs: null,
})
