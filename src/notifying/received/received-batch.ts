import { advance, currentSilence, hasHeld, plan, recheckTime, release, rememberNotified } from '#alerting'
import type { AlertEvent, Silence, Subscription } from '#alerting'
import { defaultAlertSettings } from '#contract'
import type { Outcome } from '#contract'
import { timeOrderedId } from '#kernel'
import { loadActiveMaintenanceWindows } from '#management'
import type { ActiveMaintenanceWindows } from '#management'
import { announceResources } from '#storage/accounts'
import {
  findMutingGroups,
  findServicesByName,
  insertNotifications,
  listAlertSilences,
  listChosenChannels,
} from '#storage/alerts'
import type {
  AlertSilenceRow,
  AlertSourceRow,
  MutingGroup,
  NewNotification,
  ReceivedAlertRow,
  SubscribedChannel,
} from '#storage/alerts'
import { notify } from '#storage/database'
import type { Queryable } from '#storage/database'
import { insertIncidentTasks } from '#storage/status-pages'
import type { NewIncidentTask } from '#storage/status-pages'
import type { AlertContext } from '../planning/alert-batch.ts'
import { heldBackOf } from '../planning/planned-notifications.ts'
import { acknowledged } from './acknowledged.ts'
import { stateOfReceived } from './received-state.ts'
import { matchingSilences } from './matching-silences.ts'
import { receivedFacts, receivedType, tagsOfLabels } from './received-facts.ts'

interface BatchParts {
  readonly channels: ReadonlyMap<number, SubscribedChannel & { readonly accountId: string }>
  readonly groups: ReadonlyMap<number, MutingGroup>
  readonly silences: readonly AlertSilenceRow[]
  readonly maintenanceWindows: ActiveMaintenanceWindows
  /** Ids of services of status pages, by account and given name. */
  readonly services: ReadonlyMap<string, string>
}

/** The alerts of other tools that one transaction is about: collects what is planned, and stores it at the end. */
export class ReceivedBatch {
  readonly #context: AlertContext
  readonly #parts: BatchParts
  readonly #notifications: NewNotification[] = []
  readonly #incidentTasks: NewIncidentTask[] = []
  readonly #announced: { readonly accountId: string; readonly id: string }[] = []

  constructor(context: AlertContext, parts: BatchParts) {
    this.#context = context
    this.#parts = parts
  }

  /** Moves an alert on by what is known of it now, and plans its notifications. */
  advance(source: AlertSourceRow, alert: ReceivedAlertRow, outcome: Outcome): ReceivedAlertRow {
    const before = stateOfReceived(alert)
    const silence = this.silenceOf(source, alert)
    const { state: after, event } = advance(before, {
      ...summaryOf(outcome),
      isParallel: false,
      atMs: this.#context.nowMs,
      settings: defaultAlertSettings,
      isSilenced: silence?.isFinal === true,
    })
    const isNotable = event.isAlert || (event.kind !== null && event.from !== event.to)
    if (!isNotable) return this.#withDue({ ...alert, alertState: { ...after } })
    this.#announced.push(alert)
    const subscriptions = this.#subscriptionsOf(source)
    const planned = plan({ event, silence: silence?.silence ?? null, subscriptions, memory: before })
    for (const item of planned) this.#plan({ source, alert, event, ...item, heldBack: null })
    if (silence?.reason !== 'MAINTENANCE') this.#addIncidentTask(source, alert, event)
    const state = rememberNotified(before, after, { event, planned, silence, subscriptions, alertId: alert.id })
    return this.#withDue({ ...alert, alertState: { ...state } })
  }

  /** Sends what a silence held back, if that is over. */
  release(source: AlertSourceRow, alert: ReceivedAlertRow): ReceivedAlertRow {
    const { nowMs } = this.#context
    const { state, notifications, recheckAtMs } = release(stateOfReceived(alert), {
      nowMs,
      isActive: true,
      pause: null,
      silence: this.silenceOf(source, alert),
      subscriptions: this.#subscriptionsOf(source),
      settings: defaultAlertSettings,
    })
    for (const { event, channelIds, heldBack } of notifications) {
      const held = heldBackOf(heldBack, nowMs)
      for (const channelId of channelIds) this.#plan({ source, alert, event, channelId, silence: null, heldBack: held })
      if (heldBack.reason === 'MAINTENANCE') this.#addIncidentTask(source, alert, event)
    }
    if (notifications.length > 0) this.#announced.push(alert)
    return this.#withDue({ ...alert, alertState: { ...state } }, recheckAtMs)
  }

  /** The silences that match an alert now. */
  silencesOf(alert: ReceivedAlertRow): readonly AlertSilenceRow[] {
    return matchingSilences(this.#parts.silences, alert, this.#context.nowMs)
  }

  silenceOf(source: AlertSourceRow, alert: ReceivedAlertRow): Silence | null {
    const group = this.#groupOf(source)
    const ends = this.silencesOf(alert).map(({ endsAt }) => endsAt.getTime())
    return currentSilence({
      nowMs: this.#context.nowMs,
      check: { muted: false, mutedUntilMs: ends.length === 0 ? null : Math.max(...ends) },
      group: group && { muted: group.muted, mutedUntilMs: group.mutedUntil?.getTime() ?? null },
      snoozedUntilMs: null,
      maintenance: this.#parts.maintenanceWindows.silence({
        accountId: alert.accountId,
        tags: tagsOfLabels(alert.labels),
      }),
    })
  }

  #groupOf({ accountId, groupId }: AlertSourceRow): MutingGroup | null {
    const group = groupId === null ? undefined : this.#parts.groups.get(groupId)
    return group?.accountId === accountId ? group : null
  }

  #subscriptionsOf({ accountId, channelIds }: AlertSourceRow): Subscription[] {
    return channelIds.flatMap((id) => {
      const channel = this.#parts.channels.get(id)
      if (channel?.accountId !== accountId) return []
      const until = channel.pausedUntil?.getTime() ?? 0
      const { sendFailure, sendDegraded, sendRecovery, sslExpiry, sslExpiryThreshold } = channel
      return [
        {
          channelId: id,
          level: 'check' as const,
          activated: true,
          pausedUntilMs: until > this.#context.nowMs ? until : null,
          flags: { sendFailure, sendDegraded, sendRecovery, sslExpiry, sslExpiryThreshold },
        },
      ]
    })
  }

  #plan({ source, alert, event, channelId, silence, heldBack }: PlannedReceived): void {
    const channel = channelId === null ? undefined : this.#parts.channels.get(channelId)
    const at = new Date(this.#context.nowMs)
    const { publicUrl, nowMs } = this.#context
    const groupName = this.#groupOf(source)?.name ?? ''
    this.#notifications.push({
      accountId: alert.accountId,
      id: timeOrderedId(nowMs),
      checkId: alert.id,
      checkType: receivedType,
      checkAlertId: null,
      checkResultId: null,
      channelId,
      channelType: channel?.type ?? null,
      status: silence === null ? 'IN_PROGRESS' : 'SILENCED',
      silence,
      isGroupable: silence === null && channel?.isReadByPeople === true,
      claimableAt: silence === null ? at : null,
      createdAt: at,
      facts: receivedFacts({ alert, source, groupName, event, heldBack, publicUrl, nowMs }),
    })
  }

  /** Mutes concern notifications and no incidents; a maintenance window that silences keeps incidents away too. */
  #addIncidentTask(source: AlertSourceRow, alert: ReceivedAlertRow, event: AlertEvent): void {
    const task = { accountId: alert.accountId, checkId: alert.id, at: new Date(this.#context.nowMs) }
    if (event.kind === 'recovery') this.#incidentTasks.push({ ...task, kind: 'RESOLVE', trigger: null })
    if (event.kind !== 'failure') return
    const serviceId = this.#parts.services.get(serviceKey(alert.accountId, alert.labels[source.serviceLabel]))
    this.#incidentTasks.push({
      ...task,
      kind: 'OPEN',
      // Named after its service: what another tool says of an alert is not for readers.
      trigger:
        serviceId === undefined || !source.opensIncidents
          ? null
          : { serviceId, name: '', description: '', severity: 'MAJOR', notifySubscribers: source.notifySubscribers },
      tags: tagsOfLabels(alert.labels),
      causes: serviceId === undefined ? [] : [`service ${serviceId.toLowerCase()}`],
    })
  }

  #withDue(alert: ReceivedAlertRow, recheckAtMs: number | null = this.#recheckOf(alert)): ReceivedAlertRow {
    const times = [recheckAtMs, alert.endedAt === null ? (alert.expiresAt?.getTime() ?? null) : null]
    const next = Math.min(...times.map((time) => time ?? Infinity))
    return { ...alert, dueAt: next === Infinity ? null : new Date(next) }
  }

  #recheckOf(alert: ReceivedAlertRow): number | null {
    const state = stateOfReceived(alert)
    if (!hasHeld(state)) return null
    const holds = [state.hold, ...Object.values(state.channels ?? {}).map(({ hold }) => hold)]
    return Math.min(...holds.flatMap((one) => (one ? [recheckTime(one.untilMs, this.#context.nowMs)] : [])))
  }

  acknowledge(alert: ReceivedAlertRow, who: { readonly by: string; readonly note: string | null }): ReceivedAlertRow {
    this.#announced.push(alert)
    return acknowledged(alert, { ...who, atMs: this.#context.nowMs })
  }

  async store(tx: Queryable): Promise<void> {
    const now = new Date(this.#context.nowMs)
    await insertNotifications(tx, this.#notifications)
    await insertIncidentTasks(tx, this.#incidentTasks)
    await announceResources(
      tx,
      this.#announced.flatMap(({ accountId, id }) => [
        { accountId, event: 'received-alerts' as const, id },
        { accountId, event: 'alerts' as const, id },
      ]),
      now,
    )
    if (this.#notifications.some(({ claimableAt }) => claimableAt !== null)) await notify(tx, 'notifications')
  }
}

interface PlannedReceived extends Pick<NewNotification, 'channelId' | 'silence'> {
  readonly source: AlertSourceRow
  readonly alert: ReceivedAlertRow
  readonly event: AlertEvent
  readonly heldBack: ReturnType<typeof heldBackOf> | null
}

const serviceKey = (accountId: string, name = ''): string => `${accountId} ${name}`

const summaryOf = (outcome: Outcome) => ({
  outcome,
  failingLocations: outcome === 'failed' ? 1 : 0,
  degradedLocations: outcome === 'degraded' ? 1 : 0,
  totalLocations: 1,
})

/** Loads all that alerts of these sources depend on. */
export async function loadReceivedBatch(
  tx: Queryable,
  sources: readonly AlertSourceRow[],
  alerts: readonly Pick<ReceivedAlertRow, 'labels' | 'sourceId'>[],
  context: AlertContext,
): Promise<ReceivedBatch> {
  const accountIds = [...new Set(sources.map(({ accountId }) => accountId))]
  const channelIds = [...new Set(sources.flatMap((source) => source.channelIds))]
  const groupIds = [...new Set(sources.flatMap(({ groupId }) => groupId ?? []))]
  const channels = await listChosenChannels(tx, context.encryption, accountIds, channelIds)
  const groups = groupIds.length === 0 ? [] : await findMutingGroups(tx, accountIds, groupIds)
  return new ReceivedBatch(context, {
    channels: new Map(channels.map((channel) => [channel.channelId, channel])),
    groups: new Map(groups.map((group) => [group.id, group])),
    silences: await listAlertSilences(tx, accountIds, new Date(context.nowMs)),
    maintenanceWindows: await loadActiveMaintenanceWindows(tx, accountIds, context.nowMs),
    services: await servicesOf(tx, sources, alerts),
  })
}

async function servicesOf(
  tx: Queryable,
  sources: readonly AlertSourceRow[],
  alerts: readonly Pick<ReceivedAlertRow, 'labels' | 'sourceId'>[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const { accountId, id, serviceLabel, opensIncidents } of sources) {
    if (!opensIncidents || serviceLabel === '') continue
    const named = alerts.flatMap(({ sourceId, labels }) => (sourceId === id ? (labels[serviceLabel] ?? []) : []))
    const services = await findServicesByName(tx, accountId, [...new Set(named)])
    for (const [name, serviceId] of services) found.set(serviceKey(accountId, name), serviceId)
  }
  return found
}
