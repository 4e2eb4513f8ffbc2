import { longestRunTimeMs } from '#contract'
import { minuteMs } from '#kernel'
import { isCovered } from '#schedule'
import { listActiveMaintenances, listTagsOfChecks } from '#storage'
import type { EffectiveMaintenance, Queryable } from '#storage'

interface DueCheck {
  readonly accountId: string
  readonly checkId: string
}

/**
 * Which of these checks a maintenance window pauses now. One statement; a second one, for tags, only when one of the
 * accounts has an active window that pauses by tag.
 */
export async function pausedChecks(
  tx: Queryable,
  checks: readonly DueCheck[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const now = new Date(nowMs)
  const active = await listActiveMaintenances(tx, accountsOf(checks), { from: now, to: now })
  const pausing = active.filter(({ pauseAllChecks: all, tags }) => all || tags.length > 0)
  if (pausing.length === 0) return new Set()
  const byAccount = Map.groupBy(pausing, ({ accountId }) => accountId)
  const concerned = checks.filter(({ accountId }) => byAccount.has(accountId))
  const tagged = await listTagsOfChecks(
    tx,
    concerned.map(({ checkId }) => checkId),
  )
  const paused = tagged.filter(({ accountId, tags }) => isPaused(byAccount.get(accountId) ?? [], tags))
  return new Set(paused.map(({ checkId }) => checkId))
}

const accountsOf = (checks: readonly DueCheck[]): string[] => [...new Set(checks.map(({ accountId }) => accountId))]

const isPaused = (active: readonly EffectiveMaintenance[], checkTags: readonly string[]): boolean =>
  active.some(({ pauseAllChecks: all, tags }) => isCovered({ all, tags }, checkTags))

const isSilencedBy = (active: readonly EffectiveMaintenance[], checkTags: readonly string[]): boolean =>
  active.some(({ silenceAllAlerts: all, silenceAlertsTags: tags }) => isCovered({ all, tags }, checkTags))

/** Longer than a run takes, the wait in its queue included: what acted when it began, and is over when it is settled, still counts for it. */
const maxRunMs = longestRunTimeMs + 15 * minuteMs

interface MaintainedCheck {
  readonly accountId: string
  /** Its own and those of its group. */
  readonly tags: readonly string[]
}

/** The windows that silence a check, merged. */
export interface MaintenanceSilence {
  /** When the last of them ends, in epoch milliseconds; null for a window without a planned end. */
  readonly untilMs: number | null
  /** Whether one of them notifies at its end. */
  readonly notifies: boolean
}

/** The maintenance windows that may silence or pause checks of some accounts now. */
export class ActiveMaintenanceWindows {
  readonly #byAccount: ReadonlyMap<string, readonly EffectiveMaintenance[]>
  readonly #nowMs: number

  constructor(active: readonly EffectiveMaintenance[], nowMs: number) {
    this.#byAccount = Map.groupBy(active, ({ accountId }) => accountId)
    this.#nowMs = nowMs
  }

  #effectiveSince(accountId: string, since: Date): readonly EffectiveMaintenance[] {
    const active = this.#byAccount.get(accountId) ?? []
    return active.filter(({ effectiveUntil: until }) => until === null || until > since)
  }

  /** The windows that silence a check observed at a time, by default now; null without one. */
  silence({ accountId, tags }: MaintainedCheck, observedAt = new Date(this.#nowMs)): MaintenanceSilence | null {
    const silencing = this.#effectiveSince(accountId, observedAt).filter((one) => isSilencedBy([one], tags))
    if (silencing.length === 0) return null
    return { untilMs: lastEnd(silencing), notifies: silencing.some((one) => one.notifyAfterEnd) }
  }

  /** The windows that pause a check now; null without one. */
  pause({ accountId, tags }: MaintainedCheck): { readonly untilMs: number | null } | null {
    const pausing = this.#effectiveSince(accountId, new Date(this.#nowMs)).filter((one) => isPaused([one], tags))
    return pausing.length === 0 ? null : { untilMs: lastEnd(pausing) }
  }

  /** Whether a window that is over paused a check after a time, as far back as windows were loaded. */
  pausedSince({ accountId, tags }: MaintainedCheck, since: Date): boolean {
    return isPaused(this.#effectiveSince(accountId, since), tags)
  }
}

function lastEnd(active: readonly EffectiveMaintenance[]): number | null {
  const ends = active.map(({ effectiveUntil: until }) => until?.getTime() ?? Infinity)
  const last = Math.max(...ends)
  return last === Infinity ? null : last
}

/**
 * The windows of these accounts that are active now, or were while runs that are settled now were in progress; those
 * active since `from` when that is earlier.
 */
export async function loadActiveMaintenanceWindows(
  tx: Queryable,
  accountIds: readonly string[],
  nowMs: number,
  from = new Date(nowMs),
): Promise<ActiveMaintenanceWindows> {
  const span = { from: new Date(Math.min(nowMs - maxRunMs, from.getTime())), to: new Date(nowMs) }
  return new ActiveMaintenanceWindows(await listActiveMaintenances(tx, accountIds, span), nowMs)
}
