import type { ChannelSubscriptionBody } from '#contract'
import { Fault, isUuid } from '#kernel'
import { holdChecks, holdGroups } from '#storage/alerts'
import type { Subscriber } from '#storage/alerts'
import type { Queryable } from '#storage/database'

/**
 * The checks and groups a body names, each once; of two entries for one the later counts. Throws
 * SUBSCRIPTION_TARGET_INVALID unless an entry names exactly one of both, CHECK_UNKNOWN and GROUP_UNKNOWN.
 */
export async function subscribersOf(
  tx: Queryable,
  accountId: string,
  bodies: readonly ChannelSubscriptionBody[],
): Promise<Subscriber[]> {
  const byTarget = new Map<string, Subscriber>()
  for (const body of bodies) {
    const subscriber = subscriberOf(body)
    byTarget.set(subscriber.checkId ?? `group ${subscriber.groupId}`, subscriber)
  }
  const subscribers = [...byTarget.values()]
  await assertKnown(tx, accountId, subscribers)
  return subscribers
}

function subscriberOf(body: ChannelSubscriptionBody): Subscriber {
  const checkId = body.checkId?.toLowerCase() ?? null
  const groupId = body.groupId ?? null
  if ((checkId === null) === (groupId === null)) throw new Fault('SUBSCRIPTION_TARGET_INVALID')
  if (checkId !== null && !isUuid(checkId)) throw new Fault('CHECK_UNKNOWN', { values: { checkId } })
  return { checkId, groupId, activated: body.activated }
}

async function assertKnown(tx: Queryable, accountId: string, subscribers: readonly Subscriber[]): Promise<void> {
  const checkIds = subscribers.flatMap((subscriber) => subscriber.checkId ?? [])
  const groupIds = subscribers.flatMap((subscriber) => subscriber.groupId ?? [])
  const checks = checkIds.length === 0 ? null : await holdChecks(tx, accountId, checkIds)
  const groups = groupIds.length === 0 ? null : await holdGroups(tx, accountId, groupIds)
  const checkId = checkIds.find((id) => !checks?.has(id))
  if (checkId !== undefined) throw new Fault('CHECK_UNKNOWN', { values: { checkId } })
  const groupId = groupIds.find((id) => !groups?.has(id))
  if (groupId !== undefined) throw new Fault('GROUP_UNKNOWN', { values: { groupId } })
}
