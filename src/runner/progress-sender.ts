import { maxProgressCharacters, maxProgressEvents } from '#contract'
import type { RunProgress, RunTask } from '#contract'
import { redactor } from '#redaction'
import type { Clock } from '#kernel'
import type { ProgressListener } from '#probes'

export interface ProgressOptions {
  readonly secrets: RunTask['secrets']
  readonly clock: Clock
  /** How long events wait for others. */
  readonly gatherMs: number
  /** False when the run is no longer wanted. */
  readonly send: (events: readonly RunProgress[]) => Promise<boolean>
  readonly onUnwanted: () => void
}

/** How often a run without events asks whether it is still wanted. */
const askEveryMs = 2000

/**
 * Sends what happens in one run, in batches, without its secrets, up to a limit. Learns in the same way that the run is
 * no longer wanted. What cannot be sent is lost: the report has everything that matters.
 */
export class ProgressSender implements ProgressListener {
  readonly #options: ProgressOptions
  readonly #ended = new AbortController()
  readonly #secrets: string[]
  #redact: (text: string) => string
  #waiting: RunProgress[] = []
  #events = 0
  #characters = 0
  #wake = new AbortController()
  readonly #sending: Promise<void>

  constructor(options: ProgressOptions) {
    this.#options = options
    this.#secrets = [...options.secrets]
    this.#redact = redactor(this.#secrets)
    this.#sending = this.#sendAll()
  }

  readonly add = (event: RunProgress): void => {
    if (this.#isFull()) return
    const shown = this.#withoutSecrets(event)
    this.#events += 1
    this.#characters += shown.type === 'LOG' ? shown.message.length : shown.title.length
    this.#waiting.push(this.#isFull() ? { type: 'LOG', at: event.at, level: 'WARN', message: tooMuch } : shown)
    this.#wake.abort()
  }

  readonly hide = (secret: string): void => {
    if (secret === '' || this.#secrets.length >= this.#options.secrets.length + maxFoundSecrets) return
    this.#secrets.push(secret)
    this.#redact = redactor(this.#secrets)
  }

  /** Sends what is left. */
  async end(): Promise<void> {
    this.#ended.abort()
    await this.#sending
  }

  #isFull(): boolean {
    return this.#events >= maxProgressEvents || this.#characters >= maxProgressCharacters
  }

  #withoutSecrets(event: RunProgress): RunProgress {
    return event.type === 'LOG'
      ? { ...event, message: this.#redact(event.message) }
      : { ...event, title: this.#redact(event.title) }
  }

  async #sendAll(): Promise<void> {
    const { clock, gatherMs } = this.#options
    const { signal } = this.#ended
    while (!signal.aborted) {
      this.#wake = new AbortController()
      if (this.#waiting.length === 0) await clock.sleep(askEveryMs, AbortSignal.any([signal, this.#wake.signal]))
      if (this.#waiting.length > 0) await clock.sleep(gatherMs, signal)
      await this.#sendWaiting()
    }
    if (this.#waiting.length > 0) await this.#sendWaiting()
  }

  async #sendWaiting(): Promise<void> {
    const events = this.#waiting
    this.#waiting = []
    const isWanted = await this.#options.send(events).catch(() => true)
    if (!isWanted) this.#options.onUnwanted()
  }
}

const maxFoundSecrets = 100
const tooMuch = 'The rest of the progress is left out, because there is too much of it.'
