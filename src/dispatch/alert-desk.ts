import { effectiveAlertSettings, plan } from '#alerting'
import type { PlannedNotification, Subscription } from '#alerting'
import { defaultAlertSettings } from '#contract'
import type { AlertFacts, AlertSettings } from '#contract'
import { timeOrderedId } from '#kernel'
import type { Seal } from '#kernel'
import {
  findAccounts,
  insertCheckAlerts,
  insertIncidentTasks,
  insertNotifications,
  listSubscribedChannels,
  notify,
} from '#storage'
import type { CheckAlertRow, NewIncidentTask, NewNotification, Queryable, SubscribedChannel } from '#storage'
import { loadMaintenances, Maintenances } from './acting-maintenances.ts'
import { alertFacts } from './alert-facts.ts'
import { loadEffectiveChecks } from './effective-checks.ts'
import type { EffectiveCheck } from './effective-checks.ts'
import type { FinishedTick } from './finished-tick.ts'
import { incidentTaskOf } from './incident-task-of.ts'
import type { Telling } from './telling.ts'

export interface AlertContext {
  readonly seal: Seal
  readonly nowMs: number
  readonly publicUrl: string
}

interface DeskContext extends AlertContext {
  readonly maintenances: Maintenances
}

/**
 * Where alerts of one transaction are written: knows the checks, settings and subscriptions concerned, collects who
 * must hear what, and stores it all at the end.
 */
export class AlertDesk {
  readonly checks: ReadonlyMap<string, EffectiveCheck>
  readonly #accountSettings: ReadonlyMap<string, AlertSettings>
  readonly #subscriptions: readonly SubscribedChannel[]
  readonly #context: DeskContext
  readonly #alerts: CheckAlertRow[] = []
  readonly #notifications: NewNotification[] = []
  readonly #incidentTasks: NewIncidentTask[] = []

  constructor(
    checks: ReadonlyMap<string, EffectiveCheck>,
    accountSettings: ReadonlyMap<string, AlertSettings>,
    subscriptions: readonly SubscribedChannel[],
    context: DeskContext,
  ) {
    this.checks = checks
    this.#accountSettings = accountSettings
    this.#subscriptions = subscriptions
    this.#context = context
  }

  settingsOf({ own, group }: EffectiveCheck): AlertSettings {
    return effectiveAlertSettings({
      account: this.#accountSettings.get(own.accountId) ?? defaultAlertSettings,
      check: own.settings,
      group: group && {
        version: group.generation,
        useGlobalAlertSettings: group.settings.useGlobalAlertSettings,
        alertSettings: group.settings.alertSettings,
      },
    })
  }

  /** The channels of a check and of its group; a channel of both is there twice. */
  channelsOf({ own, group }: EffectiveCheck): SubscribedChannel[] {
    return this.#subscriptions.filter(
      (item) => item.check_id === own.id || (group !== null && item.group_id === group.id),
    )
  }

  /** Whether a maintenance window keeps quiet about what is found out about a check now (semantics 7.7). */
  isSilenced({ check }: EffectiveCheck, { result }: FinishedTick): boolean {
    return this.#context.maintenances.silence(check, result.startedAt)
  }

  #channelsFor({ effective, channelIds }: Telling): SubscribedChannel[] {
    return this.channelsOf(effective).filter((item) => channelIds?.includes(item.channel_id) ?? true)
  }

  /** A reminder tells nothing new, so a window that only pauses the check keeps it back too. */
  #keepsQuietAbout({ effective, tick, reminderSequence }: Telling): boolean {
    const isReminder = reminderSequence !== undefined
    return isReminder ? this.#context.maintenances.quiet(effective.check) : this.isSilenced(effective, tick)
  }

  /** Plans who hears of an event: one notification for each channel, or the reason for silence. */
  tell(telling: Telling): void {
    const { effective, tick, event } = telling
    const isSilenced = this.#keepsQuietAbout(telling)
    const { own, group } = effective
    const channels = this.#channelsFor(telling)
    const planned = plan({
      event,
      check: { muted: own.muted },
      group: group && { muted: group.muted },
      subscriptions: channels.map(subscriptionOf),
      silencedByMaintenance: isSilenced,
    })
    const facts = alertFacts({
      effective,
      tick,
      alertType: event.type,
      reminderSequence: telling.reminderSequence ?? 0,
      publicUrl: this.#context.publicUrl,
    })
    const types = new Map(channels.map((channel) => [channel.channel_id, channel.type]))
    const now = new Date(this.#context.nowMs)
    const alert = event.isAlert && !isSilenced ? alertRow(telling, now) : null
    if (alert !== null) this.#alerts.push(alert)
    this.#incidentTasks.push(...incidentTaskOf(telling, alert !== null, now))
    const message = { facts, types, checkAlertId: alert?.id ?? null, at: now }
    this.#notifications.push(...planned.map((item) => notificationRow(telling, item, message)))
  }

  async store(tx: Queryable): Promise<void> {
    await insertCheckAlerts(tx, this.#alerts)
    await insertNotifications(tx, this.#notifications)
    await insertIncidentTasks(tx, this.#incidentTasks)
    if (this.#notifications.some((item) => item.available_at !== null)) await notify(tx, 'notifications')
  }
}

/** A desk for these checks, with everything about them that alerts depend on. Without checks nothing is read. */
export async function openAlertDesk(
  tx: Queryable,
  checkIds: readonly string[],
  context: AlertContext,
): Promise<AlertDesk> {
  if (checkIds.length === 0)
    return new AlertDesk(new Map(), new Map(), [], { ...context, maintenances: new Maintenances([], context.nowMs) })
  const checks = await loadEffectiveChecks(tx, context.seal, checkIds)
  const all = [...checks.values()]
  const accountIds = [...new Set(all.map(({ own }) => own.accountId))]
  const accounts = await findAccounts(tx, accountIds)
  const subscriptions = await listSubscribedChannels(
    tx,
    accountIds,
    all.map(({ own }) => own.id),
    all.flatMap(({ group }) => group?.id ?? []),
  )
  const settings = new Map(accounts.map((account) => [account.id, account.alert_settings]))
  const maintenances = await loadMaintenances(tx, accountIds, context.nowMs)
  return new AlertDesk(checks, settings, subscriptions, { ...context, maintenances })
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

interface Message {
  readonly facts: AlertFacts
  /** Of each channel. */
  readonly types: ReadonlyMap<number, string>
  readonly checkAlertId: string | null
  readonly at: Date
}

const notificationRow = (
  { effective: { own }, tick }: Telling,
  { channelId, silence }: PlannedNotification,
  { facts, types, checkAlertId, at }: Message,
): NewNotification => ({
  account_id: own.accountId,
  id: timeOrderedId(at.getTime()),
  check_id: own.id,
  check_type: own.checkType,
  check_alert_id: checkAlertId,
  check_result_id: tick.result.id,
  channel_id: channelId,
  channel_type: channelId === null ? null : (types.get(channelId) ?? null),
  status: silence === null ? 'IN_PROGRESS' : 'SILENCED',
  silence,
  facts,
  available_at: silence === null ? at : null,
  created_at: at,
})

const alertRow = ({ effective, tick, event }: Telling, now: Date): CheckAlertRow => ({
  account_id: effective.own.accountId,
  id: timeOrderedId(now.getTime()),
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
