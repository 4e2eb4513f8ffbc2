import type { CheckChange, CheckEvents } from '#contract'
import { announceEvents, findFollowedAccounts } from '#storage/accounts'
import { lockCheckStates } from '#storage/checks'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable } from '#storage/database'
import { alertStateOf } from './alert-state-of.ts'

/** A notification of the database holds 8,000 bytes. */
const changesInOne = 25

/**
 * Announces the new states of checks to those who follow the events of their accounts, if anybody does. `before` are the
 * rows before the change.
 */
export async function announceChanges(
  tx: Queryable,
  before: readonly CheckStateRow[],
  states: readonly CheckStateRow[],
  now: Date,
): Promise<void> {
  const accounts = [...new Set(states.map(({ accountId }) => accountId))]
  const followed = await findFollowedAccounts(tx, accounts, now)
  if (followed.size === 0) return
  const statesBefore = new Map(before.map((row) => [row.checkId, row.status === null ? null : stateOf(row)]))
  const byAccount = Map.groupBy(
    states.filter(({ accountId }) => followed.has(accountId)),
    ({ accountId }) => accountId,
  )
  const events = [...byAccount].flatMap(([accountId, rows]) =>
    chunksOf(rows.map((row) => changeOf(row, statesBefore.get(row.checkId) ?? null))).map((checks) => ({
      accountId,
      event: JSON.stringify({ checks } satisfies CheckEvents),
    })),
  )
  await announceEvents(tx, events)
}

/** Announces that something about checks has changed that is not in their states. */
export async function announceStates(tx: Queryable, checkIds: readonly string[], now: Date): Promise<void> {
  const states = await lockCheckStates(tx, checkIds)
  await announceChanges(tx, states, states, now)
}

function changeOf(row: CheckStateRow, before: CheckChange['before']): CheckChange {
  const { problemSince, statusSince } = alertStateOf(row)
  const since = problemSince ?? statusSince
  return {
    id: row.checkId,
    state: stateOf(row),
    before,
    since: since === null ? null : new Date(since).toISOString(),
    lastResultId: row.lastResultId,
    lastRunAt: row.updatedAt?.toISOString() ?? null,
    lastResponseTime: row.lastResponseTimeMs,
  }
}

function stateOf({ status, hasErrors }: CheckStateRow): CheckChange['state'] {
  if (status === 'failing' || hasErrors) return 'FAILING'
  return status === 'degraded' ? 'DEGRADED' : 'PASSING'
}

const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / changesInOne) }, (_, index) =>
    items.slice(index * changesInOne, (index + 1) * changesInOne),
  )
