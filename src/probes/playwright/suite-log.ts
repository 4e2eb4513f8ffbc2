import type { LogLine } from '#contract'

/** Of one run. What a suite says beyond is left out. */
const maxLines = 5000
const maxCharacters = 1_000_000
const maxLineLength = 10_000

/** Of the service; output ends its lines. */
const isSentence = (text: string): boolean => !text.includes('\n') && text.endsWith('.')

/** Cuts what a suite writes into lines. A line that arrives in parts is one, so that no secret is cut in two. */
export class SuiteLog {
  readonly #lines: LogLine[]
  readonly #now: () => number
  readonly #onLine: (line: LogLine) => void
  readonly #begun = new Map<LogLine['level'], string>()
  #characters = 0
  #isFull = false

  /** `onLine` is called with each line, when it is whole. */
  constructor(lines: LogLine[], now: () => number, onLine: (line: LogLine) => void = () => {}) {
    this.#lines = lines
    this.#now = now
    this.#onLine = onLine
  }

  /** A sentence of the service, or a part of the output. */
  add(level: LogLine['level'], text: string): void {
    const begun = this.#begun.get(level) ?? ''
    if (begun === '' && isSentence(text)) return this.#push(level, text)
    const lines = `${begun}${text}`.split('\n')
    const rest = lines.pop() ?? ''
    for (const line of lines) this.#push(level, line)
    if (rest.length > maxLineLength) this.#push(level, rest)
    this.#begun.set(level, rest.length > maxLineLength ? '' : rest)
  }

  /** Adds lines that were begun. */
  end(): void {
    for (const [level, line] of this.#begun) this.#push(level, line)
    this.#begun.clear()
  }

  #push(level: LogLine['level'], line: string): void {
    if (line.trim() === '' || this.#isFull) return
    this.#characters += line.length
    this.#isFull = this.#lines.length >= maxLines || this.#characters > maxCharacters
    const kept = this.#isFull ? 'The suite wrote more lines, which are left out.' : line.slice(0, maxLineLength)
    const whole: LogLine = { time: this.#now(), level: this.#isFull ? 'WARN' : level, msg: kept }
    this.#lines.push(whole)
    this.#onLine(whole)
  }
}
