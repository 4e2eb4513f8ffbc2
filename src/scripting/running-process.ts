import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { Duplex } from 'node:stream'
import { afterActive, invariant } from '#kernel'
import type { Clock } from '#kernel'
import type { Door } from './door.ts'
import { MessageLines } from './message-lines.ts'
import { OutputTail } from './output-tail.ts'
import { removeRunDirectory } from './run-directory.ts'
import type { RunDirectory } from './run-directory.ts'
import type { EndCause, SandboxEnd, SandboxLimits, SandboxOutput, SandboxedProcess } from './sandbox.ts'
import { endTree } from './watch/end-tree.ts'
import type { RunWatch, Watcher } from './watch/watcher.ts'

export interface RunningParts {
  readonly clock: Clock
  readonly child: ChildProcess
  readonly directory: RunDirectory
  readonly workDirectory: string
  readonly door: Door | null
  readonly doorPort: number | null
  readonly limits: SandboxLimits
  readonly watcher: Watcher
  readonly signal: AbortSignal | undefined
}

/** A process tree behind the wall, which ends by itself, by a limit, or because it is stopped. */
export class RunningProcess implements SandboxedProcess {
  readonly directory: string
  readonly workDirectory: string
  readonly doorUrl: string | null
  readonly messages: AsyncIterable<unknown>
  readonly output: AsyncIterable<SandboxOutput>
  readonly ended: Promise<SandboxEnd>
  readonly #parts: RunningParts
  readonly #lines: MessageLines
  readonly #tail: OutputTail
  readonly #watch: RunWatch
  #cause: EndCause | null = null
  #hasEnded = false
  #ending: Promise<void> | null = null
  #stopWallTime: () => void
  #limits: SandboxLimits

  constructor(parts: RunningParts) {
    const { clock, child, directory, limits, signal } = parts
    this.#parts = parts
    this.#limits = limits
    this.directory = directory.work
    this.workDirectory = parts.workDirectory
    this.doorUrl = parts.doorPort === null ? null : `http://127.0.0.1:${parts.doorPort}`
    const channel = child.stdio[3]
    invariant(channel instanceof Duplex && child.pid !== undefined, 'A started process has its message channel.')
    this.#lines = new MessageLines(channel, () => this.#end('output'))
    this.#tail = new OutputTail((bytes) => bytes > this.#limits.outputBytes && this.#end('output'))
    this.messages = this.#lines.messages
    this.output = this.#tail.output
    const tree = { root: child.pid, directories: [directory.work, directory.temporary], limits }
    this.#watch = parts.watcher.watch(tree, (cause) => this.#end(cause))
    this.#stopWallTime = afterActive(clock, limits.wallMs, () => this.#end('wall time'))
    this.ended = this.#waitForEnd()
    const cancel = (): void => this.#end('cancelled')
    if (signal?.aborted) cancel()
    else signal?.addEventListener('abort', cancel, { once: true })
    void this.ended.then(() => signal?.removeEventListener('abort', cancel))
  }

  send(message: unknown): void {
    if (!this.#hasEnded) this.#lines.send(message)
  }

  stop(): Promise<SandboxEnd> {
    this.#end('cancelled')
    return this.ended
  }

  async dispose(): Promise<void> {
    await this.stop()
    await removeRunDirectory(this.#parts.directory.base)
  }

  startLimits(limits: Partial<SandboxLimits>): void {
    if (this.#hasEnded) return
    this.#limits = { ...this.#limits, ...limits }
    this.#watch.setLimits(this.#limits)
    if (limits.wallMs === undefined) return
    this.#stopWallTime()
    this.#stopWallTime = afterActive(this.#parts.clock, limits.wallMs, () => this.#end('wall time'))
  }

  #end(cause: EndCause): void {
    if (this.#hasEnded || this.#ending) return
    this.#cause = cause
    this.#ending = endTree(this.#parts.child)
  }

  async #waitForEnd(): Promise<SandboxEnd> {
    const { child, door } = this.#parts
    // A channel of messages between Nodes that was closed on purpose keeps a child from reporting 'close' itself.
    const closed = Promise.all(child.stdio.slice(1, messageDescriptor + 1).map(closeOf))
    this.#tail.read('stdout', child.stdout)
    this.#tail.read('stderr', child.stderr)
    const exit = await new Promise<Exit>((resolve) => {
      child.once('exit', (code, signal) => resolve(readExit(code, signal)))
    })
    this.#hasEnded = true
    this.#stopWallTime()
    const watched = await this.#watch.finish()
    await this.#ending
    await closed
    await door?.close()
    this.#tail.output.close()
    this.#lines.messages.close()
    return { ...endOf(exit, this.#cause ?? watched.cause), output: this.#tail.tail, ...watched.usage }
  }
}

const messageDescriptor = 3

const closeOf = (stream: ChildProcess['stdio'][number]): Promise<void> =>
  new Promise((resolve) => {
    if (!stream || stream.closed) resolve()
    else stream.once('close', () => resolve())
  })

interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))
const signalOffset = 128

/** The programs of the wall report a signal of the command as a shell does: 128 and its number. */
function readExit(code: number | null, signal: string | null): Exit {
  const name = code === null ? undefined : signalNames.get(code - signalOffset)
  return name === undefined ? { code, signal } : { code: null, signal: name }
}

/** Limits that the kernel enforces end a process by a separate signal. */
const causeOfSignal: Readonly<Record<string, EndCause>> = { SIGXCPU: 'cpu time', SIGXFSZ: 'disk' }

function endOf(exit: Exit, cause: EndCause | null): Pick<SandboxEnd, 'cause' | 'code' | 'signal'> {
  if (cause !== null) return { cause, code: null, signal: exit.signal }
  if (exit.signal === null) return { cause: 'exit', ...exit }
  return { cause: causeOfSignal[exit.signal] ?? 'signal', ...exit }
}
