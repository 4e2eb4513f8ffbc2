import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'dns-packet'
import { expect, it, onTestFinished } from 'vitest'
import type { RunReport, RunTask, RunnerPort } from '#contract'
import { createEgress } from '#egress'
import { TestClock, silentLog } from '#kernel'
import { createRunner } from '#runner'
import { dnsResponse, tcpServer, udpServer } from '../support/local-servers.ts'
import { apiTask, runFields, tcpTask } from '../support/probe-tasks.ts'

// A runner with real sockets, in the time of the test: most of its checks wait for what never comes.

const stepMs = 100
const minute = 60_000
const plainChecks = 10
const silentChecks = 60

interface Check {
  readonly everyMs: number
  readonly offsetMs: number
  readonly isPlain: boolean
  readonly task: () => Omit<RunTask, keyof typeof runFields> & Partial<RunTask>
}

interface Planned {
  readonly task: RunTask
  readonly dueMs: number
  readonly isPlain: boolean
}

/** Runs that are due, their claims and their reports, with how late they were. */
class Queue {
  readonly #clock: TestClock
  readonly #checks: readonly Check[]
  readonly #due: Planned[] = []
  readonly #claimed = new Map<string, Planned>()
  readonly reports: { readonly report: RunReport; readonly planned: Planned; readonly lateMs: number }[] = []
  #planned = 0
  #sleeper = (): void => {}

  constructor(clock: TestClock, checks: readonly Check[]) {
    this.#clock = clock
    this.#checks = checks
  }

  /** Plans what is due at the present time. */
  plan(): void {
    const nowMs = this.#clock.monotonicMs()
    for (const { everyMs, offsetMs, task, isPlain } of this.#checks) {
      if (nowMs < offsetMs || (nowMs - offsetMs) % everyMs !== 0) continue
      this.#planned += 1
      const id = `run-${this.#planned}`
      this.#due.push({ task: { ...runFields, ...task(), id, leaseToken: id }, dueMs: nowMs, isPlain })
    }
    this.#sleeper()
  }

  get plainUnderWay(): boolean {
    return [...this.#claimed.values()].some(({ isPlain }) => isPlain)
  }

  readonly port: RunnerPort = {
    claim: async ({ limit, signal }) => {
      if (this.#due.length === 0 && !signal.aborted)
        await new Promise<void>((resolve) => {
          this.#sleeper = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      const claimed = this.#due.splice(0, limit)
      for (const planned of claimed) this.#claimed.set(planned.task.id, planned)
      return claimed.map(({ task }) => task)
    },
    report: async (reports) => {
      for (const report of reports) {
        const planned = this.#claimed.get(report.taskId)
        if (planned === undefined) continue
        this.#claimed.delete(report.taskId)
        this.reports.push({ report, planned, lateMs: this.#clock.monotonicMs() - planned.dueMs })
      }
    },
    storeArtifacts: async () => ({ stored: [], problems: [] }),
    readGoldenFile: async () => null,
    giveBack: async () => {},
    renew: async () => {},
  }
}

async function egressWith(clock: TestClock, isSilent: () => boolean) {
  const { port } = await udpServer((bytes, from, socket) => {
    if (isSilent()) return
    const query = decode(bytes)
    const name = query.questions?.[0]?.name ?? ''
    socket.send(dnsResponse(query, [{ type: 'A', name, ttl: 1, data: '127.0.0.1' }]), from.port, from.address)
  })
  const directory = mkdtempSync(join(tmpdir(), 'belfry-names-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [hostsFile, resolverFile] = [join(directory, 'hosts'), join(directory, 'resolv.conf')]
  for (const file of [hostsFile, resolverFile]) writeFileSync(file, '')
  const sources = { hostsFile, resolverFile, nameServers: [`127.0.0.1:${port}`] }
  return createEgress({ allowPrivateTargets: true }, clock, sources)
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const turnsOfRunner = 20
/** A plain check never waits for the clock: one that has not ended by then, however busy the machine, is late. */
const mostTurns = 200_000

/** Whether the system still works for this process: on files that are read, or connections that are made. */
const isServed = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq') || name.endsWith('ConnectWrap'))

/** Turns the event loop until the runner has done what it can do before the clock moves, however slow the machine is. */
async function untilItWaits(queue: Queue): Promise<void> {
  let quiet = 0
  for (let turns = 0; quiet < turnsOfRunner || (queue.plainUnderWay && turns < mostTurns); turns += 1) {
    await turn()
    quiet = isServed() ? 0 : quiet + 1
  }
}

/** Sends a datagram to this process: when it is there, so are those that were sent before, questions and answers about names. */
async function untilDatagramsArrived(): Promise<void> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.send('', socket.address().port, '127.0.0.1')
  await once(socket, 'message')
  socket.close()
}

/** Lives for a time and returns what was reported. */
async function live(
  checks: readonly Check[],
  { places = 20, isSilent = () => false }: { readonly places?: number; readonly isSilent?: () => boolean } = {},
) {
  const clock = new TestClock()
  const queue = new Queue(clock, checks)
  const stop = new AbortController()
  const runner = createRunner({
    port: queue.port,
    runnerId: 'runner',
    locations: ['here'],
    concurrency: places,
    tools: { egress: await egressWith(clock, isSilent), userAgent: 'test' },
    clock,
    log: silentLog,
  })
  const done = runner.run(stop.signal)
  for (let nowMs = 0; nowMs < minute; nowMs += stepMs) {
    queue.plan()
    await untilItWaits(queue)
    await untilDatagramsArrived()
    await untilItWaits(queue)
    clock.advance(stepMs)
  }
  stop.abort()
  runner.abandon()
  await turn()
  clock.advance(60_000)
  await done
  return queue.reports
}

async function silentTarget(): Promise<number> {
  const { port } = await tcpServer(() => {})
  return port
}

async function plainOf(port: number): Promise<Check[]> {
  return Array.from({ length: plainChecks }, (_, index) => ({
    everyMs: 5_000,
    offsetMs: 500 * index,
    isPlain: true,
    task: () => tcpTask({ port }),
  }))
}

const silentOf = (task: (index: number) => ReturnType<Check['task']>, count = silentChecks): Check[] =>
  Array.from({ length: count }, (_, index) => ({
    everyMs: 10_000,
    offsetMs: 100 * (index % 100),
    isPlain: false,
    task: () => task(index),
  }))

type Reports = Awaited<ReturnType<typeof live>>

const latest = (reports: Reports): number =>
  Math.max(...reports.filter(({ planned }) => planned.isPlain).map(({ lateMs }) => lateMs))

const plainRuns = (plainChecks * minute) / 5_000

it('checks that are not concerned keep their times while a name server is silent', async () => {
  const port = await silentTarget()
  const silent = silentOf((index) => tcpTask({ hostname: `n${index}.test`, port, timeoutMs: 30_000 }))
  const reports = await live([...(await plainOf(port)), ...silent], { isSilent: () => true })
  expect(reports.filter(({ planned }) => planned.isPlain)).toHaveLength(plainRuns)
  expect(latest(reports)).toBeLessThanOrEqual(1_500)
  const failed = reports.filter(({ planned }) => !planned.isPlain)
  expect(failed.length).toBeGreaterThan(silentChecks)
  // None is judged before its limit, and each says that nobody answered.
  expect(Math.min(...failed.map(({ lateMs }) => lateMs))).toBeGreaterThanOrEqual(30_000)
  for (const { report } of failed) expect(report.observation.failure).toMatchObject({ kind: 'dns', code: 'EAI_AGAIN' })
})

it('checks that are not concerned keep their times while targets accept and say nothing', async () => {
  const port = await silentTarget()
  const silent = silentOf(() => apiTask({ url: `http://127.0.0.1:${port}/`, timeoutMs: 30_000 }))
  const reports = await live([...(await plainOf(await silentTarget())), ...silent])
  expect(reports.filter(({ planned }) => planned.isPlain)).toHaveLength(plainRuns)
  expect(latest(reports)).toBeLessThanOrEqual(1_500)
  const failed = reports.filter(({ planned }) => !planned.isPlain)
  expect(failed.length).toBeGreaterThan(silentChecks)
  for (const { report } of failed) expect(report.observation.failure).toMatchObject({ kind: 'timeout' })
})

// Three times as many runs wait as there is room for.
const few = { places: 10, isSilent: () => true }
const crowd = 90

it('checks that are not concerned keep their times while more lookups of different names wait than there is room for', async () => {
  const port = await silentTarget()
  const silent = silentOf((index) => tcpTask({ hostname: `n${index}.test`, port, timeoutMs: 30_000 }), crowd)
  const reports = await live([...(await plainOf(port)), ...silent], few)
  expect(reports.filter(({ planned }) => planned.isPlain)).toHaveLength(plainRuns)
  expect(latest(reports)).toBeLessThanOrEqual(1_500)
  const failed = reports.filter(({ planned }) => !planned.isPlain)
  expect(failed.length).toBeGreaterThan(few.places)
  // A run that was deferred has all of its own time.
  for (const { report } of failed) {
    expect(report.observation.responseTimeMs).toBeGreaterThanOrEqual(30_000)
    expect(report.observation.failure).toMatchObject({ kind: 'dns', code: 'EAI_AGAIN' })
  }
})

it('checks that are not concerned keep their times while more runs wait for one target than there is room for', async () => {
  const port = await silentTarget()
  const silent = silentOf(() => apiTask({ url: `http://127.0.0.1:${port}/`, timeoutMs: 30_000 }), crowd)
  const reports = await live([...(await plainOf(await silentTarget())), ...silent], few)
  expect(reports.filter(({ planned }) => planned.isPlain)).toHaveLength(plainRuns)
  expect(latest(reports)).toBeLessThanOrEqual(1_500)
})

it('checks of other accounts keep their times while each check of one waits for a target of its own', async () => {
  const port = await silentTarget()
  const silent = silentOf((index) => apiTask({ url: `http://n${index}.test:${port}/`, timeoutMs: 30_000 }))
  // Each run of another target keeps a place for its first second: six of them begin in a second.
  const others = silent.map((check, index) => ({
    ...check,
    offsetMs: 100 * Math.floor(index / 0.6),
    task: () => ({ ...check.task(), accountId: 'silent' }),
  }))
  const reports = await live([...(await plainOf(port)), ...others], { places: few.places })
  expect(reports.filter(({ planned }) => planned.isPlain)).toHaveLength(plainRuns)
  expect(latest(reports)).toBeLessThanOrEqual(1_500)
})
