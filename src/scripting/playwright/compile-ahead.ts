import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { invariant, minuteMs } from '#kernel'
import type { InstalledRuntime } from '../runtimes/find-installed.ts'
import type { PlaywrightJob } from './messages.ts'
import { compiledCode, playwrightCommand } from './playwright-command.ts'

/**
 * Runs one test of this service with a runtime that was just installed, and keeps the code that Node compiles for it beside the runtime.
 * Runs of scripts, which may only read it, start with a quarter less processor time. Never rejects: without it they start as well.
 */
export async function compileAhead(runtime: InstalledRuntime, signal?: AbortSignal): Promise<void> {
  let draft: string | undefined
  try {
    draft = await mkdtemp(path.join(runtime.directory, '.compiled-'))
    const [work, code] = [path.join(draft, 'work'), path.join(draft, 'code')]
    await mkdir(work)
    await runSample(runtime, { work, code, signal })
    await makeReadable(code)
    await rename(code, compiledCode(runtime))
  } catch {
    // Runs compile the code by themselves.
  } finally {
    if (draft !== undefined) await rm(draft, { recursive: true, force: true }).catch(() => {})
  }
}

interface Sample {
  readonly work: string
  readonly code: string
  readonly signal: AbortSignal | undefined
}

/** Nothing waits for it: it ends a process that hangs, on slow machines too. */
const limitMs = 15 * minuteMs
const messages = 3

/** Resolves when the process has saved its code; rejects when it fails. */
function runSample(runtime: InstalledRuntime, { work, code, signal }: Sample): Promise<void> {
  const { program, args, environment } = playwrightCommand(runtime, { workDirectory: work, encoder: null })
  const child = spawn(program, args, {
    cwd: work,
    env: { ...environment, BELFRY_COMPILED_CODE: '', NODE_COMPILE_CACHE: code },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const channel = child.stdio[messages]
  invariant(channel instanceof Duplex, 'a pipe of a process is a socket')
  channel.on('error', () => {})
  channel.once('data', () => channel.write(`${JSON.stringify(sample)}\n`))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status) => (status === 0 ? resolve() : reject(new Error(`The sample ended with ${status}.`))))
  })
}

const sample: PlaywrightJob = {
  kind: 'multi-step',
  files: {
    'sample.spec.ts': `import { test, expect } from '@playwright/test'\ntest('one', () => expect(1).toBe(1))\n`,
  },
  entry: 'sample.spec.ts',
  environment: {},
  sentAt: 0,
  chromium: null,
  timeouts: { testMs: limitMs, expectMs: limitMs, globalMs: limitMs },
  artifacts: { trace: 'off', screenshot: 'off', video: 'off' },
  userAgent: null,
}

/** Node writes files that only their owner may read; runs have other users. */
async function makeReadable(code: string): Promise<void> {
  for (const entry of await readdir(code, { recursive: true, withFileTypes: true }))
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  await chmod(code, 0o755)
}
