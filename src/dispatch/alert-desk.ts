import { effectiveAlertSettings, plan } from '#alerting'
import type { AlertEvent, Subscription } from '#alerting'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings } from '#contract'
import { timeOrderedId } from '#kernel'
import type { Seal } from '#kernel'
import { findAccounts, insertCheckAlerts, insertNotifications, listSubscribedChannels, notify } from '#storage'
import type { CheckAlertRow, NewNotification, Queryable, SubscribedChannel } from '#storage'
import { alertFacts } from './alert-facts.ts'
import { loadEffectiveChecks } from './effective-checks.ts'
import type { EffectiveCheck } from './effective-checks.ts'
import type { FinishedTick } from './finished-tick.ts'

export interface AlertContext {
  readonly seal: Seal
  readonly nowMs: number
  readonly publicUrl: string
}

export interface Telling {
  readonly effective: EffectiveCheck
  readonly tick: FinishedTick
  readonly event: AlertEvent
  readonly alertId: string
  readonly reminderSequence?: number
  /** Only these channels, for certificate alerts. */
  readonly channelIds?: readonly number[]
}

/**
 * Where alerts of one transaction are written: knows the checks, settings and subscriptions concerned, collects who
 * must hear what, and stores it all at the end in two statements.
 */
export class AlertDesk {
  readonly checks: ReadonlyMap<string, EffectiveCheck>
  readonly #accountSettings: ReadonlyMap<string, AlertSettings>
  readonly #subscriptions: readonly SubscribedChannel[]
  readonly #context: AlertContext
  readonly #alerts: CheckAlertRow[] = []
  readonly #notifications: NewNotification[] = []

  constructor(
    checks: ReadonlyMap<string, EffectiveCheck>,
    accountSettings: ReadonlyMap<string, AlertSettings>,
    subscriptions: readonly SubscribedChannel[],
    context: AlertContext,
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

  /** Plans who hears of an event: one notification for each channel, or the reason for silence. */
  tell(telling: Telling): void {
    const { effective, tick, event, alertId, channelIds } = telling
    const { own, group } = effective
    const channels = this.channelsOf(effective).filter((item) => channelIds?.includes(item.channel_id) ?? true)
    const planned = plan({
      event,
      check: { muted: own.muted },
      group: group && { muted: group.muted },
      subscriptions: channels.map(subscriptionOf),
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
    if (event.isAlert) this.#alerts.push(alertRow(telling, now))
    for (const { channelId, silence } of planned)
      this.#notifications.push({
        account_id: own.accountId,
        id: timeOrderedId(this.#context.nowMs),
        check_id: own.id,
        check_type: own.checkType,
        check_alert_id: event.isAlert ? alertId : null,
        check_result_id: tick.result.id,
        channel_id: channelId,
        channel_type: channelId === null ? null : (types.get(channelId) ?? null),
        status: silence === null ? 'IN_PROGRESS' : 'SILENCED',
        silence,
        facts,
        available_at: silence === null ? now : null,
        created_at: now,
      })
  }

  async store(tx: Queryable): Promise<void> {
    await insertCheckAlerts(tx, this.#alerts)
    await insertNotifications(tx, this.#notifications)
    if (this.#notifications.some((item) => item.available_at !== null)) await notify(tx, 'notifications')
  }
}

/** A desk for these checks, with everything about them that alerts depend on. Without checks nothing is read. */
export async function openAlertDesk(
  tx: Queryable,
  checkIds: readonly string[],
  context: AlertContext,
): Promise<AlertDesk> {
  if (checkIds.length === 0) return new AlertDesk(new Map(), new Map(), [], context)
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
  return new AlertDesk(checks, settings, subscriptions, context)
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
