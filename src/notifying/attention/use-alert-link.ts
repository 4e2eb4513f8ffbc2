import type { AlertState } from '#alerting'
import { dayMs, minuteMs } from '#kernel'
import { findAlertLinkUses, findCheckName, findLinkedNotification, insertAlertLinkUse } from '#storage/alerts'
import { AuditRecord } from '#storage/audit'
import { findCheckState, lockCheckState } from '#storage/checks'
import type { AlertLinkUse, LinkedNotificationRow } from '#storage/alerts'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { alertStateOf } from '../states/alert-state-of.ts'
import { acknowledgeWithin } from './acknowledge-check.ts'
import { notificationOfToken } from './alert-link-token.ts'
import type { ActingUser } from './locked-alert-state.ts'
import { muteWithin, snoozeWithin } from './silence-check.ts'

const validMs = 7 * dayMs

/** The actions of a link's page; for how many minutes, where that applies. */
export const alertLinkActions = {
  acknowledge: { action: 'acknowledge', minutes: 0 },
  'snooze-60': { action: 'snooze', minutes: 60 },
  'snooze-240': { action: 'snooze', minutes: 240 },
  'snooze-1440': { action: 'snooze', minutes: 1440 },
  'mute-1440': { action: 'mute', minutes: 1440 },
} as const
export type AlertLinkAction = keyof typeof alertLinkActions
export type AlertLinkKind = (typeof alertLinkActions)[AlertLinkAction]['action']

/** The current state of the alert of a link. */
export interface AlertLinkView {
  readonly checkName: string
  /** Of the episode the link was sent for; `over` when the check has recovered since. */
  readonly status: 'failing' | 'degraded' | 'over'
  /** ISO 8601. */
  readonly since: string
  readonly acknowledgement: AlertState['acknowledgement'] | null
  /** The actions taken with this link. */
  readonly uses: readonly AlertLinkUse[]
}

/** Null for an invalid link, and for one to a check that was deleted. */
export type AlertLink = { readonly state: 'expired' } | { readonly state: 'open'; readonly view: AlertLinkView } | null

/** The outcome of an action. */
export type AlertLinkOutcome =
  | Exclude<AlertLink, { readonly state: 'open' }>
  | { readonly state: 'done' | 'over'; readonly view: AlertLinkView }
  | { readonly state: 'already'; readonly by: string; readonly at: Date; readonly view: AlertLinkView }

/** Reads the alert of a link and changes nothing: mail scanners open links. */
export const readAlertLink = (store: Store, token: string, nowMs: number): Promise<AlertLink> =>
  store.db.transaction(async (tx) => {
    const found = await findLink(tx, store, { token, findState: findCheckState }, nowMs)
    return found === null || found === 'expired'
      ? found && { state: 'expired' }
      : { state: 'open', view: await viewOf(tx, found) }
  })

export interface AlertLinkPress {
  readonly token: string
  readonly action: AlertLinkAction
  /** Where the request came from, for the audit log. */
  readonly visitor: { readonly address: string; readonly userAgent: string }
}

/**
 * Performs an action, once for each kind of action; a second time it returns who did it when. Does nothing when the
 * episode that the link was sent for is over. The audit log says that the link did it.
 */
export async function useAlertLink(store: Store, press: AlertLinkPress, nowMs: number): Promise<AlertLinkOutcome> {
  const named = notificationOfToken(store.encryption, press.token)
  const sent = named && (await findLinkedNotification(store.db, named.accountId, named.id))
  return sent && pressWithin(recordOf(sent, press, nowMs).of(store), press, nowMs)
}

/** The operations of the interface that do the same. */
const operations = { acknowledge: 'acknowledgeCheck', snooze: 'snoozeCheck', mute: 'muteCheck' } as const

const recordOf = (sent: LinkedNotificationRow, { action, visitor }: AlertLinkPress, nowMs: number): AuditRecord =>
  new AuditRecord({
    ...visitor,
    operation: operations[alertLinkActions[action].action],
    actor: { type: 'VISITOR', id: null, userId: null, name: senderOf(sent) },
    accountId: null,
    subject: { type: 'CHECK', id: sent.checkId },
    now: () => new Date(nowMs),
  })

const pressWithin = (store: Store, { token, action: name }: AlertLinkPress, nowMs: number): Promise<AlertLinkOutcome> =>
  store.db.transaction(async (tx) => {
    // The lock puts two simultaneous uses of a link in order.
    const found = await findLink(tx, store, { token, findState: lockCheckState }, nowMs)
    if (found === null || found === 'expired') return found && { state: 'expired' }
    const { action } = alertLinkActions[name]
    const used = (await findAlertLinkUses(tx, found.notification)).find((use) => use.action === action)
    if (used) return { state: 'already', by: used.usedBy, at: used.usedAt, view: await viewOf(tx, found) }
    if (!isRunning(found)) return { state: 'over', view: await viewOf(tx, found) }
    const by = senderOf(found.notification)
    const actingUser = { accountId: found.notification.accountId, by, nowMs }
    await insertAlertLinkUse(tx, found.notification, { action, usedAt: new Date(nowMs), usedBy: by })
    const done = await act(tx, actingUser, found.notification.checkId, name)
    const view = await viewOf(tx, { ...found, row: (await findStateOf(tx, found.notification)) ?? found.row })
    return done === null ? { state: 'done', view } : { state: 'already', ...done, view }
  })

/** Returns who had acknowledged it before; null when no one had. */
async function act(
  tx: Queryable,
  actingUser: ActingUser,
  checkId: string,
  name: AlertLinkAction,
): Promise<{ readonly by: string; readonly at: Date } | null> {
  const { action, minutes } = alertLinkActions[name]
  const until = new Date(actingUser.nowMs + minutes * minuteMs)
  if (action === 'snooze') await snoozeWithin(tx, actingUser, checkId, until)
  if (action === 'mute') await muteWithin(tx, actingUser, checkId, until)
  if (action !== 'acknowledge') return null
  const { by, atMs } = await acknowledgeWithin(tx, actingUser, { checkId, note: null })
  return by === actingUser.by && atMs === actingUser.nowMs ? null : { by, at: new Date(atMs) }
}

interface FoundLink {
  readonly notification: LinkedNotificationRow
  readonly row: CheckStateRow
  readonly checkName: string
}

async function findLink(
  tx: Queryable,
  { encryption }: Store,
  { token, findState }: { readonly token: string; readonly findState: typeof findCheckState },
  nowMs: number,
): Promise<FoundLink | 'expired' | null> {
  const named = notificationOfToken(encryption, token)
  const notification = named && (await findLinkedNotification(tx, named.accountId, named.id))
  if (!notification) return null
  if (notification.createdAt.getTime() + validMs <= nowMs) return 'expired'
  const row = await findState(tx, notification.accountId, notification.checkId)
  const checkName = await findCheckName(tx, notification.accountId, notification.checkId)
  return row === null || checkName === null ? null : { notification, row, checkName }
}

const findStateOf = (tx: Queryable, { accountId, checkId }: LinkedNotificationRow) =>
  findCheckState(tx, accountId, checkId)

function isRunning({ notification, row }: FoundLink): boolean {
  const { status, problemSince } = alertStateOf(row)
  const since = Date.parse(notification.facts.failingSince ?? '')
  return status !== 'passing' && problemSince === since
}

async function viewOf(tx: Queryable, found: FoundLink): Promise<AlertLinkView> {
  const { status, acknowledgement } = alertStateOf(found.row)
  const isOver = !isRunning(found) || status === 'passing'
  return {
    checkName: found.checkName,
    status: isOver ? 'over' : status,
    since: found.notification.facts.failingSince ?? found.notification.createdAt.toISOString(),
    acknowledgement: isOver ? null : (acknowledgement ?? null),
    uses: await findAlertLinkUses(tx, found.notification),
  }
}

/** The user of a link is unknown; the channel it was sent over is known. */
const senderOf = ({ channelType: type, channelId: id }: LinkedNotificationRow): string =>
  `a link sent over the ${type ?? 'deleted'} channel ${id ?? ''}`.trimEnd()
