import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Assertion, HttpRequest, RunReport, RunTask, RunnerPort } from '#contract'
import { createEgress } from '#egress'
import { SystemClock, randomId, silentLog } from '#kernel'
import { createRunner } from '#runner'
import { startScript } from './child-script.ts'

const clock = new SystemClock()

/** What hostile targets do to the runs of others. Times in milliseconds, memory in megabytes. */
export interface HostileResult {
  readonly healthyRuns: number
  readonly hostileRuns: number
  readonly latenessP50: number
  readonly latenessP99: number
  readonly latenessMax: number
  readonly responseP99: number
  readonly maxBlockMs: number
  readonly peakRss: number
  /** By check: how long one run takes from its start to its report. */
  readonly hostile: readonly {
    readonly name: string
    readonly runs: number
    readonly p50: number
    readonly max: number
  }[]
}

export interface HostileOptions {
  readonly healthyChecks: number
  readonly everySeconds: number
  readonly seconds: number
}

const assertion = (
  source: Assertion['source'],
  comparison: Assertion['comparison'],
  property = '',
  target = '',
): Assertion => ({ source, comparison, property, target, regex: null })

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const contains = (index: number): Assertion => assertion('TEXT_BODY', 'CONTAINS', '', `two ${index}`)
/** One check for each: what it requests, and what it asserts. */
const hostileChecks: readonly (readonly [string, readonly Assertion[]])[] = [
  ['/objects', [assertion('JSON_BODY', 'EQUALS', '$..x', '1')]],
  ['/objects', many(100, (index) => assertion('JSON_BODY', 'EQUALS', `$[${index}].x`, '1'))],
  ['/empties', [assertion('JSON_BODY', 'EQUALS', '$.length', '1')]],
  ['/deep', [assertion('JSON_BODY', 'NOT_NULL', '$..x')]],
  ['/keys', [assertion('JSON_BODY', 'HAS_VALUE', '$', '-1')]],
  ['/small-objects', [assertion('JSON_BODY', 'EQUALS', '$..[?@..[?@..y]]', '1')]],
  ['/small-deep', [assertion('JSON_BODY', 'EQUALS', '$..[?@..[?@..y]]', '1')]],
  ['/strings', [assertion('JSON_BODY', 'IS_NULL', '$[?search(@, "(a|aa)+b")]')]],
  ['/letters', [assertion('TEXT_BODY', 'IS_NULL', '(a|aa)*b')]],
  ['/letters', many(20, () => assertion('TEXT_BODY', 'IS_EMPTY', 'a+b'))],
  ['/zeros', [assertion('TEXT_BODY', 'CONTAINS', '', 'x')]],
  ['/chinese', [assertion('TEXT_BODY', 'CONTAINS', '', 'x')]],
  ['/html', many(50, contains)],
  ['/gzip', [assertion('JSON_BODY', 'EQUALS', '$[*].x', '1')]],
  ['/headers', [{ ...assertion('HEADERS', 'IS_EMPTY', 'x-long'), regex: '(a|aa)*b' }]],
  ['/empties', []],
]

export interface Due {
  readonly atMs: number
  readonly task: RunTask
}

/** The real runner over a port that keeps everything in memory, so that nothing else shares its thread. */
export async function runHostile(options: HostileOptions): Promise<HostileResult> {
  const [hostile, healthy] = [await startScript('hostile-target.ts'), await startScript('target.ts')]
  const { port: hostilePort } = await hostile.message<{ port: number }>()
  const { port: healthyPort } = await healthy.message<{ port: number }>()
  const due = plan(options, `http://127.0.0.1:${hostilePort}`, `http://127.0.0.2:${healthyPort}/status`)
  const scheduled = new Map(due.map(({ task, atMs }) => [task.id, { atMs, task }]))
  const seen: Seen[] = []
  const stop = new AbortController()
  const runner = createRunner({
    port: memoryPort(due, (report) => {
      const { atMs = 0, task } = scheduled.get(report.taskId) ?? {}
      if (task)
        seen.push({
          task,
          report,
          lateMs: report.observation.startedAt - atMs,
          tookMs: Date.now() - report.observation.startedAt,
        })
    }),
    runnerId: 'bench',
    locations: ['eu-west-1'],
    concurrency: 1_000,
    tools: { egress: createEgress({ allowPrivateTargets: true }, clock), userAgent: 'bench' },
    clock,
    log: silentLog,
  })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  let peakRss = 0
  const watch = setInterval(() => (peakRss = Math.max(peakRss, process.memoryUsage.rss())), 50)
  delay.enable()
  const done = runner.run(stop.signal)
  while (seen.length < due.length) await clock.sleep(100)
  delay.disable()
  clearInterval(watch)
  stop.abort()
  await done
  await Promise.all([hostile.stop(), healthy.stop()])
  return resultOf(seen, delay.max / 1e6, peakRss / 1024 ** 2)
}

interface Seen {
  readonly task: RunTask
  readonly report: RunReport
  readonly lateMs: number
  readonly tookMs: number
}

function resultOf(seen: readonly Seen[], maxBlockMs: number, peakRss: number): HostileResult {
  const healthyChecks = seen.filter(({ task }) => task.checkName === 'innocent')
  const others = Object.groupBy(
    seen.filter(({ task }) => task.checkName !== 'innocent'),
    ({ task }) => task.checkName,
  )
  const lateness = sorted(healthyChecks.map(({ lateMs }) => lateMs))
  return {
    healthyRuns: healthyChecks.length,
    hostileRuns: seen.length - healthyChecks.length,
    latenessP50: at(lateness, 0.5),
    latenessP99: at(lateness, 0.99),
    latenessMax: at(lateness, 1),
    responseP99: at(sorted(healthyChecks.map(({ report }) => report.observation.responseTimeMs)), 0.99),
    maxBlockMs,
    peakRss,
    hostile: Object.entries(others).map(([name, runs = []]) => {
      const took = sorted(runs.map(({ tookMs }) => tookMs))
      return { name, runs: runs.length, p50: at(took, 0.5), max: at(took, 1) }
    }),
  }
}

export const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other)
export const at = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0

function plan(options: HostileOptions, hostileUrl: string, healthyUrl: string): Due[] {
  const roundMs = options.everySeconds * 1000
  const startMs = Date.now() + 500
  const due: Due[] = []
  for (let round = 0; round * options.everySeconds < options.seconds; round += 1) {
    for (let at = 0; at < options.healthyChecks; at += 1)
      due.push({
        atMs: startMs + round * roundMs + (at * roundMs) / options.healthyChecks,
        task: taskOf(healthyUrl, [], 'innocent'),
      })
    for (const [index, [path, assertions]] of hostileChecks.entries()) {
      const name = `${path}, ${assertions.length} x ${assertions[0]?.property ?? 'none'}`
      const offset = (index * roundMs) / hostileChecks.length
      due.push({ atMs: startMs + round * roundMs + offset, task: taskOf(hostileUrl + path, assertions, name) })
    }
  }
  return due.toSorted((one, other) => one.atMs - other.atMs)
}

const request = (url: string, assertions: readonly Assertion[]): HttpRequest => ({
  method: 'GET',
  url,
  followRedirects: true,
  skipSSL: false,
  ipFamily: 'IPv4',
  body: '',
  bodyType: 'NONE',
  headers: [],
  queryParameters: [],
  basicAuth: null,
  assertions,
})

export const taskOf = (url: string, assertions: readonly Assertion[], checkName: string): RunTask => ({
  protocol: 1,
  id: randomId(),
  leaseToken: randomId(),
  accountId: 'bench',
  checkId: checkName,
  checkName,
  checkType: 'API',
  sessionId: randomId(),
  location: 'eu-west-1',
  attempt: 1,
  scheduledFor: new Date(0).toISOString(),
  timeoutMs: 30_000,
  request: request(url, assertions),
  limits: {
    degradedResponseTime: null,
    maxResponseTime: null,
    degradedPacketLossThreshold: null,
    maxPacketLossThreshold: null,
  },
  shouldFail: false,
  secrets: ['a secret of some length', 'another-one'],
})

/** Hands out what is due and takes what is reported. */
export function memoryPort(due: readonly Due[], take: (report: RunReport) => void): RunnerPort {
  let next = 0
  return {
    async claim({ limit, waitMs, signal }) {
      const wait = Math.min(waitMs, (due[next]?.atMs ?? Infinity) - Date.now())
      if (wait > 0) await clock.sleep(wait, signal)
      const tasks: RunTask[] = []
      for (; tasks.length < limit && (due[next]?.atMs ?? Infinity) <= Date.now(); next += 1) {
        const found = due[next]
        if (found) tasks.push(found.task)
      }
      return tasks
    },
    async report(reports) {
      reports.forEach(take)
    },
    storeArtifacts: async () => ({ stored: [], problems: [] }),
    readGoldenFile: async () => null,
    async giveBack() {},
    async renew() {},
  }
}
