import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { RunTask } from '#contract'
import { createEgress } from '#egress'
import { SystemClock, silentLog } from '#kernel'
import { createRunner } from '#runner'
import { at, memoryPort, sorted, taskOf } from './hostile.ts'
import type { Due } from './hostile.ts'

const clock = new SystemClock()
const places = 100
const roundMs = 10_000
const plainChecks = 20
const silentChecks = 600

/** How late checks that are not concerned begin, in milliseconds, while others wait for what never comes. */
export interface SilenceRow {
  readonly what: string
  readonly runs: number
  readonly p50: number
  readonly p99: number
  /** Of the 99th percentile to that of the quiet run. */
  readonly ratio: number
}

const quiet = 'nothing is silent'

/**
 * A runner of 100 places with 20 checks of an address every ten seconds: alone, beside 600 checks of names whose name server
 * says nothing, and beside 600 checks of another target that accepts and says nothing: twice as many as may wait at a time.
 */
export async function runSilence(seconds: number): Promise<readonly SilenceRow[]> {
  const target = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  const healthy = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  const nameServer = createSocket('udp4').bind(0, '127.0.0.1')
  await Promise.all([target, healthy, nameServer].map((server) => once(server, 'listening')))
  const { port } = target.address() as AddressInfo
  const { port: healthyPort } = healthy.address() as AddressInfo
  const named = [`127.0.0.1:${nameServer.address().port}`]
  const silent: readonly (readonly [string, ((index: number) => RunTask) | null])[] = [
    [quiet, null],
    ['a name server is silent', (index) => taskOf(`http://name-${index}.test/`, [], 'silent')],
    ['targets accept and are silent', () => taskOf(`http://127.0.0.1:${port}/`, [], 'silent')],
  ]
  const rows: SilenceRow[] = []
  for (const [what, task] of silent) {
    const lateness = await latenessOf(named, plan(healthyPort, task, seconds))
    const p99 = at(lateness, 0.99)
    rows.push({ what, runs: lateness.length, p50: at(lateness, 0.5), p99, ratio: p99 / (rows[0]?.p99 ?? p99) })
  }
  target.close()
  healthy.close()
  nameServer.close()
  return rows
}

function plan(port: number, silent: ((index: number) => RunTask) | null, seconds: number): Due[] {
  const startMs = Date.now() + 500
  const spread = (count: number, task: (index: number) => RunTask): Due[] =>
    Array.from({ length: Math.floor((count * seconds * 1000) / roundMs) }, (_, index) => ({
      atMs: startMs + (index * roundMs) / count,
      task: task(index % count),
    }))
  const plain = spread(plainChecks, () => ({
    ...taskOf('', [], 'plain'),
    checkType: 'TCP',
    request: { hostname: '127.0.0.1', port, data: null, ipFamily: 'IPv4', assertions: [] },
  }))
  return [...plain, ...(silent === null ? [] : spread(silentChecks, silent))].toSorted((a, b) => a.atMs - b.atMs)
}

/** How late the plain checks began, sorted. */
async function latenessOf(nameServers: readonly string[], due: readonly Due[]): Promise<readonly number[]> {
  const plain = new Map(due.flatMap(({ task, atMs }) => (task.checkName === 'plain' ? [[task.id, atMs]] : [])))
  const lateness: number[] = []
  const ended = Promise.withResolvers<void>()
  const port = memoryPort(due, ({ taskId, observation }) => {
    const atMs = plain.get(taskId)
    if (atMs === undefined) return
    lateness.push(observation.startedAt - atMs)
    if (lateness.length === plain.size) ended.resolve()
  })
  const sources = { hostsFile: '/etc/hosts', resolverFile: '/dev/null', nameServers }
  const runner = createRunner({
    port,
    runnerId: 'bench',
    locations: ['here'],
    concurrency: places,
    tools: { egress: createEgress({ allowPrivateTargets: true }, clock, sources), userAgent: 'bench' },
    clock,
    log: silentLog,
  })
  const stop = new AbortController()
  const done = runner.run(stop.signal)
  await ended.promise
  stop.abort()
  runner.abandon()
  await done
  return sorted(lateness)
}
