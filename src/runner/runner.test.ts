import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { RunReport, RunTask, RunnerPort } from '#contract'
import { createEgress } from '#egress'
import { backoffPolicies, Fault, randomId, secondMs, silentLog, TestClock } from '#kernel'
import { createRunner } from './runner.ts'

/** More would be tried again by the system after a second. */
const connectionsAtOnce = 2_000
const longestBackoffMs = backoffPolicies.internal.maxSeconds * secondMs

/** Finished runs wait for all others that are under way. */
class PatientClock extends TestClock {
  override gather(ms = 0, signal?: AbortSignal): Promise<void> {
    return this.sleep(ms, signal)
  }
}

async function aTarget(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: '127.0.0.1', backlog: connectionsAtOnce }, resolve),
  )
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const aTask = (port: number): RunTask => ({
  protocol: 1,
  id: randomId(),
  leaseToken: randomId(),
  accountId: randomId(),
  checkId: randomId(),
  checkName: 'target',
  checkType: 'TCP',
  sessionId: randomId(),
  location: 'eu-west-1',
  attempt: 1,
  scheduledFor: new Date(0).toISOString(),
  timeoutMs: 5_000,
  request: { hostname: '127.0.0.1', port, data: null, ipFamily: 'IPv4', assertions: [] },
  limits: {
    degradedResponseTime: null,
    maxResponseTime: null,
    degradedPacketLossThreshold: null,
    maxPacketLossThreshold: null,
  },
  shouldFail: false,
  secrets: [],
})

/** A port that hands out its tasks once and stores reports unless `refuses` says otherwise. */
function aPort(tasks: readonly RunTask[], rejects: (reports: readonly RunReport[]) => boolean) {
  const stored = new Set<string>()
  let waiting = [...tasks]
  const port: RunnerPort = {
    async claim({ signal }) {
      const claimed = waiting
      waiting = []
      if (claimed.length === 0) await untilAborted(signal)
      return claimed
    },
    async report(reports) {
      if (rejects(reports)) throw new Error('cannot be stored')
      for (const { taskId } of reports) stored.add(taskId)
    },
    storeArtifacts: async () => ({ stored: [], problems: [] }),
    readGoldenFile: async () => null,
    async giveBack() {},
    async renew() {},
  }
  return { port, stored }
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

const runWith = (port: RunnerPort) => {
  const clock = new PatientClock()
  const stop = new AbortController()
  const runner = createRunner({
    port,
    runnerId: 'test',
    locations: ['eu-west-1'],
    concurrency: 100,
    tools: { egress: createEgress({ allowPrivateTargets: true }, clock), userAgent: 'test' },
    clock,
    log: silentLog,
  })
  let hasEnded = false
  const done = runner.run(stop.signal).finally(() => (hasEnded = true))
  /** Resolves when it is so. When all runs have ended, waits after refusals pass at once. */
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      await setImmediate()
      if (runner.load().running === 0) clock.advance(longestBackoffMs)
    }
  }
  const end = async (): Promise<void> => {
    stop.abort()
    await until(() => hasEnded)
    await done
  }
  return { end, runner, until }
}

it('stores every other report when one of the batch can never be stored', async () => {
  const target = await aTarget()
  const tasks = Array.from({ length: 40 }, () => aTask(target))
  const poison = tasks[17]?.id
  const { port, stored } = aPort(tasks, (reports) => reports.some(({ taskId }) => taskId === poison))
  const { end, until } = runWith(port)
  await until(() => stored.size === 39)
  expect(stored.has(poison ?? '')).toBe(false)
  await end()
})

it('keeps what it has seen until the service can store it again', async () => {
  const target = await aTarget()
  const tasks = Array.from({ length: 10 }, () => aTask(target))
  let rejections = 3
  const { port, stored } = aPort(tasks, () => rejections-- > 0)
  const { end, runner, until } = runWith(port)
  await until(() => stored.size === 10)
  expect(runner.load()).toEqual({ running: 0, unreported: 0 })
  await end()
})

it('gives up no report, however often nothing at all can be stored', async () => {
  const target = await aTarget()
  const { port, stored } = aPort([aTask(target)], () => false)
  let rejections = 6
  const away: RunnerPort = {
    ...port,
    async report(reports) {
      if (rejections-- > 0) throw new Fault('STORAGE_UNAVAILABLE')
      await port.report(reports)
    },
  }
  const { end, runner, until } = runWith(away)
  await until(() => stored.size === 1)
  expect(runner.load()).toEqual({ running: 0, unreported: 0 })
  await end()
})

/** The most batches that were under way at a time, while a thousand and more finished runs waited behind the first. */
async function batchesAtOnce(tasks: readonly RunTask[], poison?: string) {
  const { port, stored } = aPort(tasks, (reports) => reports.some(({ taskId }) => taskId === poison))
  const open = Promise.withResolvers<void>()
  let underWay = 0
  let most = 0
  const counted: RunnerPort = {
    ...port,
    async report(reports) {
      underWay += 1
      most = Math.max(most, underWay)
      await open.promise
      await port.report(reports).finally(() => (underWay -= 1))
    },
  }
  const { end, runner, until } = runWith(counted)
  await until(() => underWay > 0 && runner.load().unreported === tasks.length)
  expect(runner.load()).toEqual({ running: 0, unreported: tasks.length })
  open.resolve()
  await until(() => stored.size === tasks.length - (poison === undefined ? 0 : 1))
  await end()
  return most
}

it('stores two batches at once when runs finish faster than one is stored', async () => {
  const target = await aTarget()
  expect(await batchesAtOnce(Array.from({ length: 1_300 }, () => aTask(target)))).toBe(2)
})

it('never stores results of one check in two batches at once, because their order counts', async () => {
  const target = await aTarget()
  const checkId = randomId()
  expect(await batchesAtOnce(Array.from({ length: 1_300 }, () => ({ ...aTask(target), checkId })))).toBe(1)
})

it('stores the others when one of two batches has a report that can never be stored', async () => {
  const target = await aTarget()
  const tasks = Array.from({ length: 1_300 }, () => aTask(target))
  expect(await batchesAtOnce(tasks, tasks[1_000]?.id)).toBe(2)
})
