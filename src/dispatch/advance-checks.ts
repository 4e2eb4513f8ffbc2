import type { AlertFacts, AlertSettings, AlertType } from '#contract'
import { defaultAlertSettings, locationName } from '#contract'
import { timeOrderedId } from '#kernel'
import {
  advance,
  alertTitle,
  effectiveAlertSettings,
  initialAlertState,
  nextReminderAt,
  plan,
  sslAlertEvent,
  sslAlertsDue,
} from '#alerting'
import type { AlertEvent, AlertState, SslToldByChannel, Subscription, TickSummary } from '#alerting'
import {
  findAccounts,
  insertCheckAlerts,
  insertNotifications,
  listSubscribedChannels,
  lockCheckStates,
  notify,
  saveCheckStates,
} from '#storage'
import type { CheckAlertRow, CheckStateRow, NewNotification, Queryable, SubscribedChannel } from '#storage'
import type { Seal } from '#kernel'
import { loadEffectiveChecks } from './effective-checks.ts'
import type { EffectiveCheck } from './effective-checks.ts'

/** The result an alert speaks of: a failing one when there is one. */
export interface TellingResult {
  readonly id: string | null
  readonly location: string | null
  readonly responseTimeMs: number
  readonly error: string | null
  readonly statusCode: number | null
  readonly statusText: string | null
  readonly startedAt: Date
}

/** A tick that is over: of a session, or a ping or missed ping of a heartbeat. */
export interface FinishedTick {
  readonly checkId: string
  /** Orders the ticks of one check; an older one never moves the state again. */
  readonly tickId: string
  readonly summary: TickSummary
  readonly hasErrors: boolean
  readonly isParallel: boolean
  readonly result: TellingResult
  /** Days until the target's certificate expires, when the run saw one. */
  readonly sslDaysRemaining: number | null
  readonly sslDomain: string | null
}

export interface AdvanceContext {
  readonly seal: Seal
  readonly nowMs: number
  readonly publicUrl: string
  /** Changes the alert settings of these ticks; heartbeats alert by count whatever their settings say. */
  readonly adjustSettings?: (settings: AlertSettings) => AlertSettings
}

interface Surroundings {
  readonly checks: ReadonlyMap<string, EffectiveCheck>
  readonly accountSettings: ReadonlyMap<string, AlertSettings>
  readonly subscriptions: readonly SubscribedChannel[]
}

interface Outbox {
  readonly alerts: CheckAlertRow[]
  readonly notifications: NewNotification[]
}

/** Certificates further away than the largest threshold need no look at the channels. */
const largestSslThreshold = 30

/**
 * Moves the state of checks over their finished ticks and writes down who must hear of it, in the transaction of the
 * results: an alert is planned exactly once, and never lost with a result.
 */
export async function advanceChecks(
  tx: Queryable,
  ticks: readonly FinishedTick[],
  context: AdvanceContext,
): Promise<void> {
  if (ticks.length === 0) return
  const ordered = ticks.toSorted((a, b) => (a.tickId < b.tickId ? -1 : 1))
  const rows = await lockCheckStates(tx, [...new Set(ordered.map((tick) => tick.checkId))])
  const states = new Map(rows.map((row) => [row.check_id, row]))
  const concerned = ordered.filter((tick) => needsSurroundings(states.get(tick.checkId), tick))
  const surroundings = await loadSurroundings(tx, concerned, context.seal)
  const outbox: Outbox = { alerts: [], notifications: [] }
  for (const tick of ordered) {
    const state = states.get(tick.checkId)
    if (!state || isOlder(tick, state)) continue
    states.set(tick.checkId, advanceCheck(state, tick, surroundings, outbox, context))
  }
  await saveCheckStates(tx, [...states.values()])
  await insertCheckAlerts(tx, outbox.alerts)
  await insertNotifications(tx, outbox.notifications)
  if (outbox.notifications.some((notification) => notification.available_at !== null)) await notify(tx, 'notifications')
}

const same = (settings: AlertSettings): AlertSettings => settings

const isOlder = (tick: FinishedTick, state: CheckStateRow): boolean =>
  state.last_session_id !== null && tick.tickId <= state.last_session_id

const alertStateOf = (row: CheckStateRow): AlertState => (row.alert_state as AlertState | null) ?? initialAlertState

/** A pass after a pass tells nobody, so nothing about the check has to be read. */
function needsSurroundings(state: CheckStateRow | undefined, tick: FinishedTick): boolean {
  if (!state) return false
  const isQuiet = tick.summary.outcome === 'passed' && alertStateOf(state).status === 'passing'
  const isCertificateNear = tick.sslDaysRemaining !== null && tick.sslDaysRemaining <= largestSslThreshold
  return !isQuiet || isCertificateNear || Object.keys(state.ssl_told).length > 0
}

async function loadSurroundings(tx: Queryable, ticks: readonly FinishedTick[], seal: Seal): Promise<Surroundings> {
  if (ticks.length === 0) return { checks: new Map(), accountSettings: new Map(), subscriptions: [] }
  const checks = await loadEffectiveChecks(
    tx,
    seal,
    ticks.map((tick) => tick.checkId),
  )
  const all = [...checks.values()]
  const accountIds = [...new Set(all.map(({ own }) => own.accountId))]
  const accounts = await findAccounts(tx, accountIds)
  const subscriptions = await listSubscribedChannels(
    tx,
    accountIds,
    all.map(({ own }) => own.id),
    all.flatMap(({ group }) => group?.id ?? []),
  )
  return {
    checks,
    accountSettings: new Map(accounts.map((account) => [account.id, account.alert_settings])),
    subscriptions,
  }
}

function advanceCheck(
  row: CheckStateRow,
  tick: FinishedTick,
  surroundings: Surroundings,
  outbox: Outbox,
  context: AdvanceContext,
): CheckStateRow {
  const effective = surroundings.checks.get(tick.checkId)
  const alertId = timeOrderedId(context.nowMs)
  const settings = (context.adjustSettings ?? same)(
    effective ? alertSettingsOf(effective, surroundings) : defaultAlertSettings,
  )
  const before = alertStateOf(row)
  const { state, event } = advance(before, {
    ...tick.summary,
    isParallel: tick.isParallel,
    atMs: context.nowMs,
    settings,
    eventId: alertId,
  })
  if (effective && isWorthWriting(event)) tell({ effective, tick, event, alertId }, surroundings, outbox, context)
  return {
    ...row,
    status: event.to,
    has_errors: tick.hasErrors,
    ...durations(row, tick.result.responseTimeMs),
    last_run_location: tick.result.location ?? row.last_run_location,
    last_result_id: tick.result.id ?? row.last_result_id,
    last_response_time_ms: tick.result.responseTimeMs,
    ssl_days_remaining: tick.sslDaysRemaining ?? row.ssl_days_remaining,
    ssl_told: effective ? tellCertificate(row, tick, effective, surroundings, outbox, context) : row.ssl_told,
    alert_state: state === before ? row.alert_state : { ...state },
    last_session_id: tick.tickId,
    reminder_at: reminderDate(state),
    updated_at: new Date(context.nowMs),
  }
}

export const reminderDate = (state: AlertState): Date | null => {
  const at = nextReminderAt(state)
  return at === null ? null : new Date(at)
}

const durations = (row: CheckStateRow, responseTimeMs: number) => ({
  longest_run_ms: Math.max(row.longest_run_ms ?? responseTimeMs, responseTimeMs),
  shortest_run_ms: Math.min(row.shortest_run_ms ?? responseTimeMs, responseTimeMs),
})

/** A stay in a state that tells nobody is not written down at every tick; a change of state always is. */
const isWorthWriting = (event: AlertEvent): boolean => event.isAlert || (event.kind !== null && event.from !== event.to)

export function alertSettingsOf(
  effective: EffectiveCheck,
  surroundings: Pick<Surroundings, 'accountSettings'>,
): AlertSettings {
  const { own, group } = effective
  return effectiveAlertSettings({
    account: surroundings.accountSettings.get(own.accountId) ?? defaultAlertSettings,
    check: own.settings,
    group: group && {
      version: group.generation,
      useGlobalAlertSettings: group.settings.useGlobalAlertSettings,
      alertSettings: group.settings.alertSettings,
    },
  })
}

interface Telling {
  readonly effective: EffectiveCheck
  readonly tick: FinishedTick
  readonly event: AlertEvent
  readonly alertId: string
  readonly reminderSequence?: number
  /** Only these channels, for certificate alerts. */
  readonly channelIds?: readonly number[]
}

function tell(telling: Telling, surroundings: Surroundings, outbox: Outbox, context: AdvanceContext): void {
  const { effective, tick, event, alertId } = telling
  const { own, group } = effective
  const channels = surroundings.subscriptions.filter(
    (item) =>
      (item.check_id === own.id || (group !== null && item.group_id === group.id)) &&
      (!telling.channelIds || telling.channelIds.includes(item.channel_id)),
  )
  const planned = plan({
    event,
    check: { muted: own.muted },
    group: group && { muted: group.muted },
    subscriptions: channels.map(subscriptionOf),
  })
  const facts = factsOf(telling, context)
  const types = new Map(channels.map((channel) => [channel.channel_id, channel.type]))
  const now = new Date(context.nowMs)
  if (event.isAlert) outbox.alerts.push(alertRow(telling, now))
  for (const item of planned)
    outbox.notifications.push({
      account_id: own.accountId,
      id: timeOrderedId(context.nowMs),
      check_id: own.id,
      check_type: own.checkType,
      check_alert_id: event.isAlert ? alertId : null,
      check_result_id: tick.result.id,
      channel_id: item.channelId,
      channel_type: item.channelId === null ? null : (types.get(item.channelId) ?? null),
      status: item.silence === null ? 'IN_PROGRESS' : 'SILENCED',
      silence: item.silence,
      facts,
      available_at: item.silence === null ? now : null,
      created_at: now,
    })
}

const subscriptionOf = (item: SubscribedChannel): Subscription => ({
  channelId: item.channel_id,
  level: item.check_id === null ? 'group' : 'check',
  activated: item.activated,
  flags: {
    sendFailure: item.send_failure,
    sendDegraded: item.send_degraded,
    sendRecovery: item.send_recovery,
    sslExpiry: item.ssl_expiry,
    sslExpiryThreshold: item.ssl_expiry_threshold,
  },
})

const alertRow = ({ effective, tick, event, alertId }: Telling, now: Date): CheckAlertRow => ({
  account_id: effective.own.accountId,
  id: alertId,
  check_id: effective.own.id,
  check_name: effective.own.name,
  check_type: effective.own.checkType,
  alert_type: event.type,
  run_location: tick.result.location,
  response_time_ms: tick.result.responseTimeMs,
  status_code: tick.result.statusCode,
  error: tick.result.error,
  check_result_id: tick.result.id,
  started_at: tick.result.startedAt,
  created_at: now,
})

function factsOf({ effective, tick, event, reminderSequence = 0 }: Telling, context: AdvanceContext): AlertFacts {
  const { own, check, group } = effective
  const { result } = tick
  const isSsl = event.type === 'ALERT_SSL'
  return {
    alertType: event.type,
    alertTitle: titleOf(event.type, own.name, { tick, isReminder: reminderSequence > 0 }),
    checkId: own.id,
    checkName: own.name,
    checkType: own.checkType,
    checkDescription: own.settings.description ?? '',
    checkResultId: result.id,
    resultLink: `${context.publicUrl}/checks/${own.id}${result.id === null ? '' : `/results/${result.id}`}`,
    checkErrorMessage: result.error ?? '',
    groupName: group?.name ?? '',
    region: result.location ?? '',
    runLocation: result.location === null ? '' : locationName(result.location),
    responseTimeMs: Math.round(result.responseTimeMs),
    startedAt: result.startedAt.toISOString(),
    tags: check.tags,
    responseStatusCode: result.statusCode,
    responseStatusText: result.statusText,
    sslDaysRemaining: isSsl ? tick.sslDaysRemaining : null,
    sslCheckDomain: isSsl ? tick.sslDomain : null,
    isReminder: reminderSequence > 0,
    reminderSequence,
  }
}

const titleOf = (type: AlertType, name: string, about: { tick: FinishedTick; isReminder: boolean }): string =>
  alertTitle(type, name, {
    isReminder: about.isReminder,
    days: about.tick.sslDaysRemaining,
    domain: about.tick.sslDomain,
  })

/** Certificate alerts go to each channel once per crossing of its threshold; returns what was told now. */
function tellCertificate(
  row: CheckStateRow,
  tick: FinishedTick,
  effective: EffectiveCheck,
  surroundings: Surroundings,
  outbox: Outbox,
  context: AdvanceContext,
): CheckStateRow['ssl_told'] {
  const { own, group } = effective
  if (tick.sslDaysRemaining === null || tick.sslDomain === null || own.muted || group?.muted) return row.ssl_told
  const channels = surroundings.subscriptions.filter((item) => item.activated && isOf(item, effective))
  const due = sslAlertsDue({
    daysRemaining: tick.sslDaysRemaining,
    domain: tick.sslDomain,
    told: row.ssl_told as SslToldByChannel,
    channels: channels.map((item) => ({
      channelId: item.channel_id,
      sslExpiry: item.ssl_expiry,
      threshold: item.ssl_expiry_threshold,
    })),
  })
  if (due.channelIds.length > 0) {
    const event = sslAlertEvent(row.status ?? 'passing')
    const telling = { effective, tick, event, alertId: timeOrderedId(context.nowMs), channelIds: due.channelIds }
    tell(telling, surroundings, outbox, context)
  }
  return due.told
}

const isOf = (item: SubscribedChannel, { own, group }: EffectiveCheck): boolean =>
  item.check_id === own.id || (group !== null && item.group_id === group.id)

/** Plans one reminder of a check that is still in trouble, with the facts of the result it was told with last. */
export async function planReminder(
  tx: Queryable,
  reminder: { readonly tick: FinishedTick; readonly event: AlertEvent; readonly sequence: number },
  effective: EffectiveCheck,
  context: AdvanceContext,
): Promise<void> {
  const surroundings = await loadSurroundings(tx, [reminder.tick], context.seal)
  const outbox: Outbox = { alerts: [], notifications: [] }
  const telling = {
    effective,
    tick: reminder.tick,
    event: reminder.event,
    alertId: timeOrderedId(context.nowMs),
    reminderSequence: reminder.sequence,
  }
  tell(telling, surroundings, outbox, context)
  await insertCheckAlerts(tx, outbox.alerts)
  await insertNotifications(tx, outbox.notifications)
  await notify(tx, 'notifications')
}
