import {
  currentSilence,
  escalatedChannels,
  isUnknownToAll,
  plan,
  rememberNotified,
  rememberRecovery,
  withEscalation,
} from '#alerting'
import type { AlertState, Silence, Subscription } from '#alerting'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings } from '#contract'
import { sourcedAlertSettings } from '#inheritance'
import type { Encryption } from '#kernel'
import { announceResources, findAccounts } from '#storage/accounts'
import { insertAlertDecisions, insertCheckAlerts, insertNotifications, listSubscribedChannels } from '#storage/alerts'
import { listGroupMutes } from '#storage/checks'
import { notify } from '#storage/database'
import { insertIncidentTasks } from '#storage/status-pages'
import type { AlertDecisionRow, CheckAlertRow, SubscribedChannel } from '#storage/alerts'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable } from '#storage/database'
import type { NewIncidentTask } from '#storage/status-pages'
import { ActiveMaintenanceWindows, loadActiveMaintenanceWindows, loadEffectiveChecks } from '#management'
import type { EffectiveCheck } from '#management'
import { alertDecision } from '../explanations/alert-decision.ts'
import { alertStateOf } from '../states/alert-state-of.ts'
import { loadEscalations, noEscalations, policiesOf } from './escalations.ts'
import type { Escalations, NamedPolicy } from './escalations.ts'
import { incidentTaskOf } from './incident-task-of.ts'
import { alertRow, factSourcesOf, notificationRow, withFacts } from './planned-notifications.ts'
import type { Planned } from './planned-notifications.ts'
import type { AlertNotice } from './alert-notice.ts'

export interface AlertContext {
  readonly encryption: Encryption
  readonly nowMs: number
  readonly publicUrl: string
}

/** In the order in which subscriptions are read. */
interface PlacedChannel {
  readonly channel: SubscribedChannel
  readonly index: number
}

interface BatchContext extends AlertContext {
  readonly maintenanceWindows: ActiveMaintenanceWindows
  /** When the temporary mute of each muted group ends. */
  readonly groupMutes: ReadonlyMap<number, Date>
  readonly escalations: Escalations
}

/**
 * The alerts of one transaction: reads the checks, settings and subscriptions concerned, collects the planned
 * notifications, and stores them all at the end.
 */
export class AlertBatch {
  readonly checks: ReadonlyMap<string, EffectiveCheck>
  readonly #accountSettings: ReadonlyMap<string, AlertSettings>
  readonly #ofChecks: ReadonlyMap<string | null, readonly PlacedChannel[]>
  readonly #ofGroups: ReadonlyMap<number | null, readonly PlacedChannel[]>
  readonly #context: BatchContext
  readonly #alerts: CheckAlertRow[] = []
  readonly #planned: Planned[] = []
  readonly #decisions: AlertDecisionRow[] = []
  readonly #incidentTasks: NewIncidentTask[] = []

  constructor(
    checks: ReadonlyMap<string, EffectiveCheck>,
    accountSettings: ReadonlyMap<string, AlertSettings>,
    subscriptions: readonly SubscribedChannel[],
    context: BatchContext,
  ) {
    this.checks = checks
    this.#accountSettings = accountSettings
    const placed = subscriptions.map((channel, index) => ({ channel, index }))
    this.#ofChecks = Map.groupBy(placed, ({ channel }) => channel.checkId)
    this.#ofGroups = Map.groupBy(placed, ({ channel }) => channel.groupId)
    this.#context = context
  }

  settingsOf(effective: EffectiveCheck): AlertSettings {
    return this.sourcedSettingsOf(effective).value
  }

  /** The alert settings of a check with the level that sets them. */
  sourcedSettingsOf({ own, group }: EffectiveCheck) {
    return sourcedAlertSettings({
      account: this.#accountSettings.get(own.accountId) ?? defaultAlertSettings,
      check: own.settings,
      group,
    })
  }

  /** The channels of a check and of its group; a channel subscribed to both is returned twice. */
  channelsOf({ own, group }: EffectiveCheck): SubscribedChannel[] {
    const ofGroup = group === null ? [] : (this.#ofGroups.get(group.id) ?? [])
    const found = [...(this.#ofChecks.get(own.id) ?? []), ...ofGroup]
    return found.toSorted((one, other) => one.index - other.index).map(({ channel }) => channel)
  }

  /** The escalation policy of a check; null without one. */
  policyOf(effective: EffectiveCheck): NamedPolicy | null {
    const { escalationPolicyId } = this.settingsOf(effective)
    return this.#context.escalations.policyOf(effective.own.accountId, escalationPolicyId)
  }

  isPaused({ pausedUntil: until }: SubscribedChannel): boolean {
    return until !== null && until.getTime() > this.#context.nowMs
  }

  /** Those of a check, and of channels that steps of its policy notified. */
  subscriptionsOf(effective: EffectiveCheck, escalated: readonly number[] = []): Subscription[] {
    return this.#withEscalated(effective, escalated).map((item) => this.#subscriptionOf(item))
  }

  /** Why a check is silent now, or was when a run began at `observedAt`; null when it is not. */
  silenceOf({ own, group, check }: EffectiveCheck, row: CheckStateRow, observedAt?: Date): Silence | null {
    const groupMutedUntil = group === null ? undefined : this.#context.groupMutes.get(group.id)
    return currentSilence({
      nowMs: this.#context.nowMs,
      check: { muted: own.muted, mutedUntilMs: row.mutedUntil?.getTime() ?? null },
      group: group && { muted: group.muted, mutedUntilMs: groupMutedUntil?.getTime() ?? null },
      snoozedUntilMs: row.snoozedUntil?.getTime() ?? null,
      maintenance: this.#context.maintenanceWindows.silence(check, observedAt),
    })
  }

  /** The maintenance windows that pause a check, now or since its last run. */
  pauseOf({ check }: EffectiveCheck, row: CheckStateRow): { isOver: boolean; untilMs: number | null } | null {
    const now = this.#context.maintenanceWindows.pause(check)
    if (now) return { isOver: false, untilMs: now.untilMs }
    const wasPaused = this.#context.maintenanceWindows.pausedSince(check, row.updatedAt ?? row.createdAt)
    return wasPaused ? { isOver: true, untilMs: null } : null
  }

  /** A channel that a step notified is notified, whatever its subscription to the check. */
  #withEscalated(effective: EffectiveCheck, ids: readonly number[]): SubscribedChannel[] {
    const escalated = this.#context.escalations.channelsOf(effective.own, ids)
    if (escalated.length === 0) return this.channelsOf(effective)
    const known = new Set(escalated.map(({ channelId }) => channelId))
    return [...this.channelsOf(effective).filter(({ channelId }) => !known.has(channelId)), ...escalated]
  }

  #channelsFor({ effective, channelIds, event, row, step }: AlertNotice): SubscribedChannel[] {
    if (step) return this.#context.escalations.channelsOf(effective.own, channelIds ?? [])
    const chosen = channelIds && new Set(channelIds)
    const escalated = event.kind === 'recovery' ? escalatedChannels(alertStateOf(row)) : []
    return this.#withEscalated(effective, escalated).filter((item) => chosen?.has(item.channelId) ?? true)
  }

  /** Plans the notifications of an event of a run, and returns the state that records them. */
  notify(notice: AlertNotice & { readonly before: AlertState }, after: AlertState): AlertState {
    const silence = this.silenceOf(notice.effective, notice.row, notice.tick.result.startedAt)
    const { planned, alertId } = this.#plan({ ...notice, after }, silence)
    const isRecovery = notice.event.kind === 'recovery'
    const subscriptions = this.subscriptionsOf(notice.effective, isRecovery ? escalatedChannels(notice.before) : [])
    const notified = { event: notice.event, planned, silence, subscriptions, alertId }
    if (isRecovery) return rememberRecovery(notice.before, after, notified)
    return this.#escalated(notice, rememberNotified(notice.before, after, notified), alertId)
  }

  /** The steps of its policy begin with an alert. */
  #escalated({ effective, event }: AlertNotice, state: AlertState, alertId: string | null): AlertState {
    if (!event.isAlert || (event.kind !== 'failure' && event.kind !== 'degraded')) return state
    const policy = this.policyOf(effective)
    return policy ? withEscalation(state, policy, { kind: event.kind, atMs: this.#context.nowMs, alertId }) : state
  }

  /** Plans the notifications of a step of an escalation policy; returns the channels that are notified. */
  planStep(notice: AlertNotice): number[] {
    const { planned } = this.#plan(notice, null)
    return planned.flatMap(({ channelId, silence }) => (channelId !== null && silence === null ? [channelId] : []))
  }

  /**
   * Plans the notifications of a reminder, a certificate or a held alert; `silence` silences all. Returns the alert id.
   */
  planNotice(notice: AlertNotice, silence: Silence | null = null): string | null {
    return this.#plan(notice, silence).alertId
  }

  #plan(notice: AlertNotice, silence: Silence | null) {
    const { event, delayed, step } = notice
    const channels = this.#channelsFor(notice)
    const subscriptions = channels.map((item) => this.#subscriptionOf(item))
    const planned = plan({
      event,
      silence: silence?.silence ?? null,
      subscriptions,
      ...(notice.before && { memory: notice.before }),
    })
    const alertId = step ? step.alertId : (this.#record(notice, silence) ?? delayed?.alertId ?? null)
    const { nowMs, publicUrl } = this.#context
    const { value, source } = this.sourcedSettingsOf(notice.effective)
    const settings = { value: notice.settings ?? value, source }
    this.#decisions.push(alertDecision(notice, { planned, silence, settings, channels, subscriptions, alertId, nowMs }))
    const sources = factSourcesOf(notice, { nowMs, publicUrl, settings: value })
    const byId = new Map(channels.map((channel) => [channel.channelId, channel]))
    const message = { channels: byId, checkAlertId: alertId, at: new Date(nowMs) }
    this.#planned.push(...planned.map((item) => ({ sources, row: notificationRow(notice, item, message) })))
    return { planned, alertId }
  }

  /** Records the alert, if the event is one, and the incident tasks that follow; returns the id of the alert. */
  #record(notice: AlertNotice, silence: Silence | null): string | null {
    const now = new Date(this.#context.nowMs)
    const alert = isRecorded(notice, silence) ? alertRow(notice, now) : null
    if (alert !== null) this.#alerts.push(alert)
    if (!notice.delayed || alert !== null) this.#incidentTasks.push(...incidentTaskOf(notice, alert !== null, now))
    return alert?.id ?? null
  }

  #subscriptionOf(item: SubscribedChannel): Subscription {
    return {
      ...subscriptionOf(item),
      pausedUntilMs: this.isPaused(item) ? (item.pausedUntil?.getTime() ?? null) : null,
    }
  }

  async store(tx: Queryable): Promise<void> {
    await insertCheckAlerts(tx, this.#alerts)
    await insertNotifications(tx, await withFacts(tx, this.#planned))
    await insertAlertDecisions(tx, this.#decisions)
    await insertIncidentTasks(tx, this.#incidentTasks)
    await announceResources(
      tx,
      [...this.#alerts, ...this.#planned.map(({ row }) => row)].map(alertsOf),
      new Date(this.#context.nowMs),
    )
    if (this.#planned.some(({ row }) => row.claimableAt !== null)) await notify(tx, 'notifications')
  }
}

/**
 * Loads everything about these checks that alerts depend on. Without checks nothing is read. `from` is how far back
 * maintenance windows are loaded, when that is longer ago than a run takes.
 */
export async function loadAlertBatch(
  tx: Queryable,
  checkIds: readonly string[],
  context: AlertContext & { readonly from?: Date; readonly channelIds?: readonly number[] },
): Promise<AlertBatch> {
  if (checkIds.length === 0) {
    const nothing = {
      maintenanceWindows: new ActiveMaintenanceWindows([], context.nowMs),
      groupMutes: new Map<number, Date>(),
      escalations: noEscalations,
    }
    return new AlertBatch(new Map(), new Map(), [], { ...context, ...nothing })
  }
  const checks = await loadEffectiveChecks(tx, context.encryption, checkIds)
  const all = [...checks.values()]
  const accountIds = [...new Set(all.map(({ own }) => own.accountId))]
  const accounts = await findAccounts(tx, accountIds)
  const subscriptions = await listSubscribedChannels(tx, context.encryption, {
    accountIds,
    checkIds: all.map(({ own }) => own.id),
    groupIds: all.flatMap(({ group }) => group?.id ?? []),
  })
  const settings = new Map(accounts.map((account) => [account.id, account.alertSettings]))
  const maintenanceWindows = await loadActiveMaintenanceWindows(tx, accountIds, context.nowMs, context.from)
  const groupMutes = await listGroupMutes(
    tx,
    all.flatMap(({ group }) => group?.id ?? []),
    new Date(context.nowMs),
  )
  const escalations = await loadEscalations(tx, context.encryption, {
    accountIds,
    policyIds: policiesOf(all, settings),
    channelIds: context.channelIds ?? [],
  })
  return new AlertBatch(checks, settings, subscriptions, { ...context, maintenanceWindows, groupMutes, escalations })
}

const alertsOf = ({ accountId, checkId: id }: Pick<CheckAlertRow, 'accountId' | 'checkId'>) =>
  ({ accountId, event: 'alerts', id }) as const

/**
 * An alert held back by a maintenance window is recorded when it is sent; a recovery of an unannounced problem never.
 */
function isRecorded({ event, before, delayed }: AlertNotice, silence: Silence | null): boolean {
  if (delayed) return delayed.isUnrecorded
  if (!event.isAlert || silence?.reason === 'MAINTENANCE') return false
  return !(event.kind === 'recovery' && before && isUnknownToAll(before) && typeof before.alertId !== 'string')
}

const subscriptionOf = (item: SubscribedChannel): Subscription => ({
  channelId: item.channelId,
  level: item.checkId === null ? 'group' : 'check',
  activated: item.activated,
  flags: {
    sendFailure: item.sendFailure,
    sendDegraded: item.sendDegraded,
    sendRecovery: item.sendRecovery,
    sslExpiry: item.sslExpiry,
    sslExpiryThreshold: item.sslExpiryThreshold,
  },
})
