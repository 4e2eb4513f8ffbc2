import { chooseFallback, ownerTried } from '#alerting'
import type { FallbackChoice } from '#alerting'
import { isReachableAddress } from '#contract'
import { dayMs, minuteMs, timeOrderedId } from '#kernel'
import {
  dropCoveredFallbacks,
  findOwnerAddress,
  insertFallback,
  listFallbackAccounts,
  listFallbackChannels,
  lockDueFallbacks,
  notify,
  settleFallbacks,
  takeFallbackTurn,
} from '#storage'
import type { FallbackChannel, NotificationRow, Queryable, Store } from '#storage'
import { fallbackMessage } from './fallback-message.ts'

export interface FallbackContext {
  readonly nowMs: number
  /** Whether the service can send mail. */
  readonly canMail: boolean
}

/** An account gets at most one message about what was not delivered in this time. */
const spacingMs = minuteMs
/** How soon to look again where there is no other way now. */
const nobodyMs = 10 * minuteMs
const givenUpMs = dayMs
const mostAlerts = 2_000
const mostChannels = 200

/**
 * Sends alerts another way whose channels have not delivered them: one message for all of an account, unless somebody
 * was notified of their checks by now. Each account is one transaction, so that an alert is on another way once. Returns
 * how many accounts it looked at.
 */
export async function planFallbacks(store: Store, context: FallbackContext, limit: number): Promise<number> {
  const accountIds = await listFallbackAccounts(store.db, new Date(context.nowMs), limit)
  for (const accountId of accountIds) await store.db.transaction((tx) => planFallback(tx, store, accountId, context))
  return accountIds.length
}

async function planFallback(tx: Queryable, store: Store, accountId: string, context: FallbackContext): Promise<void> {
  const now = new Date(context.nowMs)
  await dropCoveredFallbacks(tx, accountId, now)
  const rows = await lockDueFallbacks(tx, accountId, now, mostAlerts)
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  const until = await takeFallbackTurn(tx, accountId, { now, spacingMs })
  if (until !== null) return void (await settleFallbacks(tx, accountId, ids, { dueAt: until, fallbackId: null }))
  const channels = await listFallbackChannels(tx, store.seal, accountId, mostChannels)
  const owed = { accountId, rows, channels }
  const choice = await chooseWay(tx, owed, context)
  if (choice === null) return waitForAnother(tx, owed, context.nowMs)
  const row = fallbackRow(owed, choice, now)
  await insertFallback(tx, row)
  await settleFallbacks(tx, accountId, ids, { dueAt: null, fallbackId: row.id })
  await notify(tx, 'notifications')
}

interface Owed {
  readonly accountId: string
  readonly rows: readonly NotificationRow[]
  readonly channels: readonly FallbackChannel[]
}

/** The channels the alerts belong to, or what they were tried over before. */
const failedChannels = ({ rows, channels }: Owed): FallbackChannel[] => {
  const ids = triedBefore(rows)
  return channels.filter(({ id }) => ids.includes(id))
}

const triedBefore = (rows: readonly NotificationRow[]): number[] => [
  ...new Set(rows.flatMap(({ channel_id, fallback }) => fallback?.tried ?? (channel_id === null ? [] : [channel_id]))),
]

/** Nobody can be reached now: looks again later, and gives up after a day. */
async function waitForAnother(tx: Queryable, { accountId, rows }: Owed, nowMs: number): Promise<void> {
  const isStale = (row: NotificationRow): boolean => nowMs - sinceOf(row) > givenUpMs
  const idsOf = (some: readonly NotificationRow[]): string[] => some.map((row) => row.id)
  const dueAt = new Date(nowMs + nobodyMs)
  const waiting = rows.filter((row) => !isStale(row))
  await settleFallbacks(tx, accountId, idsOf(waiting), { dueAt, fallbackId: null })
  await settleFallbacks(tx, accountId, idsOf(rows.filter(isStale)), { dueAt: null, fallbackId: null })
}

const sinceOf = (row: NotificationRow): number =>
  row.fallback === null ? row.created_at.getTime() : Date.parse(row.fallback.since)

/** What was tried before is tried once more after a while: it may be there again. */
async function chooseWay(tx: Queryable, owed: Owed, context: FallbackContext): Promise<FallbackChoice | null> {
  const address = context.canMail ? await findOwnerAddress(tx, owed.accountId) : null
  const facts = {
    channels: owed.channels,
    ownerAddress: address !== null && isReachableAddress(address) ? address : null,
    failedTypes: failedChannels(owed).map(({ type }) => type),
  }
  const choice = chooseFallback({ ...facts, tried: triedBefore(owed.rows) })
  const hasWaited = owed.rows.some((row) => context.nowMs - row.created_at.getTime() > nobodyMs)
  if (choice !== null || !hasWaited) return choice
  return chooseFallback({ ...facts, channels: owed.channels.filter(({ state }) => state === 'OK'), tried: [] })
}

function fallbackRow(owed: Owed, choice: FallbackChoice, now: Date) {
  const { lead, facts } = fallbackMessage({ rows: owed.rows, channels: failedChannels(owed) })
  const isOwner = 'ownerAddress' in choice
  const channelId = isOwner ? null : choice.channelId
  return {
    account_id: owed.accountId,
    id: timeOrderedId(now.getTime()),
    check_id: lead.check_id,
    check_type: lead.check_type,
    check_alert_id: lead.check_alert_id,
    check_result_id: lead.check_result_id,
    channel_id: channelId,
    channel_type: isOwner ? 'EMAIL' : (owed.channels.find(({ id }) => id === channelId)?.type ?? null),
    status: 'IN_PROGRESS' as const,
    silence: null,
    facts,
    available_at: now,
    created_at: now,
    is_groupable: false,
    fallback: {
      ownerAddress: isOwner ? choice.ownerAddress : null,
      tried: [...triedBefore(owed.rows), channelId ?? ownerTried],
      since: new Date(Math.min(...owed.rows.map(sinceOf))).toISOString(),
    },
  }
}
