import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { observeService } from './waiting.ts'

export { eventually, freePort }

export const journeyKey = 'bfu_journey_journey_journey_journey'
const main = join(import.meta.dirname, '../../src/cli/main.ts')
/** The environment of a command that a test starts: nothing but the directory of the run, and code that is compiled already. */
export const commandEnvironment = (): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
})

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'belfry-journey-'))
export const removeDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true })

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  readonly output: () => string
  readonly isRunning: () => boolean
  /** A call with the journey's key; returns the parsed body. Throws when there is no response. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>
  /** Sets the clock of the process so far ahead of the real one; of servers with `clockAheadMs` only. */
  readonly turnClock: (aheadMs: number) => void
  /** Stops the process until this has ended, then continues it. Its database and evaluation processes run meanwhile. */
  readonly freeze: (during: () => Promise<void>) => Promise<void>
  /** kill -9. */
  readonly kill: () => Promise<void>
  /** SIGTERM, once or as often as said; answers the exit code. */
  readonly stop: (signals?: number) => Promise<number | null>
}

export interface ServerOptions {
  /** Default: that of the command, `./data`. */
  readonly dataDir?: string
  readonly port: number
  /** Default: the server of this working tree. */
  readonly command?: ServerCommand
  readonly environment?: Readonly<Record<string, string>>
  /** Starts the process with a clock that can be turned, so far ahead of the real one. */
  readonly clockAheadMs?: number
}

/** How to start an installation elsewhere, as another user or not. */
export interface ServerCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly uid?: number
  readonly gid?: number
}

const linesShown = 20
const turnedClock = join(import.meta.dirname, 'turned-clock.ts')
/** Collecting a small young generation costs a start a fifth of its processor time. */
const nodeFlags = ['--min-semi-space-size=16', '--max-semi-space-size=32']
const ownCommand: ServerCommand = {
  program: process.execPath,
  args: [...nodeFlags, main, 'server'],
  cwd: process.cwd(),
}

/** Starts the service as a user would, in a separate process, and waits until it answers. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { dataDir, port, environment, clockAheadMs, command = ownCommand } = options
  const { program, args, ...place } = command
  const clockFile = join(dataDir ?? tmpdir(), 'turned-clock')
  if (clockAheadMs !== undefined) writeFileSync(clockFile, String(clockAheadMs))
  const imports = clockAheadMs === undefined ? [] : ['--import', turnedClock]
  const child = spawn(program, [...imports, ...args], {
    ...place,
    env: {
      TURNED_CLOCK_FILE: clockFile,
      // An installation elsewhere has a separate cache.
      ...(command === ownCommand ? commandEnvironment() : { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] }),
      HOST: '127.0.0.1',
      PORT: String(port),
      ...(dataDir !== undefined && { BELFRY_DATA_DIR: dataDir }),
      BELFRY_INITIAL_API_KEY: journeyKey,
      // A runtime is installed once for all tests, and by those that need one.
      BELFRY_ANCHORS: 'off',
      BELFRY_RUNTIMES: 'off',
      // Built once for all journeys of the interface, which turn it on.
      BELFRY_INTERFACE: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const server: ServerProcess = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    isRunning: () => isRunning(child),
    call: (method, path, body) => call(`http://127.0.0.1:${port}${path}`, method, body),
    turnClock: (aheadMs) => {
      writeFileSync(clockFile, String(aheadMs))
      child.kill('SIGUSR2')
    },
    async freeze(during) {
      child.kill('SIGSTOP')
      await during()
      child.kill('SIGCONT')
    },
    kill: () => end(child, 'SIGKILL').then(() => {}),
    stop: (signals) => end(child, 'SIGTERM', signals),
  }
  observeService(() => describe(server))
  await untilAnswering(server)
  return server
}

/** How it is, and what it logged last. */
function describe({ url, isRunning, output }: ServerProcess): string {
  const lines = output().trimEnd().split('\n').slice(-linesShown)
  return [`The server at ${url} ${isRunning() ? 'runs' : 'has ended'}. Its last lines:`, ...lines].join('\n  ')
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM', signals = 1): Promise<number | null> {
  if (!isRunning(child)) return child.exitCode
  const exited = once(child, 'exit')
  for (let sent = 0; sent < signals; sent += 1) {
    child.kill(signal)
    // The same signals at the same moment would be one.
    await setTimeout(20)
  }
  await exited
  return child.exitCode
}

async function untilAnswering(server: ServerProcess): Promise<void> {
  const isAnswering = async (): Promise<boolean> => {
    if (!server.isRunning()) throw new Error(`The server did not start:\n${server.output()}`)
    const answer = await server.call('GET', '/v1/accounts/me').catch(() => null)
    return answer?.status === 200
  }
  await eventually('the server to answer', isAnswering)
}

async function call(url: string, method: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${journeyKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
