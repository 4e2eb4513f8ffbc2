import { expect, it } from 'vitest'
import type { RunReport, RunReturn, RunTask } from '#contract'
import { SystemClock, minuteMs, randomId, silentLog } from '#kernel'
import { httpServer, tcpServer } from '../../tests/support/local-servers.ts'
import { apiTask, assertion, grpcTask, probeTools, runFields } from '../../tests/support/probe-tasks.ts'
import { createRunner } from './runner.ts'

const clock = new SystemClock()

const expensiveBody = JSON.stringify(Array.from({ length: 20_000 }, () => ({ x: [1, { y: 2 }] })))
const expensive = { ...assertion('JSON_BODY', 'EQUALS', '1'), property: '$..[?count($..*) > 0]' }

it(
  'a runner that stops waits three seconds at most for dear answers, and leaves their runs to their leases',
  async () => {
    const server = await httpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(expensiveBody)
    })
    const tasks = Array.from({ length: 30 }, (): RunTask => {
      const id = randomId()
      const request = { url: `http://127.0.0.1:${server.port}/`, assertions: [expensive] }
      return { ...apiTask(request), ...runFields, id, leaseToken: id }
    })
    const stored: RunReport[] = []
    const stop = new AbortController()
    const runner = createRunner({
      port: {
        async claim({ signal, waitMs }) {
          const given = tasks.splice(0)
          if (given.length === 0) await clock.sleep(waitMs, signal)
          return given
        },
        report: async (reports) => void stored.push(...reports),
        storeArtifacts: async () => ({ stored: [], problems: [] }),
        readGoldenFile: async () => null,
        async giveBack() {},
        async renew() {},
      },
      runnerId: 'test',
      locations: ['eu-west-1'],
      concurrency: 100,
      tools: probeTools,
      clock,
      log: silentLog,
    })
    const done = runner.run(stop.signal)
    await expect.poll(() => runner.load().running).toBe(30)
    stop.abort()
    await done
    expect(stored.length).toBeLessThan(30)
    expect(stored.filter(({ isRunnerError }) => isRunnerError)).toEqual([])
  },
  minuteMs,
)

it('a runner that stops leaves runs that take long to their leases, and reports nothing about them', async () => {
  const { port, allClosed } = await tcpServer(() => {})
  const id = randomId()
  const tasks: RunTask[] = [
    { ...grpcTask({ port, timeout: 180, timeoutMs: 180_000 }), ...runFields, id, leaseToken: id },
  ]
  const stored: RunReport[] = []
  const stop = new AbortController()
  const runner = createRunner({
    port: {
      async claim({ signal, waitMs }) {
        const given = tasks.splice(0)
        if (given.length === 0) await clock.sleep(waitMs, signal)
        return given
      },
      report: async (reports) => void stored.push(...reports),
      storeArtifacts: async () => ({ stored: [], problems: [] }),
      readGoldenFile: async () => null,
      async giveBack() {},
      async renew() {},
    },
    runnerId: 'test',
    locations: ['eu-west-1'],
    concurrency: 100,
    tools: probeTools,
    clock,
    log: silentLog,
    stopGraceMs: 100,
  })
  const done = runner.run(stop.signal)
  await expect.poll(() => runner.load().running).toBe(1)
  stop.abort()
  await done
  await allClosed()
  expect(stored).toEqual([])
})

it('a runner that is abandoned after its stop returns what has not ended, and renews its leases until then', async () => {
  const { port } = await tcpServer(() => {})
  const id = randomId()
  const tasks: RunTask[] = [
    { ...grpcTask({ port, timeout: 180, timeoutMs: 180_000 }), ...runFields, id, leaseToken: id },
  ]
  const returned: RunReturn[] = []
  const renewed = Promise.withResolvers<void>()
  const stop = new AbortController()
  let isStopped = false
  const runner = createRunner({
    port: {
      async claim({ signal, waitMs }) {
        const given = tasks.splice(0)
        if (given.length === 0) await clock.sleep(waitMs, signal)
        return given
      },
      async report() {},
      storeArtifacts: async () => ({ stored: [], problems: [] }),
      readGoldenFile: async () => null,
      giveBack: async (returns) => void returned.push(...returns),
      async renew() {
        if (isStopped) renewed.resolve()
      },
    },
    runnerId: 'test',
    locations: ['eu-west-1'],
    concurrency: 1,
    tools: probeTools,
    clock,
    log: silentLog,
    stopGraceMs: 330_000,
    returnsUnfinished: true,
    renewEveryMs: 10,
  })
  const done = runner.run(stop.signal)
  await expect.poll(() => runner.load().running).toBe(1)
  stop.abort()
  isStopped = true
  await renewed.promise
  runner.abandon()
  await done
  expect(returned).toEqual([{ taskId: id, leaseToken: id, reason: 'RUNNER_STOPPED' }])
})
