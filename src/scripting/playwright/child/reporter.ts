import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { RunAttachment, RunError, RunResult, RunStep, RunTest, SourcePosition, StepProgress } from '../messages.ts'
import { ownChannel } from './channel.ts'
import { EventsFile } from './events-file.ts'

/** The parts of Playwright's reporter interface that are used here. */
interface Located {
  readonly location?: { readonly file: string; readonly line: number; readonly column: number }
}
interface TestError extends Located {
  readonly message?: string
  readonly stack?: string
  readonly value?: string
  readonly snippet?: string
}
interface Step extends Located {
  readonly title: string
  readonly category: string
  readonly startTime: Date
  readonly duration: number
  readonly error?: TestError
  readonly parent?: Step
  readonly steps: readonly Step[]
}
interface Test extends Located {
  readonly title: string
  readonly expectedStatus: string
  readonly annotations: readonly { readonly type: string; readonly description?: string }[]
  titlePath(): string[]
}
interface Result {
  readonly status: RunTest['status']
  readonly retry: number
  readonly startTime: Date
  readonly duration: number
  readonly errors: readonly TestError[]
  readonly annotations?: Test['annotations']
  readonly steps: readonly Step[]
  readonly attachments: readonly {
    readonly name: string
    readonly contentType: string
    readonly path?: string
    readonly body?: Buffer
  }[]
}
interface Options {
  readonly sources: string
  readonly eventsFile: string
  /** The directory of the golden files of the entry, when the run updates them. */
  readonly snapshots: string | null
}

const maxInlineBytes = 64 * 1024
const maxText = 20_000
/** Names of the project and the file come before the titles of the user. */
const titlesBeforeOwn = 3

/** Sends steps and output as they happen, and the result when Playwright has written every file of the run. */
export default class Reporter {
  readonly #options: Options
  readonly #channel = ownChannel()
  readonly #tests: RunTest[] = []
  readonly #errors: RunError[] = []
  readonly #events: EventsFile
  #startedAt = Date.now()
  #status: RunResult['status'] = 'failed'

  constructor(options: Options) {
    this.#options = options
    this.#events = new EventsFile(options.eventsFile)
  }

  /** Otherwise Playwright adds its default reporter, which writes to the terminal. */
  printsToStdio(): boolean {
    return true
  }

  onBegin(): void {
    this.#startedAt = Date.now()
  }

  onTestBegin(test: Test, { startTime }: Result): void {
    this.#sendStep({ ...testStep(test), state: 'started', at: startTime.getTime(), durationMs: null })
  }

  onStepBegin(_test: Test, _result: Result, step: Step): void {
    this.#sendStep({ ...partOf(step), state: 'started', at: step.startTime.getTime(), durationMs: null })
  }

  onStepEnd(_test: Test, _result: Result, step: Step): void {
    const at = step.startTime.getTime() + step.duration
    this.#sendStep({ ...partOf(step), state: step.error ? 'failed' : 'passed', at, durationMs: step.duration })
  }

  onStdOut(chunk: string | Buffer): void {
    this.#log('info', chunk)
  }

  onStdErr(chunk: string | Buffer): void {
    this.#log('error', chunk)
  }

  onError(error: TestError): void {
    this.#errors.push(this.#errorOf(error))
  }

  onTestEnd(test: Test, result: Result): void {
    const at = result.startTime.getTime() + result.duration
    this.#sendStep({ ...testStep(test), state: stateOf(test, result), at, durationMs: result.duration })
    this.#tests.push({
      titles: ownTitles(test),
      position: this.#positionOf(test),
      status: result.status,
      expectedStatus: test.expectedStatus,
      retry: result.retry,
      startedAt: result.startTime.getTime(),
      durationMs: result.duration,
      errors: result.errors.map((error) => this.#errorOf(error)),
      annotations: (result.annotations ?? test.annotations).map(({ type, description }) => ({
        type,
        description: description ?? null,
      })),
      steps: result.steps.map((step) => this.#stepOf(step)),
      attachments: result.attachments.flatMap(attachmentOf),
    })
  }

  onEnd({ status }: { status: RunResult['status'] }): void {
    this.#status = status
  }

  /** Called last, before the runner ends this process. */
  async onExit(): Promise<void> {
    this.#channel.send({
      result: {
        status: this.#status,
        startedAt: this.#startedAt,
        durationMs: Date.now() - this.#startedAt,
        tests: this.#tests,
        errors: this.#errors,
        events: new EventsFile(this.#options.eventsFile).next(),
        snapshots: this.#snapshots(),
      },
    })
    await this.#channel.flushed()
  }

  #snapshots(): string[] {
    const { snapshots, sources } = this.#options
    if (snapshots === null || !existsSync(snapshots)) return []
    return readdirSync(snapshots, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(sources, path.join(entry.parentPath, entry.name)))
  }

  #sendStep(step: StepProgress): void {
    this.#sendSecrets()
    this.#channel.send({ step })
  }

  /** Before anything that may contain them. */
  #sendSecrets(): void {
    for (const event of this.#events.next()) if (event.type === 'secret') this.#channel.send({ secret: event.value })
  }

  #log(level: 'info' | 'error', chunk: string | Buffer): void {
    this.#sendSecrets()
    this.#channel.send({ log: { at: Date.now(), level, text: clean(chunk.toString()) } })
  }

  #stepOf(step: Step): RunStep {
    return {
      title: step.title,
      category: step.category,
      startedAt: step.startTime.getTime(),
      durationMs: step.duration,
      error: step.error ? this.#errorOf(step.error) : null,
      position: this.#positionOf(step),
      steps: step.steps.map((child) => this.#stepOf(child)),
    }
  }

  #errorOf(error: TestError): RunError {
    return {
      message: this.#relative(clean(error.message ?? error.value ?? 'Unknown error')),
      stack: error.stack ? this.#relative(clean(error.stack)) : null,
      position: this.#positionOf(error),
      snippet: error.snippet ? clean(error.snippet) : null,
    }
  }

  /** Texts with the paths of the check's files as its author knows them. */
  #relative(text: string): string {
    return text.replaceAll(`${this.#options.sources}${path.sep}`, '')
  }

  /** Only positions in files of the check are useful to its author. */
  #positionOf({ location }: Located): SourcePosition | null {
    if (location === undefined || location.line < 1) return null
    const file = path.relative(this.#options.sources, location.file)
    return file.startsWith('..') ? null : { file, line: location.line, column: location.column }
  }
}

const ownTitles = (test: Test): string[] => test.titlePath().slice(titlesBeforeOwn)

const depthOf = (step: Step): number => (step.parent ? 1 + depthOf(step.parent) : 1)

const partOf = (step: Step) => ({ title: clean(step.title), category: step.category, depth: depthOf(step) })

const testStep = (test: Test) => ({ title: clean(ownTitles(test).join(' › ')), category: 'test', depth: 0 })

function stateOf({ expectedStatus }: Test, { status }: Result): StepProgress['state'] {
  if (status === 'skipped') return 'skipped'
  return status === expectedStatus ? 'passed' : 'failed'
}

const clean = (text: string): string => stripVTControlCharacters(text).slice(0, maxText)

function attachmentOf({ name, contentType, path: file, body }: Result['attachments'][number]): RunAttachment[] {
  // A comparison without a golden file names one that does not exist.
  if (file !== undefined)
    return existsSync(file) ? [{ name, contentType, path: path.relative(process.cwd(), file) }] : []
  if (body === undefined || body.length > maxInlineBytes) return []
  return [{ name, contentType, bodyBase64: body.toString('base64') }]
}
