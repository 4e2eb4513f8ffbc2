import type { LogLine } from '#contract'

const maxLines = 2000
const maxLength = 256 * 1024

/** The log of one phase of a run, bounded whatever its scripts write. Times are within the run. */
export class ScriptLog {
  readonly lines: LogLine[] = []
  readonly #now: () => number
  readonly #startedAt: number
  #length = 0
  #isFull = false

  constructor(now: () => number) {
    this.#now = now
    this.#startedAt = now()
  }

  note(level: LogLine['level'], msg: string): void {
    this.lines.push({ time: this.#now(), level, msg })
  }

  /** Adds a line that a script wrote. */
  add(line: LogLine): void {
    if (this.#isFull) return
    this.#length += line.msg.length
    this.#isFull = this.lines.length >= maxLines || this.#length > maxLength
    if (this.#isFull) return this.note('WARN', 'Further output of the scripts is not kept.')
    this.lines.push({ ...line, time: Math.min(this.#now(), Math.max(this.#startedAt, line.time)) })
  }
}
