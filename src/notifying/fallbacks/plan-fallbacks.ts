import { chooseFallback, ownerChannelId } from '#alerting'
import type { FallbackChoice } from '#alerting'
import { isReachableAddress, ownerChannelType } from '#contract'
import { dayMs, minuteMs, timeOrderedId } from '#kernel'
import { announceResources } from '#storage/accounts'
import {
  findOwnerAddress,
  insertFallback,
  listFallbackAccounts,
  listFallbackChannels,
  lockDueFallbacks,
  lockFallbacksOfAccount,
  settleFallbacks,
  claimFallbackTurn,
} from '#storage/alerts'
import { notify } from '#storage/database'
import type { FallbackChannel, NotificationRow, SubscribedChannel } from '#storage/alerts'
import type { Queryable, Store } from '#storage/database'
import { fallbackCandidates } from './fallback-candidates.ts'
import { fallbackMessage, leadOf } from './fallback-message.ts'
import { undeliveredAlerts } from './undelivered-alerts.ts'
import type { UndeliveredAlerts } from './undelivered-alerts.ts'

export interface FallbackContext {
  readonly nowMs: number
  /** Whether the service can send mail. */
  readonly canMail: boolean
}

/** An account gets at most one fallback message in this time. */
const spacingMs = minuteMs
/** How soon to check again when no fallback is available. */
const recheckFallbackMs = 10 * minuteMs
const givenUpMs = dayMs
const maxAlerts = 2_000
const maxChannels = 200

/**
 * Plans fallbacks for alerts that their channels have not delivered: one message for all alerts of an account, without
 * those that are obsolete or silenced by now. Each account is one transaction, so that an alert has one fallback at a
 * time. Returns the number of accounts processed.
 */
export async function planFallbacks(store: Store, context: FallbackContext, limit: number): Promise<number> {
  const accountIds = await listFallbackAccounts(store.db, new Date(context.nowMs), limit)
  for (const accountId of accountIds) await store.db.transaction((tx) => planFallback(tx, store, accountId, context))
  return accountIds.length
}

async function planFallback(tx: Queryable, store: Store, accountId: string, context: FallbackContext): Promise<void> {
  const now = new Date(context.nowMs)
  // Locked before the alerts: otherwise two processes could each take some of them, and the account get two messages.
  await lockFallbacksOfAccount(tx, accountId)
  const due = await lockDueFallbacks(tx, accountId, now, maxAlerts)
  if (due.length === 0) return
  const channels = await listFallbackChannels(tx, store.encryption, accountId, maxChannels)
  const alertBatch = { encryption: store.encryption, nowMs: context.nowMs, publicUrl: '' }
  const alerts = await undeliveredAlerts(tx, { accountId, rows: due }, channels, alertBatch)
  await settleAll(tx, { accountId, due, alerts })
  if (alerts.rows.length === 0) return
  const pending = { accountId, due: stillPending(due, alerts), alerts, channels }
  const until = await claimFallbackTurn(tx, accountId, { now, spacingMs })
  if (until !== null) return postpone(tx, pending, pending.due, until)
  const choice = await chooseRoute(tx, pending, context)
  if (choice === null) return waitForAnother(tx, pending, context.nowMs)
  const row = fallbackRow(pending, choice, now)
  await insertFallback(tx, row)
  await announceResources(tx, [{ accountId, event: 'alerts', id: row.checkId }], now)
  const ids = [...new Set([...pending.due, ...alerts.rows].map(({ id }) => id))]
  await settleFallbacks(tx, accountId, ids, { dueAt: null, fallbackId: row.id })
  await notify(tx, 'notifications')
}

/** Ends the fallbacks of dropped alerts, and postpones those of silenced alerts. */
async function settleAll(
  tx: Queryable,
  { accountId, due, alerts }: { accountId: string; due: readonly NotificationRow[]; alerts: UndeliveredAlerts },
): Promise<void> {
  const left = new Set(stillPending(due, alerts))
  const over = due.filter((row) => !left.has(row)).map(({ id }) => id)
  await settleFallbacks(tx, accountId, [...over, ...alerts.dropped], { dueAt: null, fallbackId: null })
  for (const [recheckAtMs, ids] of alerts.waiting)
    await settleFallbacks(tx, accountId, ids, { dueAt: new Date(recheckAtMs), fallbackId: null })
}

/** The due rows for the alerts to be sent now: the alerts themselves, or the fallbacks that failed to deliver them. */
function stillPending(due: readonly NotificationRow[], { rows }: UndeliveredAlerts): NotificationRow[] {
  const pendingIds = new Set(
    rows.flatMap(({ id, fallbackId: carrier }) => [id, ...(carrier === null ? [] : [carrier])]),
  )
  return due.filter(({ id }) => pendingIds.has(id))
}

const postpone = async (
  tx: Queryable,
  pending: PendingFallbacks,
  rows: readonly NotificationRow[],
  dueAt: Date | null,
) => {
  for (const [carrier, some] of Map.groupBy(rows, (row) => row.fallbackId)) {
    const ids = some.map(({ id }) => id)
    await settleFallbacks(tx, pending.accountId, ids, { dueAt, fallbackId: carrier })
  }
}

interface PendingFallbacks {
  readonly accountId: string
  /** Alerts that are due, and fallbacks that failed. */
  readonly due: readonly NotificationRow[]
  /** The alerts they contain. */
  readonly alerts: UndeliveredAlerts
  readonly channels: readonly FallbackChannel[]
}

/** The channels of the alerts, or those already tried as fallbacks. */
const failedChannels = ({ due, channels }: PendingFallbacks): FallbackChannel[] => {
  const ids = new Set(triedBefore(due))
  return channels.filter(({ id }) => ids.has(id))
}

const triedBefore = (rows: readonly NotificationRow[]): number[] => [
  ...new Set(rows.flatMap(({ channelId, fallback }) => fallback?.tried ?? (channelId === null ? [] : [channelId]))),
]

/** No fallback is available: checks again later, and gives up after a day. */
async function waitForAnother(tx: Queryable, pending: PendingFallbacks, nowMs: number): Promise<void> {
  const isExpired = (row: NotificationRow): boolean => nowMs - sinceOf(row) > givenUpMs
  const waiting = pending.due.filter((row) => !isExpired(row))
  await postpone(tx, pending, waiting, new Date(nowMs + recheckFallbackMs))
  await postpone(tx, pending, pending.due.filter(isExpired), null)
}

const sinceOf = (row: NotificationRow): number =>
  row.fallback === null ? row.createdAt.getTime() : Date.parse(row.fallback.since)

/** After a while, channels that were tried before and work again are tried again. */
async function chooseRoute(
  tx: Queryable,
  pending: PendingFallbacks,
  context: FallbackContext,
): Promise<FallbackChoice | null> {
  const address = context.canMail ? await findOwnerAddress(tx, pending.accountId) : null
  const facts = {
    channels: candidatesOf(pending, context.nowMs),
    ownerAddress: address !== null && isReachableAddress(address) ? address : null,
    failedTypes: failedChannels(pending).map(({ type }) => type),
  }
  const choice = chooseFallback({ ...facts, tried: triedBefore(pending.due) })
  const hasWaited = pending.due.some((row) => context.nowMs - row.createdAt.getTime() > recheckFallbackMs)
  if (choice !== null || !hasWaited) return choice
  return chooseFallback({ ...facts, channels: facts.channels.filter(({ state }) => state === 'OK'), tried: [] })
}

function candidatesOf({ alerts: { rows, alertBatch }, channels }: PendingFallbacks, nowMs: number) {
  const subscriptionsOf = (checkId: string): SubscribedChannel[] => {
    const effective = alertBatch.checks.get(checkId)
    return effective === undefined ? [] : alertBatch.channelsOf(effective)
  }
  const checkIds = [...new Set(rows.map((row) => row.checkId))]
  const ofLead = subscriptionsOf(leadOf(rows).checkId)
  return fallbackCandidates(channels, { nowMs, subscriptions: checkIds.map(subscriptionsOf), ofLead })
}

function fallbackRow(pending: PendingFallbacks, choice: FallbackChoice, now: Date) {
  const isOwner = 'ownerAddress' in choice
  const undelivered = { rows: pending.alerts.rows, channels: failedChannels(pending), isToOwner: isOwner }
  const { lead, facts } = fallbackMessage(undelivered)
  const channelId = isOwner ? null : choice.channelId
  return {
    accountId: pending.accountId,
    id: timeOrderedId(now.getTime()),
    checkId: lead.checkId,
    checkType: lead.checkType,
    checkAlertId: lead.checkAlertId,
    checkResultId: lead.checkResultId,
    channelId,
    channelType: isOwner ? ownerChannelType : (pending.channels.find(({ id }) => id === channelId)?.type ?? null),
    status: 'IN_PROGRESS' as const,
    silence: null,
    facts,
    claimableAt: now,
    createdAt: now,
    isGroupable: false,
    fallback: {
      ownerAddress: isOwner ? choice.ownerAddress : null,
      tried: [...triedBefore(pending.due), channelId ?? ownerChannelId],
      since: new Date(Math.min(...pending.due.map(sinceOf))).toISOString(),
    },
  }
}
