import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createPublicLocationKey } from '#management'
import { startScript } from './child-script.ts'
import type { ChildScript } from './child-script.ts'
import { measure, seedLoad } from './journey.ts'
import type { Load, LoadResult } from './journey.ts'
import { memoryOf } from './machine.ts'
import { nodeEnvironment, nodeFlags, startService } from './service.ts'
import type { Service, ServiceOptions, Usage } from './service.ts'

export interface AgentsBench {
  readonly agents: number
  readonly idleAgents: number
  readonly checks: number
  readonly everySeconds: number
  readonly seconds: number
  readonly service: ServiceOptions
}

export interface AgentsResult {
  readonly builtIn: LoadResult
  readonly overHttp: LoadResult
  /** What waiting agents add, in percent of a core. */
  readonly idle: { readonly serverPercent: number; readonly databasePercent: number }
  /** Of a real agent process after it ran checks, in megabytes. */
  readonly memory: { readonly rss: number; readonly pss: number }
}

export const location = 'eu-west-1'
const agentsOfProcess = 100
const places = 20
/** Waiting agents repeat their claims every 50 seconds: a shorter window would see none, or all of them. */
const idleSeconds = 60
const settleMs = 5_000

/** The same checks on one service, first by the built-in runner, then by agents; then agents that wait for runs. */
export async function runAgents(bench: AgentsBench): Promise<AgentsResult> {
  const target = await startScript('target.ts')
  const { port } = await target.message<{ port: number }>()
  const service = await startService(bench.service)
  const { checks, everySeconds, seconds } = bench
  const load: Load = { name: 'agents', checks, everySeconds, kinds: ['URL', 'TCP'] }
  try {
    await seedLoad(service, load, port)
    await setTimeout(everySeconds * 1_000 + settleMs)
    const builtIn = await measure({ service, target, load, seconds })
    const { key } = await createPublicLocationKey(service.store, { region: location, name: 'bench' }, new Date())
    const busy = await startAgents(service, key, { agents: bench.agents, places })
    const real = await startRealAgent(service, key)
    await setTimeout(everySeconds * 1_000 + settleMs)
    const overHttp = await measure({ service, target, load, seconds })
    const memory = memoryOf([real.pid])
    await Promise.all([...busy.map((child) => child.stop()), real.stop()])
    return { builtIn, overHttp, memory, idle: await measureIdle(service, key, bench.idleAgents) }
  } finally {
    await service.stop()
    await target.stop()
  }
}

async function startAgents(
  { url }: Service,
  key: string,
  { agents, places: each }: { readonly agents: number; readonly places: number },
): Promise<ChildScript[]> {
  const children: ChildScript[] = []
  for (let left = agents; left > 0; left -= agentsOfProcess) {
    const count = Math.min(left, agentsOfProcess)
    const child = await startScript('agents-child.ts', [url, key, String(count), String(each)])
    await child.message()
    children.push(child)
  }
  return children
}

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
    JOB_CONCURRENCY: String(places),
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

/** Agents that wait while no check is due, against the same service without them. */
async function measureIdle(service: Service, key: string, idleAgents: number): Promise<AgentsResult['idle']> {
  await service.store.db.query('delete from check_schedules')
  await service.store.db.query('delete from run_tasks')
  await setTimeout(settleMs)
  const without = await usageIn(service)
  const waiting = await startAgents(service, key, { agents: idleAgents, places: 1 })
  await setTimeout(settleMs)
  const withThem = await usageIn(service)
  await Promise.all(waiting.map((child) => child.stop()))
  const percent = (of: keyof Usage): number => (100 * (withThem[of] - without[of])) / idleSeconds
  return { serverPercent: percent('serverCpu'), databasePercent: percent('databaseCpu') }
}

async function usageIn(service: Service): Promise<Usage> {
  const before = service.usage()
  await setTimeout(idleSeconds * 1_000)
  const after = service.usage()
  return {
    ...after,
    serverCpu: after.serverCpu - before.serverCpu,
    databaseCpu: after.databaseCpu - before.databaseCpu,
  }
}
