import { isInboundType } from '#contract'
import { Fault, randomId } from '#kernel'
import { heartbeatGraceMs, heartbeatPeriodMs } from '#schedule'
import { lockTimers, saveTimer } from '#storage/checks'
import { sqlStateOf } from '#storage/database'
import type { Queryable, Store } from '#storage/database'
import type { EffectiveChange } from '../schedules/refresh-schedules.ts'
import { timerOfEdit, timingOf } from '../schedules/timer-of-edit.ts'
import type { CheckInput } from './check-input.ts'

const uniqueViolation = '23505'

/**
 * Stores the timer of a heartbeat and returns its ping token: the requested one, else the stored one, else a new one;
 * null for other check types. Throws PING_TOKEN_TAKEN when another check uses it.
 */
export async function saveHeartbeat(
  tx: Queryable,
  { encryption }: Store,
  change: EffectiveChange,
  edit: { readonly pingToken: string | null; readonly nowMs: number },
): Promise<string | null> {
  const { before, after } = change
  if (!isInboundType(after.checkType)) return null
  const [timer = null] = before === null ? [] : await lockTimers(tx, encryption, [after.id])
  const token = edit.pingToken ?? timer?.token ?? randomId()
  const timing = timingOf(after)
  const saved = saveTimer(tx, encryption, {
    accountId: after.accountId,
    checkId: after.id,
    token,
    periodMs: heartbeatPeriodMs(timing),
    graceMs: heartbeatGraceMs(timing),
    schedule: timing.schedule?.expression ?? null,
    timezone: timing.schedule?.timezone ?? null,
    ...timerOfEdit(change, timer, edit.nowMs),
  })
  if (!(await saved.catch(rejectTakenToken)))
    throw new Fault('PING_TOKEN_TAKEN', { problems: [{ path: 'heartbeat.pingToken', rule: 'unused', parameters: {} }] })
  return token
}

/** The ping token that a body requests; null when the service is to generate it. */
export function pingTokenOf({ heartbeat }: CheckInput): { readonly pingToken: string | null } {
  const isGiven = typeof heartbeat === 'object' && heartbeat !== null && 'pingToken' in heartbeat
  const token = isGiven && typeof heartbeat.pingToken === 'string' ? heartbeat.pingToken : ''
  return { pingToken: token === '' ? null : token }
}

/** Two checks that request one token concurrently conflict in the unique index. */
function rejectTakenToken(error: unknown): boolean {
  if (sqlStateOf(error) === uniqueViolation) return false
  throw error
}
