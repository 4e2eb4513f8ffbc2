import { setTimeout } from 'node:timers/promises'
import { descendantsOf, isPostgres, memoryOf } from './machine.ts'
import { startService } from './service.ts'

/** Memory of a part of a fresh installation, in megabytes. `anonymous` is what no file on disk holds as well. */
export interface IdlePart {
  readonly part: string
  readonly processes: number
  readonly pss: number
  readonly anonymous: number
}

/** A fresh installation without checks: its whole process tree when it serves, and after it was idle for `seconds`. */
export async function runIdle(
  seconds: number,
): Promise<{ readonly started: readonly IdlePart[]; readonly idle: readonly IdlePart[] }> {
  const service = await startService({ environment: { BELFRY_RUNTIMES: 'on-demand' } })
  try {
    const started = partsOf(service.pid())
    await setTimeout(seconds * 1000)
    return { started, idle: partsOf(service.pid()) }
  } finally {
    await service.stop()
  }
}

function partsOf(server: number): IdlePart[] {
  const children = descendantsOf(server)
  const database = children.filter(isPostgres)
  const helpers = children.filter((pid) => !database.includes(pid))
  const parts = { server: [server], database, 'helper processes': helpers, all: [server, ...children] }
  return Object.entries(parts).map(([part, pids]) => ({ part, processes: pids.length, ...memoryOf(pids) }))
}
