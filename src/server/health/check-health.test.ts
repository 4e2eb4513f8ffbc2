import { afterAll, beforeAll, expect, it } from 'vitest'
import { mountPublicRoutes } from '#api'
import { SystemClock, TestClock } from '#kernel'
import { openDatabase } from '#storage/database'
import { aTestApi, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { LoopWatch } from '../loops/loop-watch.ts'
import { renderMetrics } from '../metrics/metrics-page.ts'
import { RunProblems } from '../runner/run-problems.ts'
import { createSelfMetrics } from '../metrics/self-metrics.ts'
import { checkHealth } from './check-health.ts'
import type { Health } from './check-health.ts'
import { findingSources } from './sources.ts'

const realTime = new SystemClock()

const database = useDatabase()
const clock = new TestClock()
const readDatabaseClock = async (): Promise<number> => clock.now()
const publicSources = findingSources.filter(({ audience }) => audience === 'everybody')
const ownFindings = publicSources.filter((source) => !source.readsDatabase).map((source) => source.name)
const databaseFindings = publicSources.filter((source) => source.readsDatabase).map((source) => source.name)
const metrics = createSelfMetrics('service')
let app: ReturnType<typeof aTestApi>

beforeAll(() => {
  const db = database.db()
  const watch = new LoopWatch(realTime)
  const sources = { db, clock, readDatabaseClock, watch, runProblems: new RunProblems(), locations: [] }
  const answers = {
    health: () => checkHealth(sources),
    metricsPage: () => renderMetrics(metrics, { db, clock, serviceName: 'service' }),
  }
  const routes = { store: testStore(db), clock, publicUrl: 'http://x', pingPrefix: '/pings', ...answers }
  const extraRoutes = (scope: Parameters<typeof mountPublicRoutes>[0]): void => mountPublicRoutes(scope, routes)
  app = aTestApi({ db, clock, operations: {}, handlers: {}, extraRoutes })
})
afterAll(() => app.close())

it('metrics show pending work and the turns of the loops', async () => {
  metrics.turned('analyses', 'ended', 1500)
  metrics.analysed('rules', 20)
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '203.0.113.11' })
  for (const line of [
    'service_loop_turns_total{loop="analyses",outcome="ended"} 1',
    'service_loop_turn_seconds_total{loop="analyses"} 1.5',
    'service_analysis_seconds_count{author="rules"} 1',
    'service_analyses_pending 0',
    'service_analyses_oldest_seconds 0',
    'service_rollups_behind_seconds 0',
  ])
    expect(body.split('\n')).toContain(line)
})

it('what health says about a database that is away names no path, address or user', async () => {
  const away = openDatabase({ connectionString: 'postgresql://canary@127.0.0.1:1/canary' })
  const sources = {
    db: away,
    clock,
    readDatabaseClock,
    watch: new LoopWatch(realTime),
    runProblems: new RunProblems(),
    locations: [],
  }
  const health = await checkHealth(sources)
  expect(health).toMatchObject({ status: 'failing', reasons: ['The database cannot be reached.'] })
  expect(health.findings.map(({ name }) => name)).toEqual([...ownFindings, 'database'])
  expect(JSON.stringify(health)).not.toMatch(/canary|127\.0\.0\.1/)
  await away.close()
})

it('health answers every finding with its name, whether it is ok, a sentence and numbers', async () => {
  const answer = await app.inject({ url: '/health', remoteAddress: '203.0.113.12' })
  const { status, reasons, findings } = answer.json<Health>()
  expect({ statusCode: answer.statusCode, status, reasons }).toEqual({ statusCode: 200, status: 'ok', reasons: [] })
  expect(findings.map(({ name }) => name)).toEqual([...ownFindings, 'database', ...databaseFindings])
  for (const { name, ok, message, ...numbers } of findings) {
    expect({ name, ok, message }).toEqual({ name, ok: true, message: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(Object.values(numbers).filter((value) => typeof value !== 'number')).toEqual([])
  }
})

it('health reports that the disk of the database is full before anything is overdue', async () => {
  const watch = new LoopWatch(realTime)
  watch.started('ticks')
  watch.failed('ticks', 'could not extend file', true)
  const { status, reasons } = await checkHealth({
    db: database.db(),
    clock,
    readDatabaseClock,
    watch,
    runProblems: new RunProblems(),
    locations: [],
  })
  expect([status, reasons[0]]).toEqual(['failing', expect.stringContaining('database disk is full')])
})

it('health is red for five minutes after runs without a reliable result, and green after runs that were repeated', async () => {
  const runProblems = new RunProblems()
  const sources = {
    db: database.db(),
    clock,
    readDatabaseClock,
    watch: new LoopWatch(realTime),
    runProblems,
    locations: [],
  }
  runProblems.returned(7, clock.now())
  expect(await checkHealth(sources)).toMatchObject({ status: 'ok', reasons: [] })
  runProblems.inconclusive(2, clock.now())
  const sentence = /^In the last 5 minutes 2 runs were inconclusive and 7 were requeued/
  expect(await checkHealth(sources)).toMatchObject({ status: 'failing', reasons: [expect.stringMatching(sentence)] })
  clock.advance(300_000)
  expect((await checkHealth(sources)).reasons.filter((reason) => sentence.test(reason))).toEqual([])
})
