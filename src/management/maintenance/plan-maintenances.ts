import { changedMaintenance, plannedOccurrences, rescheduledMaintenance } from '#schedule'
import type { Occurrence } from '#schedule'
import { notify } from '#storage/database'
import { deleteMaintenances, lockLatestMaintenance, lockPlannedMaintenances, setPlanAt } from '#storage/maintenances'
import type { Queryable } from '#storage/database'
import type { MaintenanceRow, MaintenanceWindowDefinition } from '#storage/maintenances'
import { movedRow, newRow, plannedOf, settledRow, stateOf } from './maintenance-rows.ts'
import { addMaintenances, saveMaintenances } from './save-maintenances.ts'
import { automationOf, timesOf } from './window-times.ts'

/**
 * Creates the active maintenances of a window and the next one, where they are missing, and stores when the following
 * one has to be created: at the start of the next. Cycles that passed while the service was down are not created, and
 * maintenances created before (those that start until `madeUntilMs`) may have been deleted since.
 */
export async function planMaintenances(
  tx: Queryable,
  window: MaintenanceWindowDefinition,
  nowMs: number,
  madeUntilMs = -Infinity,
): Promise<void> {
  const planned = plannedOccurrences(timesOf(window), nowMs)
  const missing = planned.filter(({ startsAtMs }) => startsAtMs > madeUntilMs)
  if (missing.length > 0)
    await addMaintenances(
      tx,
      missing.map((occurrence) => newRow(window, occurrence, nowMs)),
      window.visibility,
      nowMs,
    )
  const last = planned.at(-1)
  const isNext = window.repeatUnit !== null && last !== undefined && last.startsAtMs > nowMs
  await setPlanAt(tx, window.accountId, window.id, isNext ? new Date(last.startsAtMs) : null)
  await notify(tx, 'schedules')
}

/** Updates the maintenances of an edited window. Those that are over stay as they were. */
export async function replanMaintenances(
  tx: Queryable,
  before: MaintenanceWindowDefinition,
  after: MaintenanceWindowDefinition,
  nowMs: number,
): Promise<void> {
  if (JSON.stringify(timesOf(before)) === JSON.stringify(timesOf(after))) {
    const open = await lockPlannedMaintenances(tx, after, [])
    return saveMaintenances(
      tx,
      open.map((row) => changeOf(row, settledRow(row, after.visibility, nowMs), after)),
      { nowMs },
    )
  }
  if (before.repeatUnit === null && after.repeatUnit === null) await moveOnly(tx, after, nowMs)
  else await moveOpen(tx, after, nowMs)
  await planMaintenances(tx, after, nowMs)
}

/** The only maintenance of a window without repetition follows its window, also when it was over. */
async function moveOnly(tx: Queryable, window: MaintenanceWindowDefinition, nowMs: number): Promise<void> {
  const latest = await lockLatestMaintenance(tx, window)
  if (latest === null) return
  // A window that once repeated may have had another one at the time it now has.
  const replaced = (await lockPlannedMaintenances(tx, window, [window.startsAt])).filter(({ id }) => id !== latest.id)
  await deleteMaintenances(
    tx,
    window.accountId,
    replaced.map(({ id }) => id),
  )
  const { startsAtMs, endsAtMs } = timesOf(window)
  const moved = movedTo(latest, { startsAtMs, endsAtMs }, window, nowMs)
  await saveMaintenances(tx, [changeOf(latest, moved, window)], { nowMs })
}

/**
 * A scheduled maintenance stays where its window still has the occurrence and is deleted otherwise. An active one takes
 * the times of the current occurrence; without one it is over.
 */
async function moveOpen(tx: Queryable, window: MaintenanceWindowDefinition, nowMs: number): Promise<void> {
  const planned = plannedOccurrences(timesOf(window), nowMs)
  const rows = await lockPlannedMaintenances(
    tx,
    window,
    planned.map(({ startsAtMs }) => new Date(startsAtMs)),
  )
  const occurrenceOf = (row: MaintenanceRow): Occurrence | undefined =>
    planned.find(({ startsAtMs }) => startsAtMs === row.plannedStartsAt.getTime())
  const matching = rows.filter((row) => occurrenceOf(row))
  const unmatched = rows.filter((row) => !occurrenceOf(row))
  const waiting = unmatched.filter(({ status }) => status === 'SCHEDULED')
  const active = unmatched.filter(({ status }) => status !== 'SCHEDULED')
  await deleteMaintenances(
    tx,
    window.accountId,
    waiting.map(({ id }) => id),
  )
  const free = planned.find(
    (occurrence) => occurrence.startsAtMs <= nowMs && !matching.some((row) => occurrenceOf(row) === occurrence),
  )
  const changes = [
    ...matching.map((row) => changeOf(row, movedOrSettled(row, occurrenceOf(row), window, nowMs), window)),
    ...active.map((row, index) => {
      const after = index === 0 && free ? movedTo(row, free, window, nowMs) : completed(row, window, nowMs)
      return changeOf(row, after, window)
    }),
  ]
  await saveMaintenances(tx, changes, { nowMs })
}

const changeOf = (before: MaintenanceRow, after: MaintenanceRow, { visibility }: MaintenanceWindowDefinition) => ({
  before,
  after,
  visibility,
})

const isOver = ({ status }: MaintenanceRow): boolean => status === 'COMPLETED' || status === 'CANCELLED'

function movedOrSettled(
  row: MaintenanceRow,
  newOccurrence: Occurrence | undefined,
  window: MaintenanceWindowDefinition,
  nowMs: number,
): MaintenanceRow {
  if (isOver(row)) return row
  const isChanged = newOccurrence !== undefined && newOccurrence.endsAtMs !== row.plannedEndsAt.getTime()
  return isChanged ? movedTo(row, newOccurrence, window, nowMs) : settledRow(row, window.visibility, nowMs)
}

function completed(row: MaintenanceRow, window: MaintenanceWindowDefinition, nowMs: number): MaintenanceRow {
  const over = changedMaintenance(stateOf(row), 'COMPLETED', { planned: plannedOf(row), nowMs })
  return movedRow(row, over, automationOf(window.visibility), nowMs)
}

function movedTo(
  row: MaintenanceRow,
  occurrence: Occurrence,
  window: MaintenanceWindowDefinition,
  nowMs: number,
): MaintenanceRow {
  const automation = automationOf(window.visibility)
  const state = rescheduledMaintenance(stateOf(row), occurrence, automation, nowMs)
  return {
    ...movedRow(row, state, automation, nowMs),
    plannedStartsAt: new Date(occurrence.startsAtMs),
    plannedEndsAt: new Date(occurrence.endsAtMs),
  }
}
