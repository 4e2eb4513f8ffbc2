import { maxLogBytes, maxWrittenBytes } from './suite-limits.ts'

type Note = (level: 'INFO' | 'ERROR', text: string) => void

/** Passes on the output of commands up to the limit of a log, then notes that the rest is missing. */
export class SuiteLog {
  readonly #note: Note
  readonly #onFlood: () => void
  readonly #limits: { readonly log: number; readonly written: number }
  #written = 0

  /** `onFlood` is called when more was written than any suite may. */
  constructor(note: Note, onFlood: () => void, limits = { log: maxLogBytes, written: maxWrittenBytes }) {
    this.#note = note
    this.#onFlood = onFlood
    this.#limits = limits
  }

  write(level: 'INFO' | 'ERROR', text: string): void {
    const before = this.#written
    this.#written += Buffer.byteLength(text)
    if (before <= this.#limits.log) this.#note(level, text)
    if (before <= this.#limits.log && this.#written > this.#limits.log)
      this.#note('ERROR', 'The output is longer than a log keeps: what follows is left out.')
    if (before <= this.#limits.written && this.#written > this.#limits.written) this.#onFlood()
  }
}
