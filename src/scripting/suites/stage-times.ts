import type { Clock } from '#kernel'
import type { SuiteStage } from './messages.ts'

/** In the order in which a suite has them; the last one is of what the service does with its files. */
export type TimedStage = 'engine' | SuiteStage | 'artifacts'
export type StageDurations = Readonly<Partial<Record<TimedStage, number>>>

const texts: Readonly<Record<TimedStage, readonly [begin: string, done: string]>> = {
  engine: ['Preparing the engine and its browser.', 'Prepared the engine and its browser'],
  unpack: ['Unpacking the code bundle.', 'Unpacked the code bundle'],
  cache: ['Looking for dependencies of an earlier run.', 'Looked for dependencies of an earlier run'],
  install: ['Installing packages.', 'Installed packages'],
  save: ['Packing the dependencies for later runs.', 'Packed the dependencies for later runs'],
  test: ['Running the test command.', 'Ran the test command'],
  artifacts: ['Collecting the files of the run.', 'Collected the files of the run'],
}

/** Notes when each stage begins, and how long it took. */
export class StageTimes {
  readonly #clock: Clock
  readonly #note: (level: 'INFO', text: string) => void
  readonly #durations: Partial<Record<TimedStage, number>> = {}
  #current: { readonly stage: TimedStage; readonly since: number; detail: string } | null = null

  constructor(clock: Clock, note: (level: 'INFO', text: string) => void) {
    this.#clock = clock
    this.#note = note
  }

  /** Milliseconds; a stage that was entered twice has the sum. */
  get durations(): StageDurations {
    return { ...this.#durations }
  }

  enter(stage: TimedStage): void {
    this.finish()
    this.#current = { stage, since: this.#clock.monotonicMs(), detail: '' }
    this.#note('INFO', texts[stage][0])
  }

  /** Added to the line that ends the current stage. */
  detail(text: string): void {
    if (this.#current !== null) this.#current.detail = ` (${text})`
  }

  finish(): void {
    if (this.#current === null) return
    const { stage, since, detail } = this.#current
    this.#current = null
    const ms = Math.round(this.#clock.monotonicMs() - since)
    this.#durations[stage] = (this.#durations[stage] ?? 0) + ms
    this.#note('INFO', `${texts[stage][1]}${detail} in ${(ms / 1000).toFixed(1)} s.`)
  }
}
