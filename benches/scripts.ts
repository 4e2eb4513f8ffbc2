import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { plainHttpRequest } from '#contract'
import type { TaskCode } from '#contract'
import { createEgress } from '#egress'
import { silentLog, systemClock } from '#kernel'
import { observe } from '#probes'
import type { ProbeTools } from '#probes'
import { ApiScripts, createSandbox, SandboxPool, takeFromPools } from '#scripting'
import type { SandboxedProcess } from '#scripting'

export interface ScriptCost {
  readonly what: string
  /** Median milliseconds of a whole run. */
  readonly ms: number
  /** More than without scripts. */
  readonly moreMs: number
}

const rounds = 25
/** After it the replacement of the process that was taken has begun, which must not be measured. */
const restMs = 200

const setup = `request.headers['x-signature'] = require('node:crypto').createHmac('sha256', 'key').update(request.url).digest('hex')`
const scripts: readonly (readonly [what: string, code: Partial<TaskCode> | null])[] = [
  ['without scripts', null],
  ['setup signs the request', { setup: [{ title: 'setup script', script: setup }] }],
  [
    'setup, and teardown that rewrites the body',
    {
      setup: [{ title: 'setup script', script: setup }],
      teardown: [{ title: 'teardown script', script: `response.body = response.body.toUpperCase()` }],
    },
  ],
]

/** What the scripts of an API check add to its run, behind the wall of this machine and from its warm pool, in turn. */
export async function runScripts(): Promise<{ readonly level: string; readonly costs: ScriptCost[] }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'))
  const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  const egress = createEgress({ allowPrivateTargets: true })
  const sandbox = await createSandbox({ directory, hidden: [], ownEndpoints: () => [] })
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
        const pool = new SandboxPool({ sandbox, command, size: 2, log: silentLog })
        pools.push(pool)
        return pool
      },
      startLimits: (process: SandboxedProcess, changed) => sandbox.startLimits(process, changed),
    }),
    clock: systemClock,
  })
  const tools: ProbeTools = { egress, signal: new AbortController().signal, userAgent: 'bench', apiScripts }
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const costs = await measure(async (code) => {
      await setTimeout(restMs)
      await Promise.all(pools.map((pool) => pool.ready()))
      return timeRun(url, code, tools)
    })
    return { level: sandbox.status.level ?? 'none', costs }
  } finally {
    await apiScripts.finished()
    await Promise.all(pools.map((pool) => pool.close()))
    await sandbox.close()
    server.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function measure(time: (code: Partial<TaskCode> | null) => Promise<number>): Promise<ScriptCost[]> {
  const spent = scripts.map((): number[] => [])
  for (let round = -2; round < rounds; round += 1)
    for (const [index, [, code]] of scripts.entries()) {
      const ms = await time(code)
      if (round >= 0) spent[index]?.push(ms)
    }
  const medians = spent.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN)
  return scripts.map(([what], index) => ({
    what,
    ms: medians[index] ?? Number.NaN,
    moreMs: (medians[index] ?? Number.NaN) - (medians[0] ?? Number.NaN),
  }))
}

async function timeRun(url: string, code: Partial<TaskCode> | null, tools: ProbeTools): Promise<number> {
  const request = { ...plainHttpRequest, url }
  const all = code && { code: { runtimeId: null, environment: [], snippets: [], ...code } }
  const startedAt = performance.now()
  const { failure } = await observe({ checkType: 'API', request, timeoutMs: 30_000, accountId: 'bench', ...all }, tools)
  if (failure) throw new Error(failure.message)
  return performance.now() - startedAt
}
