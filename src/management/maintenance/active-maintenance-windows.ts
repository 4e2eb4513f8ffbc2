import { longestRunTimeMs } from '#contract'
import { minuteMs } from '#kernel'
import { TagCover } from '#schedule'
import { listActiveMaintenances, listTagsOfChecks } from '#storage/maintenances'
import type { Queryable } from '#storage/database'
import type { EffectiveMaintenance } from '#storage/maintenances'

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
  const covers = new Map([...byAccount].map(([accountId, windows]) => [accountId, pausingCover(windows)]))
  const paused = tagged.filter(({ accountId, tags }) => (covers.get(accountId)?.of(tags).length ?? 0) > 0)
  return new Set(paused.map(({ checkId }) => checkId))
}

const accountsOf = (checks: readonly DueCheck[]): string[] => [...new Set(checks.map(({ accountId }) => accountId))]

const pausingCover = (active: readonly EffectiveMaintenance[]): TagCover<EffectiveMaintenance> =>
  new TagCover(active, ({ pauseAllChecks: all, tags }) => ({ all, tags }))

const silencingCover = (active: readonly EffectiveMaintenance[]): TagCover<EffectiveMaintenance> =>
  new TagCover(active, ({ silenceAllAlerts: all, silenceAlertsTags: tags }) => ({ all, tags }))

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
  readonly names: readonly string[]
}

/** The maintenance windows that may silence or pause checks of some accounts now. */
export class ActiveMaintenanceWindows {
  readonly #byAccount: ReadonlyMap<string, Record<'pausing' | 'silencing', TagCover<EffectiveMaintenance>>>
  readonly #nowMs: number

  constructor(active: readonly EffectiveMaintenance[], nowMs: number) {
    const byAccount = Map.groupBy(active, ({ accountId }) => accountId)
    this.#byAccount = new Map(
      [...byAccount].map(([accountId, windows]) => [
        accountId,
        { pausing: pausingCover(windows), silencing: silencingCover(windows) },
      ]),
    )
    this.#nowMs = nowMs
  }

  /** The windows that pause or silence a check and are effective still, or were after a time. */
  #effectiveSince(
    effect: 'pausing' | 'silencing',
    { accountId, tags }: MaintainedCheck,
    since: Date,
  ): readonly EffectiveMaintenance[] {
    const covering = this.#byAccount.get(accountId)?.[effect].of(tags) ?? []
    return covering.filter(({ effectiveUntil: until }) => until === null || until > since)
  }

  /** The windows that silence a check now, or did when it was observed; null without one. */
  silence(check: MaintainedCheck, observedAt = new Date(this.#nowMs)): MaintenanceSilence | null {
    // After a clock that went back, what was observed may be later than now.
    const since = new Date(Math.min(observedAt.getTime(), this.#nowMs))
    const silencing = this.#effectiveSince('silencing', check, since)
    if (silencing.length === 0) return null
    return {
      untilMs: lastEnd(silencing),
      notifies: silencing.some((one) => one.notifyAfterEnd),
      names: silencing.map(({ name }) => name),
    }
  }

  /** The windows that pause a check now; null without one. */
  pause(check: MaintainedCheck): { readonly untilMs: number | null } | null {
    const pausing = this.#effectiveSince('pausing', check, new Date(this.#nowMs))
    return pausing.length === 0 ? null : { untilMs: lastEnd(pausing) }
  }

  /** Whether a window that is over paused a check after a time, as far back as windows were loaded. */
  pausedSince(check: MaintainedCheck, since: Date): boolean {
    return this.#effectiveSince('pausing', check, since).length > 0
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
