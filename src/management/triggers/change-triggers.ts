import { isInboundType } from '#contract'
import type { CheckType } from '#contract'
import { Fault, hashToken, invariant, isUuid, randomToken } from '#kernel'
import type { Caller } from '#kernel'
import { holdChecks, holdGroups } from '#storage/alerts'
import { deleteTrigger as removeTrigger, findCheckType, findTrigger, insertTrigger } from '#storage/checks'
import type { Trigger, TriggerTarget } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'

const tokenBytes = 24

/** The check or the group of a trigger, as a client names it. */
export type TriggerSubject = { readonly checkId: string } | { readonly groupId: number }

/** Null when the id cannot be that of a check. */
function targetOf(subject: TriggerSubject): TriggerTarget | null {
  if ('groupId' in subject) return { checkId: null, groupId: subject.groupId }
  return isUuid(subject.checkId) ? { checkId: subject.checkId.toLowerCase(), groupId: null } : null
}

/** Throws TRIGGER_NOT_FOUND, also when there is no such check or group. */
export async function getTrigger(store: Store, caller: Caller, subject: TriggerSubject): Promise<Trigger> {
  const target = targetOf(subject)
  const trigger = target && (await findTrigger(store.db, store.encryption, caller.accountId, target))
  if (trigger === null) throw new Fault('TRIGGER_NOT_FOUND')
  return trigger
}

/**
 * The trigger of a check or a group, created if it has none. Throws CHECK_NOT_FOUND or CHECK_GROUP_NOT_FOUND, and
 * TRIGGER_NOT_POSSIBLE for heartbeats.
 */
export function createTrigger(store: Store, caller: Caller, subject: TriggerSubject): Promise<Trigger> {
  const { accountId, nowMs } = caller
  return store.db.transaction(async (tx) => {
    const target = await heldTarget(tx, accountId, subject)
    const token = randomToken(tokenBytes)
    await insertTrigger(tx, store.encryption, {
      accountId,
      ...target,
      token,
      hash: hashToken(token),
      now: new Date(nowMs),
    })
    const trigger = await findTrigger(tx, store.encryption, accountId, target)
    invariant(trigger, 'a held target has the trigger that was made or was there')
    return trigger
  })
}

async function heldTarget(tx: Queryable, accountId: string, subject: TriggerSubject): Promise<TriggerTarget> {
  const target = targetOf(subject)
  if ('groupId' in subject) {
    const held = await holdGroups(tx, accountId, [subject.groupId])
    if (target === null || held.size === 0) throw new Fault('CHECK_GROUP_NOT_FOUND')
    return target
  }
  const checkId = target?.checkId ?? null
  if (target === null || checkId === null || (await holdChecks(tx, accountId, [checkId])).size === 0)
    throw new Fault('CHECK_NOT_FOUND')
  if (hasNothingToRun(await findCheckType(tx, accountId, checkId))) throw new Fault('TRIGGER_NOT_POSSIBLE')
  return target
}

const hasNothingToRun = (type: CheckType | null): boolean => type !== null && isInboundType(type)

/** Throws TRIGGER_NOT_FOUND. */
export async function deleteTrigger(store: Store, caller: Caller, subject: TriggerSubject): Promise<void> {
  const target = targetOf(subject)
  const existed = target !== null && (await removeTrigger(store.db, caller.accountId, target))
  if (!existed) throw new Fault('TRIGGER_NOT_FOUND')
}
