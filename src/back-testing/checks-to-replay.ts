import { currentSilence } from '#alerting'
import type { Subscription } from '#alerting'
import { isInboundType } from '#contract'
import type { AlertSettings } from '#contract'
import { dayMs } from '#kernel'
import type { EffectiveCheck } from '#management'
import { loadAlertBatch } from '#notifying'
import { intervalMs, TagCover } from '#schedule'
import { listActiveMaintenances } from '#storage/maintenances'
import type { Store } from '#storage/database'
import type { ReplayedRange } from './replay-history.ts'
import type { Variant } from './variant-replay.ts'

/** When alerts of a check are silent; epoch milliseconds, null without an end. */
export interface SilentWindow {
  readonly fromMs: number
  readonly untilMs: number | null
  readonly notifies: boolean
}

/** A check with what decides about its alerts now. */
export interface KnownCheck {
  readonly effective: EffectiveCheck
  readonly settings: AlertSettings
  readonly intervalMs: number
  readonly subscriptions: readonly Subscription[]
  readonly windows: readonly SilentWindow[]
}

export interface KnownChecks {
  readonly checks: readonly KnownCheck[]
  /** Heartbeats have pings instead of runs. */
  readonly heartbeats: number
}

/** These checks as they are now, with the maintenance windows that acted in a range. */
export async function loadChecksToReplay(
  { db, encryption }: Store,
  accountId: string,
  checkIds: readonly string[],
  { fromMs, toMs }: ReplayedRange,
): Promise<KnownChecks> {
  const batch = await loadAlertBatch(db, checkIds, { encryption, nowMs: toMs, publicUrl: '' })
  const span = { from: new Date(fromMs - dayMs), to: new Date(toMs) }
  const silencing = new TagCover(
    await listActiveMaintenances(db, [accountId], span),
    ({ silenceAllAlerts: all, silenceAlertsTags: tags }) => ({ all, tags }),
  )
  const all = checkIds.flatMap((id) => batch.checks.get(id) ?? [])
  const checks = all.filter(({ own }) => !isInboundType(own.checkType))
  return {
    heartbeats: all.length - checks.length,
    checks: checks.map((effective) => ({
      effective,
      settings: batch.settingsOf(effective),
      intervalMs: intervalMs({ ...effective.check, frequency: effective.check.frequency ?? 0 }),
      subscriptions: batch.subscriptionsOf(effective).map((one) => ({ ...one, pausedUntilMs: null })),
      windows: silencing.of(effective.check.tags).map((one) => ({
        fromMs: one.effectiveFrom.getTime(),
        untilMs: one.effectiveUntil?.getTime() ?? null,
        notifies: one.notifyAfterEnd,
      })),
    })),
  }
}

/** The settings that a check has now. */
export const presentVariant = ({ settings, subscriptions, windows }: KnownCheck): Variant => ({
  settings,
  subscriptions,
  silenceAt: silenceOf(windows),
})

/** The silence of a check by these windows, at a time or when a run began. */
export function silenceOf(windows: readonly SilentWindow[]): Variant['silenceAt'] {
  if (windows.length === 0) return () => null
  return (atMs, observedAtMs) => {
    const sinceMs = Math.min(atMs, observedAtMs)
    const acting = windows.filter(({ fromMs, untilMs }) => fromMs <= atMs && (untilMs === null || untilMs > sinceMs))
    if (acting.length === 0) return null
    const ends = acting.map(({ untilMs }) => untilMs ?? Infinity)
    const lastMs = Math.max(...ends)
    const maintenance = {
      untilMs: lastMs === Infinity ? null : lastMs,
      notifies: acting.some(({ notifies }) => notifies),
    }
    const nobody = { muted: false, mutedUntilMs: null }
    return currentSilence({ nowMs: atMs, check: nobody, group: null, snoozedUntilMs: null, maintenance })
  }
}
