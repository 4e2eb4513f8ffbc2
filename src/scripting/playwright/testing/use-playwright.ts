import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Duplex } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { InstalledRuntime } from '../../index.ts'
import type { PlaywrightJob, PlaywrightMessage, RunResult, RunStep } from '../messages.ts'
import { playwrightCommand } from '../playwright-command.ts'

export interface Run {
  readonly messages: readonly PlaywrightMessage[]
  readonly result: RunResult
  readonly code: number | null
}

/** Runs of test files without a wall, and a shop they visit, whose address they have in `TARGET`. */
export interface PlaywrightScene {
  readonly url: () => string
  /** The work directory of the run. */
  readonly directory: () => string
  readonly aJob: (runtime: InstalledRuntime, script: string, changes?: Partial<PlaywrightJob>) => PlaywrightJob
  /** Starts a process, waits until it is ready, gives it the job and reads everything it sends. */
  readonly run: (runtime: InstalledRuntime, job: PlaywrightJob) => Promise<Run>
}

const page = `<title>Shop</title><h1>Welcome</h1><button onclick="document.title='Clicked'">Buy</button>
<script>console.error("no stock"); setTimeout(() => { throw new Error("broken page") }, 0); fetch("/missing")</script>`

export function usePlaywright(): PlaywrightScene {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    if (request.url === '/missing') response.statusCode = 404
    response.end(page)
  })
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  let directory = ''
  const started: ChildProcess[] = []
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'belfry-playwright-'))
  })
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    url,
    directory: () => directory,
    aJob: (runtime, script, changes = {}) => ({
      files: { 'shop.spec.ts': script },
      entry: 'shop.spec.ts',
      kind: 'browser',
      environment: { TARGET: url() },
      proxyUrl: null,
      chromium: runtime.chromium && { ...runtime.chromium, sandbox: false },
      timeouts: { testMs: 60_000, expectMs: 1_000, globalMs: 120_000 },
      artifacts: { trace: 'on', screenshot: 'only-on-failure', video: 'off' },
      userAgent: null,
      ...changes,
    }),
    async run(runtime, job) {
      const { program, args, environment } = playwrightCommand(runtime, { workDirectory: directory, encoder: null })
      const child = spawn(program, args, {
        cwd: directory,
        env: { ...environment },
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      })
      started.push(child)
      return conclude(child, job)
    },
  }
}

async function conclude(child: ChildProcess, job: PlaywrightJob): Promise<Run> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const channel = child.stdio[3]
  if (!(channel instanceof Duplex)) throw new Error('There is no descriptor 3.')
  const exited = once(child, 'exit')
  const messages: PlaywrightMessage[] = []
  for await (const line of createInterface({ input: channel })) {
    const message = asMessage(line)
    messages.push(message)
    if ('ready' in message) channel.write(`${JSON.stringify(job)}\n`)
    if ('result' in message) break
  }
  const last = messages.at(-1)
  const [code] = await exited
  if (last === undefined || !('result' in last)) throw new Error(`There is no result:\n${output}`)
  return { messages, result: last.result, code: typeof code === 'number' ? code : null }
}

/** What the program sends. */
const asMessage = (line: string): PlaywrightMessage => JSON.parse(line) as PlaywrightMessage

/** Titles of the steps of a category, those below others included. */
export const titlesOf = (steps: readonly RunStep[], category: string): string[] =>
  steps.flatMap((step) => [...(step.category === category ? [step.title] : []), ...titlesOf(step.steps, category)])
