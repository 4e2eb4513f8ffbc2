import type { HttpAnswer, HttpRequest, TaskCode, TaskScript } from '#contract'
import { writeReason } from '#contract/reasons'
import { afterActive } from '#kernel'
import type { Clock } from '#kernel'
import { describeEnd } from './script-process.ts'
import type { ScriptProcess } from './script-process.ts'
import { ScriptLog } from './script-log.ts'
import { fieldOf, readScriptMessage } from './script-messages.ts'
import type { ScriptMessage } from './script-messages.ts'
import { readScriptRequest, scriptRequestOf } from './script-request.ts'

const scriptTimeLimitMs = 10_000
/** Of what is passed to a script and what it passes on. */
export const maxPassedBytes = 256 * 1024

export type ScriptPhase = 'setup' | 'teardown'

/** The response as teardown scripts see it. */
export type ScriptResponse = Pick<HttpAnswer, 'statusText' | 'body' | 'headers' | 'timings' | 'timingPhases'> & {
  readonly statusCode: number
}

type Outcome = Extract<ScriptMessage, { type: 'done' }> | { readonly type: 'failed'; readonly reason: string }

export interface SessionOptions {
  readonly process: ScriptProcess
  readonly code: TaskCode
  /** The directory of the runtime, as the process sees it. */
  readonly packages: string
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Of each script; default: 10 seconds. */
  readonly timeLimitMs?: number
}

/** The scripts of one run in one process: setup before the request, teardown after the response. */
export class ScriptSession {
  readonly setupLog: ScriptLog
  readonly teardownLog: ScriptLog
  /** The variables as the scripts left them. */
  environment: Readonly<Record<string, string>>
  readonly #options: SessionOptions
  #phase: ScriptPhase = 'setup'
  #settle: (outcome: Outcome) => void = () => {}
  /** Why no further script can run. */
  #over: string | null = null

  constructor(options: SessionOptions) {
    this.#options = options
    const { process, code, packages, clock } = options
    const now = (): number => clock.now()
    this.setupLog = new ScriptLog(now)
    this.teardownLog = new ScriptLog(now)
    this.environment = Object.fromEntries(code.environment.map(({ key, value }) => [key, value]))
    process.send({ type: 'job', environment: this.environment, packages, snippets: code.snippets })
    void this.#readMessages()
    void this.#readOutput()
    void process.ended.then((end) => this.#end(`${describeEnd(end)}.`))
    options.signal.addEventListener('abort', this.#cancel, { once: true })
  }

  /** Runs a setup script; returns the request it leaves, or why it failed. */
  async setUp(script: TaskScript, request: HttpRequest): Promise<{ request: HttpRequest } | { failure: string }> {
    const outcome = await this.#run('setup', script, { request: scriptRequestOf(request) })
    if (outcome.type === 'failed') return { failure: sentence(script, outcome.reason) }
    if (bytesOf(outcome.request) > maxPassedBytes)
      return { failure: sentence(script, writeReason('SCRIPT_END_LARGE_REQUEST')) }
    const read = readScriptRequest(request, outcome.request)
    return 'problem' in read
      ? { failure: sentence(script, writeReason('SCRIPT_END_UNSENDABLE_REQUEST', { reason: read.problem })) }
      : read
  }

  /** Runs a teardown script; returns the body it leaves, or why it failed. */
  async tearDown(
    script: TaskScript,
    request: HttpRequest,
    response: ScriptResponse,
  ): Promise<{ body: string } | { failure: string }> {
    const environment = { REQUEST_URL: request.url }
    const outcome = await this.#run('teardown', script, { request: scriptRequestOf(request), response, environment })
    if (outcome.type === 'failed') return { failure: sentence(script, outcome.reason) }
    const body = fieldOf(outcome.response, 'body')
    if (typeof body !== 'string')
      return {
        failure: sentence(script, writeReason('SCRIPT_END_BODY_NO_STRING')),
      }
    if (Buffer.byteLength(body) > maxPassedBytes && body !== response.body)
      return { failure: sentence(script, writeReason('SCRIPT_END_LARGE_BODY')) }
    return { body }
  }

  /** Ends the process and removes what it left. Never rejects. */
  async close(): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#cancel)
    await this.#options.process.stop().catch(() => {})
    await this.#options.process.dispose().catch(() => {})
  }

  async #run(phase: ScriptPhase, { script, dependencies = [] }: TaskScript, input: object): Promise<Outcome> {
    if (this.#over !== null)
      return { type: 'failed', reason: writeReason('SCRIPT_END_NOT_RUN_AFTER', { reason: this.#over }) }
    this.#phase = phase
    const outcome = new Promise<Outcome>((resolve) => {
      this.#settle = resolve
    })
    const { clock, timeLimitMs = scriptTimeLimitMs } = this.#options
    const cancelTimer = afterActive(clock, timeLimitMs, () => {
      this.#end(writeReason('SCRIPT_END_NOT_FINISHED', { seconds: timeLimitMs / 1000 }))
      void this.#options.process.stop()
    })
    this.#options.process.send({ type: 'script', phase, script, dependencies, environment: {}, ...input })
    const settled = await outcome
    cancelTimer()
    if (settled.type === 'done') this.environment = settled.environment
    return settled
  }

  get #log(): ScriptLog {
    return this.#phase === 'setup' ? this.setupLog : this.teardownLog
  }

  #cancel = (): void => {
    this.#end(`${writeReason('SCRIPT_END_CANCELLED')}.`)
    void this.#options.process.stop()
  }

  /** A script that waits gets an error that says why it never finishes. */
  #end(reason: string): void {
    this.#over ??= reason
    this.#settle({ type: 'failed', reason: this.#over })
  }

  async #readMessages(): Promise<void> {
    try {
      for await (const message of this.#options.process.messages) this.#take(readScriptMessage(message))
    } catch (error) {
      this.#end(
        writeReason('SCRIPT_END_MESSAGE_UNREADABLE', { text: error instanceof Error ? error.message : String(error) }),
      )
    }
  }

  #take(message: ScriptMessage | null): void {
    if (message === null) return
    if (message.type === 'log') return message.lines.forEach((line) => this.#log.add(line))
    if (message.type === 'done') return this.#settle(message)
    const { stack, message: text } = message
    const lines = [text, ...stack.map((frame) => `    at ${frame}`)]
    this.#log.note('ERROR', lines.join('\n'))
    if (message.type === 'failed') this.#settle({ type: 'failed', reason: failedWith(text, stack[0]) })
  }

  async #readOutput(): Promise<void> {
    try {
      for await (const { stream, text } of this.#options.process.output)
        for (const msg of text.split('\n'))
          if (msg !== '')
            this.#log.add({ time: this.#options.clock.now(), level: stream === 'stdout' ? 'INFO' : 'ERROR', msg })
    } catch {
      // The end of the process says why.
    }
  }
}

const failedWith = (text: string, frame: string | undefined): string =>
  writeReason('SCRIPT_END_FAILED_WITH', { text: `${text}${frame === undefined ? '' : ` (${frame})`}` })

const sentence = ({ title }: TaskScript, scriptEnd: string): string =>
  writeReason('SCRIPT_ENDED', { script: `The ${title}`, scriptEnd })

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
