import { ownerChannelId } from '#alerting'
import { isReadByPeople, ownerChannelType, repeatSeconds } from '#contract'
import type { AlertFacts, Delivery, NotificationStatus } from '#contract'
import { mergedVariables } from '#inheritance'
import { backoffMs, hasTriesLeft } from '#kernel'
import type { BackoffPolicy } from '#kernel'
import { announceResources } from '#storage/accounts'
import {
  claimNotifications,
  findChannels,
  listGrouped,
  recordDelivery,
  recordRepeat,
  recordRepeatedAttempt,
  ungroup,
} from '#storage/alerts'
import { findVariablesOfAccounts } from '#storage/checks'
import type { ChannelDefinition, NotificationRow } from '#storage/alerts'
import type { LeaseClaim, Store } from '#storage/database'
import { analysisOfAlert } from './analysis-of-alert.ts'
import { actionLinksOf } from '../attention/action-links.ts'
import type { ActionLinks } from '../attention/action-links.ts'
import { loadEffectiveChecks } from '#management'
import { groupNotifications } from './group-notifications.ts'
import { withoutOvertaken } from './without-overtaken.ts'

/** A notification ready to be delivered: its channel opened, its variables resolved. */
export interface PendingNotification {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
  /** Null when the channel was deleted since. */
  readonly channel: ChannelDefinition | null
  readonly facts: AlertFacts
  /** The other notifications of the same message. */
  readonly others: readonly {
    readonly id: string
    readonly facts: AlertFacts
    readonly actionLinks: ActionLinks | null
  }[]
  readonly variables: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  /** Where its receivers can act on it; null where there is nothing to do. */
  readonly actionLinks: ActionLinks | null
  /** 1 for the first try. */
  readonly attempt: number
  /** It was delivered before, and the receiver has to be told again that its alert goes on. */
  readonly isRepeat: boolean
}

export interface ClaimNotifications extends LeaseClaim {
  /** Channels at their limit; their notifications stay pending. */
  readonly exceptChannels?: readonly number[]
  /** Where people reach the service; without it messages have no links to act on. */
  readonly publicUrl?: string
}

/** Leases notifications that are due. An undelivered one is due again when the lease ends. */
export async function claimPendingNotifications(
  store: Store,
  claim: ClaimNotifications,
): Promise<PendingNotification[]> {
  const exceptChannels = claim.exceptChannels ?? []
  await groupNotifications(store, { nowMs: claim.nowMs, exceptChannels })
  const claimed = await claimNotifications(store.db, { ...claim, exceptChannels })
  const rows = await withoutOvertaken(store.db, claimed)
  if (rows.length === 0) return []
  const { db, encryption } = store
  const channelIds = [...new Set(rows.flatMap((row) => row.channelId ?? []))]
  const channels = new Map((await findChannels(db, encryption, channelIds)).map((channel) => [channel.id, channel]))
  const accounts = await findVariablesOfAccounts(db, encryption, [...new Set(rows.map((row) => row.accountId))])
  const checks = await loadEffectiveChecks(
    db,
    encryption,
    rows.map((row) => row.checkId),
  )
  const carried = await carriedBy(store, rows, channels, claim.nowMs)
  const pending = async (row: NotificationRow): Promise<PendingNotification> => {
    const check = checks.get(row.checkId)
    const account = accounts.get(row.accountId) ?? []
    const variables = check ? mergedVariables(account, check.group, check.own) : account
    const channel = row.channelId === null ? ownerChannel(row) : (channels.get(row.channelId) ?? null)
    const others = carried.get(row.id) ?? []
    const [links, ...linksOfOthers] = [row, ...others].map((one) => linksOf(store, one, claim.publicUrl))
    const tokens = [links, ...linksOfOthers].flatMap((one) => one?.tokens ?? [])
    const analysis = await analysisOfAlert(store, row, channel)
    return {
      accountId: row.accountId,
      id: row.id,
      leaseToken: row.leaseToken ?? '',
      channel,
      facts: { ...row.facts, ...(analysis && { analysis }) },
      others: others.map(({ id, facts }, index) => ({
        id,
        facts,
        actionLinks: linksOfOthers[index]?.actionLinks ?? null,
      })),
      variables: Object.fromEntries(variables.map((variable) => [variable.key, variable.value])),
      secrets: variables
        .filter((variable) => variable.secret || variable.locked)
        .map((variable) => variable.value)
        .concat(tokens),
      actionLinks: links?.actionLinks ?? null,
      attempt: attemptOf(row),
      isRepeat: row.finishedAt !== null,
    }
  }
  return Promise.all(rows.map(pending))
}

const linksOf = ({ encryption }: Store, { accountId, id, facts }: NotificationRow, publicUrl?: string) =>
  actionLinksOf(encryption, { accountId, id, facts }, publicUrl)

/** The owner's address as a channel of mail, for what goes there because no channel delivered it. */
function ownerChannel({ accountId, fallback, createdAt }: NotificationRow) {
  if (!fallback || fallback.ownerAddress === null) return null
  const flags = { sendRecovery: true, sendFailure: true, sendDegraded: true, sslExpiry: true, autoSubscribe: false }
  const config = { address: fallback.ownerAddress }
  return {
    accountId,
    id: ownerChannelId,
    type: ownerChannelType,
    config,
    ...flags,
    sslExpiryThreshold: 30,
    createdAt,
    updatedAt: null,
    pausedUntil: null,
  }
}

/** The content of each notification, by id. A channel that has become machine-readable gets them one by one instead. */
async function carriedBy(
  { db }: Store,
  rows: readonly NotificationRow[],
  channels: ReadonlyMap<number, ChannelDefinition>,
  nowMs: number,
): Promise<Map<string | null, NotificationRow[]>> {
  const leads = rows.filter(({ id, messageId }) => messageId === id)
  if (leads.length === 0) return new Map()
  const released = leads.filter(({ channelId: id }) => {
    const channel = channels.get(id ?? 0)
    return channel !== undefined && !isReadByPeople(channel.type, channel.config)
  })
  if (released.length > 0) await ungroup(db, released, new Date(nowMs))
  return Map.groupBy(await listGrouped(db, leads), (row) => row.messageId)
}

const attemptOf = (row: NotificationRow): number => row.tries.length + 1

/** Records the outcome of one attempt, the state of its channel, and when the next attempt is due. */
export async function recordTry(
  store: Store,
  notification: PendingNotification,
  delivery: Delivery,
  context: { readonly nowMs: number; readonly policy: BackoffPolicy; readonly fallbackAfterMs: number },
): Promise<void> {
  const repeatAt = repeatTime(notification, context.nowMs)
  if (notification.isRepeat) {
    await recordRepeat(store.db, notification, repeatAt)
    await recordRepeatOutcome(store, notification, delivery, context.nowMs)
    return
  }
  const isOver = delivery.outcome !== 'retry' || !hasTriesLeft(context.policy, notification.attempt)
  const waitMs = Math.max(backoffMs(context.policy, notification.attempt), 1000 * waitOf(delivery))
  const at = new Date(context.nowMs)
  const { accountId } = notification
  const checkIds = await recordDelivery(store.db, {
    accountId,
    id: notification.id,
    leaseToken: notification.leaseToken,
    status: statusOf(delivery, isOver),
    attempt: { at: at.toISOString(), outcome: delivery.outcome, response: delivery.response },
    claimableAt: isOver ? (delivery.outcome === 'sent' ? repeatAt : null) : new Date(context.nowMs + waitMs),
    finishedAt: isOver ? at : null,
    fallbackAfterMs: context.fallbackAfterMs,
  })
  await announceResources(
    store.db,
    checkIds.map((id) => ({ accountId, event: 'alerts', id })),
    at,
  )
}

/** A receiver that cannot be told again is one over which alerts do not arrive. */
async function recordRepeatOutcome(
  { db }: Store,
  { accountId, channel }: PendingNotification,
  { outcome, response }: Delivery,
  nowMs: number,
): Promise<void> {
  if (channel === null) return
  const attempt = { accountId, channelId: channel.id, at: new Date(nowMs), outcome, response, isOver: false }
  await recordRepeatedAttempt(db, attempt)
}

/** When a receiver that forgets has to be told again; null for others, and for recoveries. */
function repeatTime({ channel, facts }: PendingNotification, nowMs: number): Date | null {
  const seconds = channel === null ? null : repeatSeconds(channel.type)
  if (seconds === null || facts.alertType.endsWith('RECOVERY') || facts.drillId) return null
  return new Date(nowMs + 1000 * seconds)
}

/** A receiver that was asked too often stays the reason, while waiting for the next try and when given up. */
function statusOf(delivery: Delivery, isOver: boolean): NotificationStatus {
  if (delivery.outcome === 'sent') return 'SUCCESS'
  if (delivery.outcome === 'retry' && delivery.isRateLimited) return 'RATE_LIMITED'
  return isOver ? 'FAILURE' : 'IN_PROGRESS'
}

const waitOf = (delivery: Delivery): number => (delivery.outcome === 'retry' ? (delivery.retryAfterSeconds ?? 0) : 0)
