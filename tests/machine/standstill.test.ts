import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SystemClock } from '#kernel'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const clock = new SystemClock()
const dataDir = await initialisedDataDir()
const stepMs = 400
/** How long the target remembers the first step of a visit. */
const visitMs = 2_500
const healthy: string[] = []
let server: ServerProcess
let receiver: WebReceiver
let target: Server
let downId: string

/** In two steps, of which the second must follow the first soon; or a large document. */
function startTarget(): Promise<Server> {
  const large = JSON.stringify(Array.from({ length: 30_000 }, () => ({ x: [1, { y: 2 }] })))
  // Its own standstills are not the service's.
  const now = (): number => Math.round(clock.activeMs())
  const listening = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://target')
    const begun = url.searchParams.get('begun')
    if (url.pathname === '/large')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(large)
    const location = `/?begun=${now()}`
    const answer = (): void => {
      if (begun === null) response.writeHead(302, { location }).end()
      else response.writeHead(now() - Number(begun) < visitMs ? 200 : 503).end('done')
    }
    void setTimeout(stepMs).then(answer)
  })
  listening.listen(0, '127.0.0.1')
  return once(listening, 'listening').then(() => listening)
}

const urlOf = (path: string): string => `http://127.0.0.1:${(target.address() as AddressInfo).port}${path}`

async function create(type: string, body: object): Promise<string> {
  const created = await server.call('POST', `/v1/checks/${type}`, {
    frequency: 0,
    frequencyOffset: 10,
    locations: ['eu-west-1'],
    retryStrategy: null,
    ...body,
  })
  expect(created).toMatchObject({ status: 201 })
  return (created.body as { id: string }).id
}

const apiCheck = (name: string, path: string, assertions: readonly object[] = []): Promise<string> =>
  create('api', {
    name,
    degradedResponseTime: 3_000,
    maxResponseTime: 4_500,
    request: { method: 'GET', url: urlOf(path), assertions },
  })

const stop = new AbortController()

beforeAll(async () => {
  void clock.standstill.run(clock, stop.signal)
  receiver = await startWebReceiver((response) => response.end('thanks'))
  target = await startTarget()
  server = await startServerProcess({ dataDir, port: await freePort() })
  const config = { name: 'receiver', url: receiver.url }
  await server.call('POST', '/v1/alert-channels', { type: 'WEBHOOK', config, sendDegraded: true })
  const port = (target.address() as AddressInfo).port
  const created = await Promise.all([
    ...Array.from({ length: 12 }, (_, index) => apiCheck(`visit ${index}`, '/')),
    ...Array.from({ length: 3 }, (_, index) =>
      create('tcp', { name: `port ${index}`, request: { hostname: '127.0.0.1', port } }),
    ),
  ])
  healthy.push(...created)
  downId = await create('tcp', { name: 'down', request: { hostname: '127.0.0.1', port: await freePort() } })
})

afterAll(async () => {
  stop.abort()
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  target.closeAllConnections()
  target.close()
  removeDataDir(dataDir)
})

interface Result {
  readonly hasFailures: boolean
  readonly isDegraded: boolean
}

async function resultsOf(id: string): Promise<readonly Result[]> {
  const { body, status } = await server.call('GET', `/v2/check-results/${id}?limit=100`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return (body as { entries: readonly Result[] }).entries
}

const worseThanPassed = async (): Promise<Result[]> =>
  (await Promise.all(healthy.map(resultsOf))).flat().filter((result) => result.hasFailures || result.isDegraded)

const alertsOf = (isAbout: (checkId: string) => boolean) =>
  receiver.requests.filter(({ body }) => isAbout(String((JSON.parse(body) as { checkId?: string }).checkId)))

async function returned(): Promise<number> {
  // Reads of the metrics are rate-limited.
  await setTimeout(500)
  const response = await fetch(`${server.url}/metrics`)
  const lines = (await response.text()).match(/^service_runs_returned_total\{.*\} \d+$/gm) ?? []
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

async function nothingWasBlamedOnHealthyTargets(): Promise<void> {
  expect(await worseThanPassed()).toEqual([])
  expect(alertsOf((id) => id !== downId)).toEqual([])
}

it('a frozen process repeats the runs it spoiled, fails no healthy target, and alerts the one that is down', async () => {
  for (let times = 0; times < 3; times += 1) {
    await eventually('a run under way', async () => (await connections()) > 1)
    await server.freeze(5_000)
    await setTimeout(1_500)
  }
  await eventually('repeated runs', async () => (await returned()) > 0)
  await eventually('the alert of the target that is down', async () => alertsOf((id) => id === downId).length === 1)
  // Every check runs once more.
  await setTimeout(11_000)
  await nothingWasBlamedOnHealthyTargets()
  expect(await server.call('GET', '/health')).toMatchObject({ status: 200, body: { reasons: [] } })
})

const connections = (): Promise<number> =>
  new Promise((resolve) => target.getConnections((_error, count) => resolve(count)))

it('an evaluation process that is stopped leaves its run to another one, and the answer passes', async () => {
  const assertion = { source: 'JSON_BODY', property: '$[0].x[1].y', comparison: 'EQUALS', target: '2' }
  const id = await apiCheck('large', '/large', [assertion])
  // Reads of results are rate-limited.
  const results = async (count: number) => {
    await setTimeout(3_000)
    return (await resultsOf(id)).length >= count
  }
  await eventually('a result', () => results(1))
  const before = await returned()
  const evaluator = await eventually('an evaluation process', async () => evaluationProcess(server.pid))
  process.kill(evaluator, 'SIGSTOP')
  const count = (await resultsOf(id)).length
  await eventually('another result', () => results(count + 1))
  expect((await resultsOf(id)).filter(({ hasFailures }) => hasFailures)).toEqual([])
  expect(await returned()).toBeGreaterThan(before)
  expect(evaluationProcess(server.pid)).not.toBe(evaluator)
  await nothingWasBlamedOnHealthyTargets()
})

it('a process that others keep from the processor fails no healthy target', async () => {
  // An ordinary user cannot take it back: this test is the last.
  setPriority(server.pid, 19)
  const busy = `const until = Date.now() + 8000; while (Date.now() < until);`
  const hogs = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', busy], { stdio: 'ignore' }))
  await Promise.all(hogs.map((hog) => once(hog, 'exit')))
  await setTimeout(1_000)
  expect(await worseThanPassed()).toEqual([])
  expect(alertsOf((id) => id !== downId)).toEqual([])
})

/** The process id of an evaluation process of the service. */
function evaluationProcess(parent: number): number | undefined {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number)
  return children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/src/runner/'))
}
