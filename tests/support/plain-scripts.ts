import { spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { SystemClock } from '#kernel'
import { ApiScripts, apiScriptProgram } from '#scripting'
import type { ApiScriptsOptions, ScriptProcess, ScriptRuntime } from '#scripting'

/** This repository, whose packages the scripts of tests can use. */
export const ownRuntime: ScriptRuntime = {
  directory: fileURLToPath(new URL('../..', import.meta.url)),
  node: process.execPath,
}

/** Scripts of tests in a process of their own without any isolation: only for scripts that the test wrote. */
export const plainScripts = (changes: Partial<ApiScriptsOptions> = {}): ApiScripts =>
  new ApiScripts({
    runtimes: {
      resolve: (id) => ({ used: '2026.04', warning: id === '2026.04' || id === null ? null : `${id} is old.` }),
      status: () => ({ state: 'installed', progress: 'installed' }),
      get: () => Promise.resolve(ownRuntime),
    },
    findProblem: () => Promise.resolve(null),
    takeProcess: startPlainProcess,
    clock: new SystemClock(),
    ...changes,
  })

/** A process with the program of scripts that is ready. */
export async function startPlainProcess(runtime: ScriptRuntime): Promise<ScriptProcess> {
  const child = spawn(runtime.node, [apiScriptProgram], {
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const channel = child.stdio[3]
  if (!(channel instanceof Duplex)) throw new Error('no channel')
  channel.on('error', () => {})
  const ended = new Promise<Awaited<ScriptProcess['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ cause: signal === null ? 'exit' : 'signal', code, signal }))
  })
  const messages = messagesOf(channel)
  await messages.next()
  return {
    send: (message) => void channel.write(`${JSON.stringify(message)}\n`),
    messages,
    output: outputOf(child.stdout),
    ended,
    stop: () => {
      child.kill('SIGKILL')
      return ended
    },
    dispose: () => Promise.resolve(),
  }
}

async function* messagesOf(channel: Duplex): AsyncGenerator {
  for await (const line of createInterface(channel)) yield JSON.parse(line) as unknown
}

async function* outputOf(stream: Readable | null): AsyncGenerator<{ stream: 'stdout'; text: string }> {
  for await (const chunk of stream ?? []) yield { stream: 'stdout', text: String(chunk) }
}
