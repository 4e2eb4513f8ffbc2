import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createEgress } from '#egress'
import { SystemClock, silentLog } from '#kernel'
import type { ProbeTools } from '#probes'
import { ApiScripts, createSandbox, SandboxPool, takeFromPools } from '#scripting'
import type { SandboxedProcess } from '#scripting'

const clock = new SystemClock()

/** What API checks with scripts need: the wall of this machine, warm pools behind it, and a target. */
export interface ScriptTools {
  readonly level: string
  readonly url: string
  readonly tools: ProbeTools
  /** Resolves when nothing is left of earlier scripts and the pools are full again. */
  ready(): Promise<void>
  close(): Promise<void>
}

export async function openScripts(): Promise<ScriptTools> {
  const directory = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'))
  const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  const sandbox = await createSandbox({ clock, directory, hidden: [], ownEndpoints: () => [] })
  const pools: SandboxPool[] = []
  const apiScripts = new ApiScripts({
    runtimes: {
      resolve: () => ({ used: '2026.04', warning: null }),
      status: () => ({ state: 'installed', progress: 'installed' }),
      get: () => Promise.resolve({ directory: path.join(import.meta.dirname, '..'), node: process.execPath }),
    },
    findProblem: () => Promise.resolve(sandbox.status.level === null ? sandbox.status.reason : null),
    takeProcess: takeFromPools({
      egress,
      createPool: (command) => {
        const pool = new SandboxPool({ clock, sandbox, command, size: 2, log: silentLog })
        pools.push(pool)
        return pool
      },
      startLimits: (process: SandboxedProcess, changed) => sandbox.startLimits(process, changed),
    }),
    clock,
  })
  return {
    level: sandbox.status.level ?? 'none',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    tools: { clock, egress, signal: new AbortController().signal, userAgent: 'bench', apiScripts },
    ready: async () => {
      await apiScripts.finished()
      await Promise.all(pools.map((pool) => pool.ready()))
    },
    close: async () => {
      await apiScripts.finished()
      await Promise.all(pools.map((pool) => pool.close()))
      await sandbox.close()
      server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
