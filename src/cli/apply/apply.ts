import { watch } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { SystemClock } from '#kernel'
import { clientOfEnvironment, ClientProblem } from '../environment-client.ts'
import { isUnreachable } from '../is-unreachable.ts'
import { stopSignal } from '../stop-signal.ts'
import { usages } from '../usages.ts'
import { applyOnce, exitCodes } from './apply-once.ts'
import type { ApplyContext, Terminal } from './apply-once.ts'
import { OptionProblem, readApplyOptions } from './apply-options.ts'

/** Makes the resources of a project what the files of a directory say. Returns the exit code of `usages`. */
export async function apply(args: readonly string[]): Promise<number> {
  try {
    const options = readApplyOptions(args)
    const context = { client: clientOfEnvironment(), options, environment: process.env, terminal: terminalHere() }
    const code = await attempt(context)
    return options.watch && code !== exitCodes.notConfirmed ? await applyChanges(context) : code
  } catch (error) {
    if (error instanceof OptionProblem) return couldNot(`${error.message}\n\n${usages.apply}`)
    if (error instanceof ClientProblem) return couldNot(`${error.message}\n`)
    throw error
  }
}

function couldNot(message: string): number {
  process.stderr.write(message)
  return exitCodes.couldNot
}

async function attempt(context: ApplyContext): Promise<number> {
  try {
    return await applyOnce(context)
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return couldNot('The service at BELFRY_URL cannot be reached.\n')
  }
}

/** The terminal of this process. */
export const terminalHere = (): Terminal => ({
  print: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
  confirm: process.stdin.isTTY && process.stderr.isTTY ? ask : null,
})

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}

/** Editors write a file in several steps. */
const quietMs = 300

/** Applies after each change of a file, without asking, until a signal comes. */
async function applyChanges(context: ApplyContext): Promise<number> {
  const { directory } = context.options
  const clock = new SystemClock()
  const stopped = new AbortController()
  void stopSignal(clock, () => {}).then(() => stopped.abort())
  context.terminal.note(`Watching ${directory}; Ctrl-C ends it.\n`)
  const changes = watch(directory, { recursive: true, signal: stopped.signal })
  try {
    let next: Change = changes.next()
    for (;;) {
      if ((await next).done === true) return exitCodes.applied
      ;({ next } = await quiet(changes, clock))
      await attempt({ ...context, options: { ...context.options, yes: true } })
    }
  } catch (error) {
    if (stopped.signal.aborted) return exitCodes.applied
    throw error
  }
}

type Change = Promise<IteratorResult<unknown>>

/** Waits until nothing has changed for a moment. Returns what waits for the next change. */
async function quiet(changes: AsyncIterator<unknown>, clock: SystemClock): Promise<{ readonly next: Change }> {
  for (;;) {
    const next = changes.next()
    const first = await Promise.race([next.then(() => 'change'), clock.sleep(quietMs).then(() => 'quiet')])
    if (first === 'quiet') return { next }
  }
}
