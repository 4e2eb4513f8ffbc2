import type { Hold, PlannedNotification } from '#alerting'
import type { AlertSettings, HeldBack } from '#contract'
import { timeOrderedId } from '#kernel'
import type { CheckAlertRow, NewNotification, SubscribedChannel } from '#storage/alerts'
import type { Queryable } from '#storage/database'
import { alertFacts } from '../facts/alert-facts.ts'
import { noLookups, readLookups } from '../facts/alert-sources.ts'
import type { AlertEpisode, FactSources } from '../facts/alert-sources.ts'
import type { EffectiveCheck } from '#management'
import type { AlertNotice } from './alert-notice.ts'

interface NoticeContext {
  readonly nowMs: number
  readonly publicUrl: string
  readonly settings: AlertSettings
}

/** The input for the facts of an event. */
export const factSourcesOf = (notice: AlertNotice, { nowMs, publicUrl, settings }: NoticeContext): FactSources => ({
  effective: notice.effective,
  tick: notice.tick,
  alertType: notice.event.type,
  reminderSequence: notice.reminderSequence ?? 0,
  publicUrl,
  episode: episodeOf(notice, nowMs),
  heldBack: heldBackBefore(notice, nowMs),
  settings,
})

const episodeOf = ({ event, after, delayed, tick }: AlertNotice, nowMs: number): AlertEpisode => ({
  sinceMs: event.since,
  untilMs: delayed ? tick.result.startedAt.getTime() : nowMs,
  runs: after?.problemRuns ?? 1,
  reminder: after?.reminder ?? null,
})

function heldBackBefore({ delayed, before }: AlertNotice, nowMs: number): HeldBack | null {
  if (delayed) return delayed.heldBack
  return before?.hold ? heldBackOf(before.hold, nowMs) : null
}

/** Why a notification was delayed: the silence that is over, or ends now. */
export const heldBackOf = ({ reason, untilMs }: Pick<Hold, 'reason' | 'untilMs'>, nowMs: number) => ({
  reason,
  until: new Date(Math.min(untilMs ?? nowMs, nowMs)).toISOString(),
})

/** A notification and the input for its facts. */
export interface Planned {
  readonly sources: FactSources
  readonly row: Omit<NewNotification, 'facts'>
}

/** Adds the facts; additional data is read for notifications that are sent only. */
export async function withFacts(tx: Queryable, planned: readonly Planned[]): Promise<NewNotification[]> {
  const sent = new Set(planned.filter(({ row }) => row.silence === null).map(({ sources }) => sources))
  const lookups = await readLookups(tx, [...sent])
  const all = [...new Set(planned.map(({ sources }) => sources))]
  const facts = new Map(all.map((sources) => [sources, alertFacts(sources, sent.has(sources) ? lookups : noLookups)]))
  return planned.flatMap(({ sources, row }) => {
    const found = facts.get(sources)
    return found === undefined ? [] : [{ ...row, facts: found }]
  })
}

interface Message {
  readonly channels: ReadonlyMap<number, SubscribedChannel>
  readonly checkAlertId: string | null
  readonly at: Date
}

export const notificationRow = (
  { effective, tick }: AlertNotice,
  { channelId, silence }: PlannedNotification,
  { channels, checkAlertId, at }: Message,
): Omit<NewNotification, 'facts'> => ({
  accountId: effective.own.accountId,
  id: timeOrderedId(at.getTime()),
  checkId: effective.own.id,
  checkType: effective.own.checkType,
  checkAlertId,
  checkResultId: tick.result.id,
  channelId,
  channelType: channelId === null ? null : (channels.get(channelId)?.type ?? null),
  status: silence === null ? 'IN_PROGRESS' : 'SILENCED',
  silence,
  isGroupable: silence === null && channelId !== null && isGroupable(effective, channels.get(channelId)),
  claimableAt: silence === null ? at : null,
  createdAt: at,
})

/** A variable of the check or its group may change the destination of the channel, so such alerts are sent alone. */
function isGroupable({ own, group }: EffectiveCheck, channel: SubscribedChannel | undefined): boolean {
  if (channel?.isReadByPeople !== true) return false
  const variables = [...own.settings.environmentVariables, ...(group?.settings.environmentVariables ?? [])]
  return !variables.some(({ key }) => channel.usedNames.includes(key))
}

export const alertRow = ({ effective, tick, event }: AlertNotice, now: Date): CheckAlertRow => ({
  accountId: effective.own.accountId,
  id: timeOrderedId(now.getTime()),
  checkId: effective.own.id,
  checkName: effective.own.name,
  checkType: effective.own.checkType,
  alertType: event.type,
  runLocation: tick.result.location,
  responseTimeMs: tick.result.responseTimeMs,
  statusCode: tick.result.statusCode,
  error: tick.result.error,
  checkResultId: tick.result.id,
  startedAt: tick.result.startedAt,
  createdAt: now,
})
