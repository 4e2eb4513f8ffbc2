import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandEnvironment, newDataDir } from './server-process.ts'
import { awaited, observeService } from './waiting.ts'

const main = join(import.meta.dirname, '../../src/cli/main.ts')
const shownLength = 2_000

export interface AgentProcess {
  readonly pid: number
  readonly output: () => string
  readonly isRunning: () => boolean
  /** kill -9. */
  readonly kill: () => Promise<void>
  /** SIGTERM; answers the exit code. */
  readonly stop: () => Promise<number | null>
  /** Waits for the end; answers the exit code. */
  readonly ended: () => Promise<number | null>
}

/** Starts an agent as a user would, and waits until it waits for runs or has ended. */
export async function startAgentProcess(environment: Readonly<Record<string, string>>): Promise<AgentProcess> {
  const dataDir = newDataDir()
  const child = spawn(process.execPath, [main, 'agent'], {
    env: {
      ...commandEnvironment(),
      AGENT_HEALTH_PORT: '0',
      BELFRY_DATA_DIR: dataDir,
      BELFRY_RUNTIMES: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const started = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Waiting for runs.')) started.resolve()
    })
  const closed = once(child, 'close').then(() => rmSync(dataDir, { recursive: true, force: true }))
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (isRunning()) child.kill(signal)
    await closed
    return child.exitCode
  }
  observeService(() => `The agent ${isRunning() ? 'runs' : 'has ended'}. It printed:\n${output.slice(-shownLength)}`)
  using _waiting = awaited('the agent to wait for runs')
  await Promise.race([started.promise, closed])
  return {
    pid: child.pid ?? 0,
    output: () => output,
    isRunning,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    ended: () => closed.then(() => child.exitCode),
  }
}
