import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { nodeEnvironment, nodeFlags } from './service.ts'
import type { Service } from './service.ts'

/** An agent as a user starts it. */
export async function startRealAgent(
  { url }: Service,
  key: string,
): Promise<{ readonly pid: number; readonly stop: () => Promise<void> }> {
  const root = path.resolve(import.meta.dirname, '..')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'belfry-bench-agent-'))
  const env = {
    PATH: process.env['PATH'],
    ...nodeEnvironment,
    BELFRY_URL: url,
    API_KEY: key,
    BELFRY_DATA_DIR: dataDir,
    AGENT_HEALTH_PORT: '0',
    BELFRY_RUNTIMES: 'off',
  }
  const child = spawn(process.execPath, [...nodeFlags, path.join(root, 'src/cli/main.ts'), 'agent'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  await serving(child)
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  return { pid: child.pid ?? 0, stop }
}

async function serving(child: ChildProcess): Promise<void> {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  while (!output.includes('Waiting for runs')) {
    if (child.exitCode !== null) throw new Error(`The agent ended with ${child.exitCode}: ${output}`)
    await setTimeout(50)
  }
}
