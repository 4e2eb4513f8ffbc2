import type { ReplayTick } from '#alerting'
import { dayMs } from '#kernel'
import type { PassedRun, ProblemRun } from '#storage/runs'
import { passedTick, retriedTick, tickOfRuns } from './recorded-sessions.ts'
import { VariantReplay } from './variant-replay.ts'
import type { Variant } from './variant-replay.ts'

/** The runs of one check that are known and not replayed yet: a window that moves over its history. */
export class CheckHistory {
  readonly variants: readonly VariantReplay[]
  readonly #problems = new Map<string, ProblemRun[]>()
  readonly #passes = new Map<string, [PassedRun, ...PassedRun[]]>()

  constructor(variants: readonly Variant[], fromMs: number) {
    this.variants = variants.map((variant) => new VariantReplay(variant, fromMs))
  }

  /** Whether passes decide something. */
  get wantsPasses(): boolean {
    return this.#problems.size > 0 || this.variants.some((variant) => !variant.isSettled)
  }

  addProblem(run: ProblemRun): void {
    const known = this.#problems.get(run.sessionId)
    if (known) known.push(run)
    else this.#problems.set(run.sessionId, [run])
  }

  addPass(run: PassedRun): void {
    const known = this.#passes.get(run.sessionId)
    if (known) known.push(run)
    else this.#passes.set(run.sessionId, [run])
  }

  /** Replays what finished before a time, up to which everything must have been added. */
  replayTo(ms: number): void {
    const passes = this.#takePasses(ms)
    const problems = [...this.#problems].map(([id, runs]) => ({ id, runs, tick: tickOfRuns(runs) }))
    for (const variant of this.variants) {
      const ticks = [...passes, ...problems.flatMap(({ runs, tick }) => tickFor(variant, runs, tick, ms))]
      for (const tick of ticks.toSorted(byEnd)) if (tick.atMs < ms) variant.take(tick)
    }
    for (const { id, runs, tick } of problems) if (isOver(runs, tick, ms)) this.#problems.delete(id)
  }

  end(ms: number): void {
    this.replayTo(ms)
    for (const variant of this.variants) variant.end(ms - 1)
  }

  /** A session in which something did not pass is none that passed. */
  #takePasses(ms: number): ReplayTick[] {
    const ticks: ReplayTick[] = []
    for (const [id, runs] of this.#passes) {
      const tick = passedTick(runs)
      if (tick.atMs >= ms) continue
      this.#passes.delete(id)
      if (!this.#problems.has(id)) ticks.push(tick)
    }
    return ticks
  }
}

function tickFor(
  replay: VariantReplay,
  runs: readonly ProblemRun[],
  stored: ReplayTick | null,
  beforeMs: number,
): ReplayTick[] {
  const { retries } = replay.variant
  if (retries === undefined) return stored ? [stored] : []
  const found = retriedTick(runs, retries)
  if (found === null) return []
  if (found.tick.atMs < beforeMs) replay.unknownRetries += found.unknownRetries
  return [found.tick]
}

/** By the id where several finished with one batch. */
const byEnd = (one: ReplayTick, other: ReplayTick): number =>
  one.atMs - other.atMs || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

/** A session that has not ended after a day never will. */
const isOver = (runs: readonly ProblemRun[], tick: ReplayTick | null, ms: number): boolean =>
  tick === null ? runs.every(({ createdMs }) => createdMs < ms - dayMs) : tick.atMs < ms
