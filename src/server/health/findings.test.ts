import { beforeEach, describe, expect, it } from 'vitest'
import { SystemClock, dayMs, hourMs, secondMs } from '#kernel'
import { addToCounter } from '#storage/runs'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { LoopWatch } from '../loops/loop-watch.ts'
import type { ClockFacts } from '../time/timekeeper.ts'
import type { Finding, HealthSources } from './finding.ts'
import { checkHealth } from './check-health.ts'
import { healthExplainer } from './explain-health.ts'
import { findingSources } from './sources.ts'

const realTime = new SystemClock()

const database = useDatabase()
let service: TestService
beforeEach(() => {
  service = new TestService(database.db())
})

async function find(name: string, changes: Partial<HealthSources> = {}): Promise<Finding | undefined> {
  const { clock } = service
  const readDatabaseClock = async (): Promise<number> => clock.now()
  const sources = {
    db: database.db(),
    clock,
    readDatabaseClock,
    watch: new LoopWatch(realTime),
    locations: ['eu-west-1'],
    ...changes,
  }
  return (await checkHealth(sources)).findings.find((finding) => finding.name === name)
}

const nowMs = Date.parse('2026-03-01T12:00:00.000Z')
const wellKept: ClockFacts = {
  nowMs,
  aheadMs: 0,
  steadyMs: Number.POSITIVE_INFINITY,
  databaseAheadMs: 3,
  suspendedMs: 0,
  lastJump: null,
}

describe('the finding about clocks', () => {
  const jumped = (byMs: number, changes: Partial<ClockFacts> = {}): Partial<ClockFacts> => ({
    aheadMs: -byMs,
    steadyMs: 2 * secondMs,
    lastJump: { at: nowMs - 2 * secondMs, byMs },
    ...changes,
  })

  it.each<[string, Partial<ClockFacts>, boolean, string]>([
    ['agree', {}, true, 'agrees with monotonic time'],
    ['jumped back just now', jumped(-hourMs), false, 'jumped by -3600 s'],
    ['jumped forward just now', jumped(hourMs), false, 'adopted once it has been stable for another 358 s'],
    ['jumped forward beyond belief', jumped(800 * dayMs), false, 'too far to adopt automatically'],
    [
      'went back, and were steady since',
      jumped(-hourMs, { steadyMs: hourMs }),
      true,
      '3600 s ahead of it; the difference shrinks',
    ],
    ['went back by days', jumped(-48 * hourMs, { steadyMs: hourMs }), false, 'Stored timestamps are 172800 s ahead'],
    ['disagree with the database', { databaseAheadMs: -61 * secondMs }, false, 'differ by 61 s'],
  ])('when they %s', async (_what, changes, ok, message) => {
    const timekeeper = { facts: () => ({ ...wellKept, ...changes }), schedulesBroughtBack: 0 }
    expect(await find('clocks', { timekeeper })).toMatchObject({ ok, message: expect.stringContaining(message) })
  })
})

it('a schedule that is further ahead than any interval makes health red', async () => {
  const { accountId } = await service.account()
  const id = await service.check(accountId)
  expect(await find('ahead')).toMatchObject({ ok: true })
  const set = (ms: number) =>
    database
      .db()
      .rows('update schedule_times set next_run_at = $2 where check_id = $1', [id, new Date(service.clock.now() + ms)])
  await set(30 * dayMs)
  expect(await find('ahead')).toMatchObject({
    ok: false,
    message: 'The next run of a check is scheduled 2592000 s ahead, later than its frequency allows.',
    furthestScheduleSeconds: 2_592_000,
  })
  await set(0)
})

it('runs that were given back once are counted, and red when they are again and again', async () => {
  const giveBack = async () => {
    service.clock.advance(61 * secondMs)
    await addToCounter(database.db(), 'returned_runs', 'PROCESS_STALLED', 3)
    return find('returnedRuns')
  }
  await find('returnedRuns')
  expect(await giveBack()).toMatchObject({ ok: true, returned: 3, returnedLately: 3 })
  for (let minute = 0; minute < 3; minute += 1) expect(await giveBack()).toMatchObject({ ok: true })
  expect(await giveBack()).toMatchObject({ ok: false, returned: 15, returnedLately: 15 })
})

it('an artifact store that is full or away degrades health, which goes on answering', async () => {
  expect(await find('artifacts', { artifacts: { problem: null } })).toMatchObject({ ok: true })
  for (const [problem, message] of [
    ['full', 'is full'],
    ['unreachable', 'is unavailable'],
  ] as const)
    expect(await find('artifacts', { artifacts: { problem } })).toMatchObject({
      ok: true,
      degraded: true,
      message: expect.stringContaining(message),
    })
})

it('an event loop that is blocked for long makes health red', async () => {
  expect(await find('eventLoop', { eventLoop: { delay: () => ({ p99Ms: 12, maxMs: 5_000 }) } })).toMatchObject({
    ok: true,
  })
  expect(await find('eventLoop', { eventLoop: { delay: () => ({ p99Ms: 1_500, maxMs: 1_600 }) } })).toMatchObject({
    ok: false,
    p99Ms: 1_500,
  })
})

it('every finding is explained: the same as in the public answer, with what it means and what to do', async () => {
  const { clock } = service
  const readDatabaseClock = async (): Promise<number> => clock.now()
  const watch = new LoopWatch(realTime)
  const sources = {
    db: database.db(),
    clock,
    readDatabaseClock,
    watch,
    locations: ['eu-west-1'],
    artifacts: { problem: 'full' },
  } as const
  // Without those that look at the internet.
  const rows = findingSources.filter(({ name }) => name !== 'dns' && name !== 'outbound')
  const { findings } = await checkHealth(sources)
  const all = await healthExplainer(sources, rows)()
  const explained = all.slice(0, findings.length)
  expect(all.slice(findings.length).map(({ name }) => name)).toEqual(
    rows.filter(({ audience }) => audience === 'admins').map(({ name }) => name),
  )
  expect(
    all.filter(({ messages, message }) => message === '' || messages.some(({ code }) => code.startsWith('EXAM'))),
  ).toEqual([])
  expect(explained.map(({ name, message }) => ({ name, message }))).toEqual(
    findings.map(({ name, message }) => ({ name, message })),
  )
  expect(explained.filter(({ advice }) => advice === '')).toEqual([])
  expect(explained.map(({ state }) => state !== 'FAILING')).toEqual(findings.map(({ ok }) => ok))
  expect(explained.find(({ name }) => name === 'artifacts')).toMatchObject({ state: 'DEGRADED' })
  expect(explained.filter(({ namesResources }) => namesResources).map(({ name }) => name)).toEqual(['alert channels'])
})
