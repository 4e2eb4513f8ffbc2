import type { MaintenanceStatus } from '#contract'
import { latestTimeMs } from './occurrences.ts'
import type { Occurrence } from './occurrences.ts'

/** One occurrence of a window as it goes through its life (semantics 7.8). Times are epoch milliseconds. */
export interface MaintenanceState extends Occurrence {
  readonly status: MaintenanceStatus
  /** Since when it pauses and silences, also in the future; null when it will not by itself, or never did. */
  readonly actsFromMs: number | null
}

/** Whether a maintenance starts and ends by itself. */
export interface Automation {
  readonly autoStart: boolean
  readonly autoEnd: boolean
}

/** Whether work goes on, so that checks are paused and alerts silenced. */
export const isUnderWay = (status: MaintenanceStatus): boolean => status === 'IN_PROGRESS' || status === 'VERIFYING'

/** Whether it is behind us, as people or the clock say; a cancelled one may come back. */
export const isOver = (status: MaintenanceStatus): boolean => status === 'COMPLETED' || status === 'CANCELLED'

/** The state of an occurrence that was just planned; one whose time has come is under way or over at once. */
export const newMaintenance = (occurrence: Occurrence, automation: Automation, nowMs: number): MaintenanceState =>
  settledMaintenance({ ...occurrence, status: 'SCHEDULED', actsFromMs: null }, automation, nowMs)

/** The state once what happens by itself until `nowMs` has happened. */
export function settledMaintenance(state: MaintenanceState, automation: Automation, nowMs: number): MaintenanceState {
  if (state.status === 'SCHEDULED') {
    const actsFromMs = automation.autoStart ? state.startsAtMs : null
    const starts = automation.autoStart && state.startsAtMs <= nowMs
    if (!starts) return { ...state, actsFromMs }
    return settledMaintenance({ ...state, actsFromMs, status: 'IN_PROGRESS' }, automation, nowMs)
  }
  const ends = isUnderWay(state.status) && automation.autoEnd && state.endsAtMs <= nowMs
  return ends ? { ...state, status: 'COMPLETED' } : state
}

/** Until when a maintenance pauses and silences; Infinity when it stays until somebody closes it. */
export const actsUntilMs = ({ status, endsAtMs }: MaintenanceState, { autoEnd }: Automation): number =>
  autoEnd || isOver(status) ? endsAtMs : Infinity

/** When `settledMaintenance` has something to do next; null when only people move the maintenance on. */
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

/** What people may make of a maintenance besides leaving its status; a cancelled one only comes back ahead of its start. */
export const allowedStatuses = (
  { status, startsAtMs }: MaintenanceState,
  nowMs: number,
): readonly MaintenanceStatus[] => nextStatuses[status].filter((next) => next !== 'SCHEDULED' || startsAtMs > nowMs)

/**
 * A maintenance that people start early, verify, complete early, cancel or reopen. Its times follow: what starts now
 * starts now, what is over ends now, and what is reopened ends as planned or, past that, lasts its planned length again.
 */
export function changedMaintenance(
  state: MaintenanceState,
  status: MaintenanceStatus,
  { planned, nowMs }: { readonly planned: Occurrence; readonly nowMs: number },
): MaintenanceState {
  if (status === state.status) return state
  if (isOver(status))
    return isUnderWay(state.status) ? { ...state, status, endsAtMs: nowMs } : { ...state, status, actsFromMs: null }
  return status === 'IN_PROGRESS' && state.status !== 'VERIFYING' ? begun(state, planned, nowMs) : { ...state, status }
}

function begun(state: MaintenanceState, planned: Occurrence, nowMs: number): MaintenanceState {
  const wasOver = isOver(state.status)
  const endsAtMs = wasOver ? planned.endsAtMs : state.endsAtMs
  return {
    status: 'IN_PROGRESS',
    startsAtMs: wasOver ? Math.min(state.startsAtMs, nowMs) : nowMs,
    endsAtMs: endsAtMs > nowMs ? endsAtMs : Math.min(nowMs + planned.endsAtMs - planned.startsAtMs, latestTimeMs),
    actsFromMs: nowMs,
  }
}

/**
 * A maintenance at other times: one that is over is reopened when it now ends later, one under way that now starts
 * later waits for its start again. A cancelled one stays cancelled.
 */
export function rescheduledMaintenance(
  state: MaintenanceState,
  times: Occurrence,
  automation: Automation,
  nowMs: number,
): MaintenanceState {
  const moved = { ...state, ...times }
  const isAhead = times.startsAtMs > nowMs
  if (state.status === 'CANCELLED') return { ...moved, actsFromMs: null }
  if (isUnderWay(state.status)) return settledMaintenance(isAhead ? waiting(moved) : moved, automation, nowMs)
  if (state.status !== 'COMPLETED' || times.endsAtMs <= nowMs) return settledMaintenance(moved, automation, nowMs)
  return settledMaintenance(
    isAhead ? waiting(moved) : { ...moved, status: 'IN_PROGRESS', actsFromMs: nowMs },
    automation,
    nowMs,
  )
}

const waiting = (state: MaintenanceState): MaintenanceState => ({ ...state, status: 'SCHEDULED', actsFromMs: null })

/** Whether a check with these tags, its own and its group's, is meant by a list of tags or by the word for all. */
export const isCovered = (
  cover: { readonly all: boolean; readonly tags: readonly string[] },
  checkTags: readonly string[],
): boolean => cover.all || cover.tags.some((tag) => checkTags.includes(tag))
