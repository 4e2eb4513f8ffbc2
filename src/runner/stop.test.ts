import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { RunReport, RunReturn, RunTask, RunnerPort } from '#contract'
import { TestClock, randomId, silentLog } from '#kernel'
import { httpServer, tcpServer } from '../../tests/support/local-servers.ts'
import { apiTask, assertion, grpcTask, probeTools, runFields } from '../../tests/support/probe-tasks.ts'
import type { RunnerOptions } from './runner-options.ts'
import { createRunner } from './runner.ts'

const expensiveBody = JSON.stringify(Array.from({ length: 20_000 }, () => ({ x: [1, { y: 2 }] })))
const expensive = { ...assertion('JSON_BODY', 'EQUALS', '1'), property: '$..[?count($..*) > 0]' }

/** A runner that has claimed the tasks, and what it hands in. */
function runnerOf(tasks: readonly RunTask[], { port, ...options }: Changes = {}) {
  const clock = new TestClock()
  const waiting = [...tasks]
  const stored: RunReport[] = []
  const returned: RunReturn[] = []
  const stop = new AbortController()
  const runner = createRunner({
    port: {
      async claim({ signal, waitMs }) {
        const given = waiting.splice(0)
        if (given.length === 0) await clock.sleep(waitMs, signal)
        return given
      },
      report: async (reports) => void stored.push(...reports),
      storeArtifacts: async () => ({ stored: [], problems: [] }),
      readGoldenFile: async () => null,
      giveBack: async (returns) => void returned.push(...returns),
      async renew() {},
      ...port,
    },
    runnerId: 'test',
    locations: ['eu-west-1'],
    concurrency: 100,
    tools: probeTools,
    clock,
    log: silentLog,
    ...options,
  })
  const done = runner.run(stop.signal)
  return {
    stored,
    returned,
    clock,
    done,
    abandon: () => runner.abandon(),
    /** Stops it when everything is under way, and resolves when it waits for that. */
    stop: async (): Promise<void> => {
      await expect.poll(() => runner.load().running).toBe(tasks.length)
      stop.abort()
      await setImmediate()
    },
  }
}

type Changes = Partial<Omit<RunnerOptions, 'port'>> & { readonly port?: Partial<RunnerPort> }

/** A run whose target says nothing for three minutes. */
const aLongRun = (port: number): RunTask => {
  const id = randomId()
  return { ...grpcTask({ port, timeout: 180, timeoutMs: 180_000 }), ...runFields, id, leaseToken: id }
}

it('a runner that stops waits a second and a half for dear answers, and leaves their runs to their leases', async () => {
  const server = await httpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(expensiveBody)
  })
  const tasks = Array.from({ length: 30 }, (): RunTask => {
    const id = randomId()
    const request = { url: `http://127.0.0.1:${server.port}/`, assertions: [expensive] }
    return { ...apiTask(request), ...runFields, id, leaseToken: id }
  })
  const { stop, clock, done, stored, returned } = runnerOf(tasks)
  await stop()
  clock.advance(1_500)
  await done
  expect(stored.length).toBeLessThan(30)
  expect(stored.filter(({ isRunnerError }) => isRunnerError)).toEqual([])
  expect(returned).toEqual([])
})

it('a runner that stops leaves runs that take long to their leases, and reports nothing about them', async () => {
  const { port, allClosed } = await tcpServer(() => {})
  const { stop, clock, done, stored, returned } = runnerOf([aLongRun(port)])
  await stop()
  clock.advance(30_000)
  await done
  await allClosed()
  expect([stored, returned]).toEqual([[], []])
})

it('a runner that is abandoned after its stop returns what has not ended, and renews its leases until then', async () => {
  const { port } = await tcpServer(() => {})
  const task = aLongRun(port)
  const renewed: unknown[] = []
  const { stop, clock, done, abandon, stored, returned } = runnerOf([task], {
    port: { renew: async (leases) => void renewed.push(leases) },
    stopGraceMs: 330_000,
    returnsUnfinished: true,
  })
  await stop()
  expect(renewed).toEqual([])
  clock.advance(15_000)
  await setImmediate()
  expect(renewed).toEqual([[{ taskId: task.id, leaseToken: task.leaseToken }]])
  abandon()
  await done
  expect(returned).toEqual([{ taskId: task.id, leaseToken: task.id, reason: 'RUNNER_STOPPED' }])
  expect(stored).toEqual([])
})
