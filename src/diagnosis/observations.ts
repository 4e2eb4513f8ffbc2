import type { Evidence, RunEvidence } from './evidence.ts'

/** The scope of an error: every location with an outcome, only some, or there is only one. */
export type Scope = 'everywhere' | 'somewhere' | 'single'

/** Determined by the other locations of the same tick; without any it is `single`. */
export function scopeOf({ otherLocations }: Evidence): Scope {
  if (otherLocations.length === 0) return 'single'
  return otherLocations.some(({ outcome }) => outcome !== 'failed') ? 'somewhere' : 'everywhere'
}

/** The state of the other checks on the host: all fail, all pass, or mixed; null when none has run. */
export function hostHealth({ sameHost }: Evidence): 'failing' | 'healthy' | 'mixed' | null {
  const known = sameHost.flatMap(({ outcome }) => outcome ?? [])
  if (known.length === 0) return null
  const failing = known.filter((outcome) => outcome === 'failing' || outcome === 'failed').length
  return failing === 0 ? 'healthy' : failing === known.length ? 'failing' : 'mixed'
}

export interface SlowedPhase {
  readonly name: string
  readonly beforeMs: number
  readonly nowMs: number
}

const noticeableMs = 20
const noticeableFactor = 1.5

/** The phase that grew most since the last good run; null when none grew noticeably or there is no run to compare. */
export function slowedPhase(run: RunEvidence | null, before: RunEvidence | null): SlowedPhase | null {
  const [now, then] = [run?.phases, before?.phases]
  if (!now || !then) return null
  const slowed = Object.entries(now)
    .filter(([name]) => name !== 'total')
    .map(([name, nowMs]) => ({ name, nowMs, beforeMs: then[name] ?? 0 }))
    .filter(({ nowMs, beforeMs }) => nowMs - beforeMs >= noticeableMs && nowMs >= beforeMs * noticeableFactor)
  return slowed.toSorted((a, b) => b.nowMs - b.beforeMs - (a.nowMs - a.beforeMs))[0] ?? null
}

/** DNS answers that were removed or added since the last good run; null without a difference or a run to compare. */
export function changedAnswers({ run, lastGoodRun }: Evidence): { removed: string[]; added: string[] } | null {
  if (!run?.dns || !lastGoodRun?.dns) return null
  const [now, before] = [new Set(run.dns.answers), new Set(lastGoodRun.dns.answers)]
  const removed = [...before].filter((answer) => !now.has(answer))
  const added = [...now].filter((answer) => !before.has(answer))
  return removed.length + added.length === 0 ? null : { removed, added }
}

/** Whether the target resolved to another address than in the last good run. */
export const changedAddress = ({ run, lastGoodRun }: Evidence): { from: string; to: string } | null =>
  run?.remoteAddress && lastGoodRun?.remoteAddress && run.remoteAddress !== lastGoodRun.remoteAddress
    ? { from: lastGoodRun.remoteAddress, to: run.remoteAddress }
    : null

export const tenths = (ms: number): number => Math.round(ms * 10) / 10
