import type { ReminderState } from '#alerting'
import { isInboundType } from '#contract'
import type { AlertSettings, AlertType, HeldBack } from '#contract'
import { findLastGoodRuns, findLastPings, findLocationNames } from '#storage/alerts'
import type { GoodRunRow } from '#storage/alerts'
import type { Queryable } from '#storage/database'
import type { EffectiveCheck } from '#management'
import type { FinishedTick } from '../states/finished-tick.ts'

/** The input for the facts of one alert. */
export interface FactSources {
  readonly effective: EffectiveCheck
  readonly tick: FinishedTick
  readonly alertType: AlertType
  /** 0 for the alert itself. */
  readonly reminderSequence: number
  readonly publicUrl: string
  readonly episode: AlertEpisode
  /** Why it was delayed; null when it was not. */
  readonly heldBack: HeldBack | null
  readonly settings: AlertSettings
}

/** The running episode, or the one that just ended. Times are epoch milliseconds. */
export interface AlertEpisode {
  /** Null when the alert is about something else, for example a certificate. */
  readonly sinceMs: number | null
  /** Its end, or when the alert is planned. */
  readonly untilMs: number
  /** Consecutive ticks that did not pass. */
  readonly runs: number
  readonly reminder: ReminderState | null
}

/** Additional data that is read for alerts that are sent. */
export interface AlertLookups {
  /** Of public locations, by region code. */
  readonly locationNames: ReadonlyMap<string, string>
  /** By check id. */
  readonly goodRuns: ReadonlyMap<string, GoodRunRow>
  readonly lastPings: ReadonlyMap<string, Date>
}

/** For alerts that are not sent. */
export const noLookups: AlertLookups = {
  locationNames: new Map(),
  goodRuns: new Map(),
  lastPings: new Map(),
}

/** Reads what these alerts need: three statements at most, however many alerts there are. */
export async function readLookups(tx: Queryable, alerts: readonly FactSources[]): Promise<AlertLookups> {
  if (alerts.length === 0) return noLookups
  const goodRuns = await findLastGoodRuns(tx, alerts.flatMap(goodRunQuery))
  const heartbeats = alerts
    .filter(isHeartbeat)
    .map(({ effective: { own } }) => ({ accountId: own.accountId, checkId: own.id }))
  return {
    locationNames: await findLocationNames(tx),
    goodRuns: new Map(goodRuns.map((row) => [row.checkId, row])),
    lastPings: await findLastPings(tx, heartbeats),
  }
}

export const isHeartbeat = ({ effective: { own } }: FactSources): boolean => isInboundType(own.checkType)

/** The cause is determined for failures only. */
function goodRunQuery({ effective: { own }, tick: { result }, episode }: FactSources) {
  if (result.outcome !== 'failed' || result.id === null || result.location === null) return []
  const failingSinceMs = episode.sinceMs ?? Number.MAX_SAFE_INTEGER
  return [{ accountId: own.accountId, checkId: own.id, resultId: result.id, location: result.location, failingSinceMs }]
}
