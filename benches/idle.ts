import { setTimeout } from 'node:timers/promises'
import { createPublicLocationKey } from '#management'
import { descendantsOf, isPostgres, memoryOf } from './machine.ts'
import { startRealAgent } from './real-agent.ts'
import { startService } from './service.ts'

/**
 * Memory of a part of a fresh installation, in megabytes. `rss` counts shared pages in full, `anonymous` is what no file on disk
 * holds as well.
 */
export interface IdlePart {
  readonly part: string
  readonly processes: number
  readonly rss: number
  readonly pss: number
  readonly anonymous: number
}

/**
 * A fresh installation without checks, with an agent that waits for runs: its whole process tree when it serves, and after it
 * was idle for `seconds`.
 */
export async function runIdle(
  seconds: number,
): Promise<{ readonly started: readonly IdlePart[]; readonly idle: readonly IdlePart[] }> {
  const service = await startService({ environment: { BELFRY_RUNTIMES: 'on-demand' } })
  const { key } = await createPublicLocationKey(service.store, { region: 'eu-west-1', name: 'bench' }, new Date())
  const agent = await startRealAgent(service, key)
  try {
    const started = partsOf(service.pid(), agent.pid)
    await setTimeout(seconds * 1000)
    return { started, idle: partsOf(service.pid(), agent.pid) }
  } finally {
    await agent.stop()
    await service.stop()
  }
}

function partsOf(server: number, agent: number): IdlePart[] {
  const children = descendantsOf(server)
  const database = children.filter(isPostgres)
  const helpers = children.filter((pid) => !database.includes(pid))
  const parts = { server: [server], database, 'helper processes': helpers, all: [server, ...children], agent: [agent] }
  return Object.entries(parts).map(([part, pids]) => ({ part, processes: pids.length, ...memoryOf(pids) }))
}
