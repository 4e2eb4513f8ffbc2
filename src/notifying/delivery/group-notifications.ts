import { burstMs, decideMessages, maxGroupSize } from '#alerting'
import type { DueNotification, MessageDecision } from '#alerting'
import { beginBursts, channelsToGroup, listUndecided, lockBursts, saveDecided } from '#storage/alerts'
import type { ChannelBurst, DecidedNotification, UndecidedNotification } from '#storage/alerts'
import type { Queryable, Store } from '#storage/database'

interface OwnedNotification extends DueNotification {
  readonly accountId: string
}
type Decision = MessageDecision<OwnedNotification>

export interface GroupContext {
  readonly nowMs: number
  readonly exceptChannels: readonly number[]
}

/**
 * Decides for notifications that people read which message they go out in, channel by channel and one process at a time.
 * Looks at what is due and undecided only. What this decides outlives a crash.
 */
export async function groupNotifications({ db }: Store, { nowMs, exceptChannels }: GroupContext): Promise<void> {
  const due = { now: new Date(nowMs), burstEnd: new Date(nowMs + burstMs) }
  const channelIds = await channelsToGroup(db, due, exceptChannels)
  if (channelIds.length === 0) return
  await db.transaction(async (tx) => {
    const bursts = await lockBursts(tx, channelIds)
    const ids = bursts.map(({ id }) => id)
    // Read after the lock, so that it shows what the process before has decided.
    const rows = await listUndecided(tx, ids, due, maxGroupSize)
    await decideAll(tx, bursts, rows, nowMs)
  })
}

async function decideAll(
  tx: Queryable,
  bursts: readonly ChannelBurst[],
  rows: readonly UndecidedNotification[],
  nowMs: number,
): Promise<void> {
  const byChannel = Map.groupBy(rows, (row) => row.channelId)
  const decided = bursts.map((burst) => decideChannel(burst, byChannel.get(burst.id) ?? [], nowMs))
  const decisions = decided.flatMap((one) => one.decisions)
  const started = decided.flatMap((one) => one.started)
  if (decisions.length > 0) await saveDecided(tx, decisions)
  if (started.length > 0) await beginBursts(tx, started, new Date(nowMs + burstMs))
}

interface Decided {
  readonly decisions: readonly DecidedNotification[]
  /** The channel, when a burst of it begins. */
  readonly started: readonly number[]
}

function decideChannel(burst: ChannelBurst, rows: readonly UndecidedNotification[], nowMs: number): Decided {
  const due = rows.map((row) => ({ id: row.id, hasWaited: row.hasWaited, accountId: row.accountId }))
  const burstUntilMs = burst.burstUntil === null ? null : burst.burstUntil.getTime()
  const { decisions, beginsBurst } = decideMessages(due, burstUntilMs, nowMs)
  return { decisions: decisions.map((item) => decidedRow(item, nowMs)), started: beginsBurst ? [burst.id] : [] }
}

/** The notification that carries a message is due at once, and so are those it contains. */
function decidedRow({ notification, messageId, untilMs }: Decision, nowMs: number): DecidedNotification {
  const row = { accountId: notification.accountId, id: notification.id, messageId }
  if (untilMs !== null) return { ...row, claimableAt: new Date(untilMs) }
  return { ...row, claimableAt: messageId === notification.id ? new Date(nowMs) : null }
}
