import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgenticAction, RuntimeId } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Egress } from '#egress'
import type { Clock } from '#kernel'
import { ScriptSlots } from '../api/script-slots.ts'
import { playwrightLimits } from '../playwright/playwright-limits.ts'
import { numberOf, textOf, textOrNull, textsOf, valueAt } from '../playwright/read-values.ts'
import type { Runtimes } from '../runtimes/runtimes.ts'
import type { Sandbox, SandboxedProcess } from '../sandbox.ts'
import { throughDoor } from '../through-door.ts'
import { codeOf, needsPage } from './script-of.ts'

const child = fileURLToPath(new URL('./child', import.meta.url))

const sessionsAtOnce = 2

export interface AgentSessionsOptions {
  readonly runtimes: Runtimes
  readonly sandbox: () => Promise<Sandbox>
  readonly egress: Egress
  readonly clock: Clock
}

export interface AgentOrder {
  readonly runtimeId: RuntimeId | null
  readonly accountId: string
  /** The variables of the prompt, its hosts and the names of its secrets. */
  readonly environment: Readonly<Record<string, string>>
  readonly userAgent: string
  /** The longest that the session may take, in milliseconds. */
  readonly limitMs: number
  readonly signal: AbortSignal
}

/** The outcome of an action and the page after it. All of it is untrusted. */
export interface ActionOutcome {
  readonly problem: string | null
  readonly url: string
  readonly title: string
  readonly snapshot: string
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
}

export interface AgentSession {
  /** Never rejects: a process that ended is a problem. */
  perform(action: AgenticAction): Promise<ActionOutcome>
  close(): Promise<void>
}

/** Browsers and HTTP clients behind the wall that perform single actions. */
export class AgentSessions {
  readonly #options: AgentSessionsOptions
  readonly #slots = new ScriptSlots(sessionsAtOnce)

  constructor(options: AgentSessionsOptions) {
    this.#options = options
  }

  /** Rejects with the reason when no session is available. */
  async open(order: AgentOrder): Promise<AgentSession> {
    const release = await this.#slots.take(order.accountId, order.signal)
    try {
      return new ProcessSession(await this.#start(order), release)
    } catch (error) {
      release()
      throw error
    }
  }

  async #start({ runtimeId, environment, userAgent, limitMs, signal }: AgentOrder): Promise<SandboxedProcess> {
    const { runtimes, egress } = this.#options
    const runtime = await runtimes.get(runtimes.resolve(runtimeId).used, signal)
    const { node, directory, chromium } = runtime
    const sandbox = await this.#options.sandbox()
    const process = await sandbox.start({
      program: node,
      args: ['--disable-warning=ExperimentalWarning', path.join(child, 'main.ts'), directory],
      environment: { LANG: 'C.UTF-8', TZ: 'UTC', CI: '1' },
      readable: [
        ...new Set([directory, child, path.dirname(node), ...(chromium ? [path.dirname(chromium.program)] : [])]),
      ],
      limits: { ...playwrightLimits, wallMs: limitMs },
      network: { egress },
      signal,
    })
    process.send({ environment, userAgent, chromium: chromium && throughDoor(chromium, process.doorUrl) })
    return process
  }
}

class ProcessSession implements AgentSession {
  readonly #process: SandboxedProcess
  readonly #messages: AsyncIterator<unknown>

  readonly #release: () => void

  constructor(process: SandboxedProcess, release: () => void) {
    this.#process = process
    this.#release = release
    this.#messages = process.messages[Symbol.asyncIterator]()
  }

  async perform(action: AgenticAction): Promise<ActionOutcome> {
    this.#process.send({ code: codeOf(action), needsPage: needsPage(action), isRequest: action.tool === 'request' })
    for (;;) {
      const { value, done } = await this.#messages.next()
      if (done) return this.#ended()
      if (valueAt(value, 'ready') !== true) return outcomeOf(value)
    }
  }

  async close(): Promise<void> {
    await this.#process.dispose()
    this.#release()
  }

  async #ended(): Promise<ActionOutcome> {
    const { cause, output } = await this.#process.ended
    const problem = writeReason('BROWSER_ENDED', { cause, text: output.trim().slice(-500) }).trim()
    return { problem, url: '', title: '', snapshot: '', response: null }
  }
}

function outcomeOf(value: unknown): ActionOutcome {
  const response = valueAt(value, 'response')
  return {
    problem:
      valueAt(value, 'ok') === true ? null : (textOrNull(valueAt(value, 'problem')) ?? writeReason('ACTION_FAILED')),
    url: textOf(valueAt(value, 'url')),
    title: textOf(valueAt(value, 'title')),
    snapshot: textOf(valueAt(value, 'snapshot')),
    response:
      response === null || response === undefined
        ? null
        : {
            status: numberOf(valueAt(response, 'status')),
            headers: textsOf(valueAt(response, 'headers')),
            body: textOf(valueAt(response, 'body')),
          },
  }
}
