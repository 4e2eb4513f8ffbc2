import { beforeAll, describe, expect, test } from 'vitest'
import type { AvailabilityReport } from '#contract'
import { dayMs, hourMs, timeOrderedId } from '#kernel'
import { insertCheckAlerts } from '#storage/alerts'
import type { CheckAlertRow } from '#storage/alerts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

interface Own {
  readonly accountId: string
  readonly send: Send
}

/** An account whose checks are as old as the day before yesterday. */
async function own(): Promise<Own> {
  const account = await service.account()
  return { accountId: account.accountId, send: service.as(account.key) }
}

const report = async ({ send }: Own, query: string): Promise<AvailabilityReport> => {
  const { body } = await send('GET', `/v1/reports/availability?${query}`)
  return body as AvailabilityReport
}

/** Runs of a check a second apart, of which the first ones fail. */
async function run({ accountId }: Own, checkId: string, [all, failed]: readonly [number, number], ms = 100) {
  for (let index = 0; index < all; index += 1) {
    service.clock.advance(1000)
    const outcome = index < failed ? 'failed' : 'passed'
    await service.result(accountId, checkId, { outcome, responseTimeMs: ms, measured: [ms] })
  }
}

const alertOf = (of: Pick<CheckAlertRow, 'accountId' | 'checkId' | 'alertType'>, atMs: number): CheckAlertRow => ({
  ...of,
  id: timeOrderedId(atMs),
  checkName: 'Cart',
  checkType: 'API',
  runLocation: 'eu-west-1',
  responseTimeMs: null,
  statusCode: null,
  error: null,
  checkResultId: null,
  startedAt: new Date(atMs),
  createdAt: new Date(atMs),
})

const lastDays = (days: number): string => {
  const to = service.clock.now() + 1
  return `from=${new Date(to - days * dayMs).toISOString()}&to=${new Date(to).toISOString()}`
}

describe('a report on availability', () => {
  test('puts runs of each check, group and tag together, the worst first', async () => {
    const some = await own()
    const one = await service.check(some.accountId, { name: 'Cart 2', tags: ['shop', 'eu'] })
    const other = await service.check(some.accountId, { name: 'Cart 10', tags: ['shop'] })
    service.clock.advance(2 * hourMs)
    await run(some, one, [4, 0])
    await run(some, other, [4, 1])
    const byCheck = await report(some, lastDays(1))
    expect(byCheck.entries.map(({ name, availability }) => [name, availability])).toEqual([
      ['Cart 10', 75],
      ['Cart 2', 100],
    ])
    expect(byCheck.total).toMatchObject({ checks: 2, results: 8, failures: 1, availability: 87.5 })
    const byName = await report(some, `${lastDays(1)}&sortBy=name&limit=1&page=2`)
    expect([byName.entries.map(({ name }) => name), byName.length]).toEqual([['Cart 10'], 2])
    const byTag = await report(some, `${lastDays(1)}&groupBy=tag&sortBy=name`)
    expect(byTag.entries.map(({ id, checks, availability }) => [id, checks, availability])).toEqual([
      ['eu', 1, 100],
      ['shop', 2, 87.5],
    ])
    const byGroup = await report(some, `${lastDays(1)}&groupBy=group`)
    expect(byGroup.entries).toMatchObject([{ id: null, checks: 2, results: 8 }])
  })

  test('says the share of failures as time, from the creation of the check on', async () => {
    const some = await own()
    const checkId = await service.check(some.accountId)
    service.clock.advance(hourMs - 4000)
    await run(some, checkId, [4, 1])
    const [entry] = (await report(some, lastDays(7))).entries
    expect(Math.abs((entry?.downtime ?? 0) - 900)).toBeLessThan(2)
  })

  test('counts no time of checks that did not run as downtime of their tag', async () => {
    const some = await own()
    await service.check(some.accountId, { tags: ['shop'] })
    service.clock.advance(10 * dayMs)
    const checkId = await service.check(some.accountId, { tags: ['shop'] })
    service.clock.advance(hourMs - 4000)
    await run(some, checkId, [4, 1])
    const [entry] = (await report(some, `${lastDays(30)}&groupBy=tag`)).entries
    expect(entry).toMatchObject({ id: 'shop', checks: 2 })
    expect(Math.abs((entry?.downtime ?? 0) - 900)).toBeLessThan(2)
  })

  test('counts outages once, also those that were worth an alert after some failures, whatever the reminders', async () => {
    const some = await own()
    const checkId = await service.check(some.accountId)
    const alerts = [
      'ALERT_FAILURE_REMAIN',
      'ALERT_SSL',
      'ALERT_FAILURE_REMAIN',
      'ALERT_RECOVERY',
      'ALERT_FAILURE',
      'ALERT_FAILURE_REMAIN',
      'ALERT_RECOVERY',
      'ALERT_DEGRADED',
      'ALERT_DEGRADED_FAILURE',
    ] as const
    const start = service.clock.now()
    await insertCheckAlerts(
      service.db,
      alerts.map((alertType, index) => alertOf({ accountId: some.accountId, checkId, alertType }, start + index)),
    )
    service.clock.advance(hourMs)
    const [entry] = (await report(some, lastDays(1))).entries
    expect(entry?.outages).toBe(3)
  })

  test('compares with the period before', async () => {
    const some = await own()
    const checkId = await service.check(some.accountId)
    await run(some, checkId, [2, 1])
    service.clock.advance(dayMs)
    await run(some, checkId, [2, 0])
    const [entry] = (await report(some, lastDays(1))).entries
    expect(entry).toMatchObject({ availability: 100, previous: { results: 2, availability: 50 } })
    const weekBefore = new Date(service.clock.now() - 8 * dayMs).toISOString()
    const [other] = (await report(some, `${lastDays(1)}&previousFrom=${weekBefore}`)).entries
    expect(other).toMatchObject({ availability: 100, previous: { results: 0, availability: null } })
    const late = await some.send(
      'GET',
      '/v1/reports/availability?from=2026-03-01&to=2026-03-20&previousFrom=2026-03-10',
    )
    expect(late).toMatchObject({ status: 400, body: { message: 'previousFrom must be before from.' } })
  })

  test('leaves checks without results empty and last, and shows no account those of another', async () => {
    const [some, stranger] = [await own(), await own()]
    await service.check(some.accountId, { name: 'A new one' })
    const ran = await service.check(some.accountId, { name: 'Cart' })
    await run(some, ran, [1, 0])
    const { entries } = await report(some, lastDays(1))
    expect(entries.map(({ name }) => name)).toEqual(['Cart', 'A new one'])
    expect(entries[1]).toMatchObject({ availability: null, downtime: null, p95: null })
    expect((await report(stranger, lastDays(1))).entries).toEqual([])
  })

  test('is read page by page as one report, whatever happens between its pages', async () => {
    const some = await own()
    for (const [name, failed] of [
      ['Cart', 3],
      ['Search', 2],
      ['Sign in', 1],
    ] as const)
      await run(some, await service.check(some.accountId, { name }), [4, failed])
    const from = new Date(service.clock.now() - dayMs).toISOString()
    const pageOf = async (page: number): Promise<readonly (string | null)[]> =>
      (await report(some, `from=${from}&limit=1&page=${page}`)).entries.map(({ name }) => name)
    const first = await pageOf(1)
    await run(some, await service.check(some.accountId, { name: 'New and worst' }), [1, 1])
    expect([...first, ...(await pageOf(2)), ...(await pageOf(3)), ...(await pageOf(4))]).toEqual([
      'Cart',
      'Search',
      'Sign in',
    ])
    service.clock.advance(60_000)
    expect(await pageOf(1)).toEqual(['New and worst'])
  })

  test('is saved as CSV, in which no name becomes a formula', async () => {
    const some = await own()
    await run(some, await service.check(some.accountId, { name: '=1+1' }), [2, 1])
    const { headers, text } = await some.send('GET', `/v1/reports/availability.csv?${lastDays(1)}`)
    const [head, line] = text.split('\r\n')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(head).toMatch(
      /^id,name,checks,results,failures,availability,downtime,outages,mean,p50,p95,p99,previous_results/,
    )
    expect(line).toMatch(/,'=1\+1,1,2,1,50,/)
  })

  test('of more than 400 days or of no time is refused', async () => {
    const some = await own()
    for (const query of ['from=2020-01-01&to=2022-01-01', 'from=2026-01-02&to=2026-01-01'])
      expect((await some.send('GET', `/v1/reports/availability?${query}`)).status).toBe(400)
  })
})

test('a time of which nothing is known is left out, or counts as down or up where that is asked for', async () => {
  const some = await own()
  const id = await service.check(some.accountId, { name: 'Cart', locations: ['eu-west-1'] })
  const startMs = service.clock.now()
  service.clock.advance(10 * hourMs)
  await run(some, id, [4, 1])
  const toMs = service.clock.now()
  const query = `from=${new Date(startMs).toISOString()}&to=${new Date(toMs + 1).toISOString()}`
  const figures = async (unknownAs: string) => {
    const { entries, unknownAs: named } = await report(some, `${query}&unknownAs=${unknownAs}`)
    const { availability, downtime, unknown } = entries[0] ?? {}
    return { named, availability, downtime, unknown }
  }
  expect(await figures('down')).toEqual({ named: 'down', availability: 75, downtime: 9_001, unknown: undefined })
  const at = (hours: number): Date => new Date(startMs + hours * hourMs)
  await service.db.rows('insert into service_absences (since, until) values ($1, $2)', [at(1), at(2)])
  await service.db.rows(
    `insert into blind_times (id, runner_id, queues, location_name, since, until, heard_at, silent)
     values (gen_random_uuid(), 'a runner', array['eu-west-1'], 'here', $1, $2, $2, 'gateway 10.0.0.1')`,
    [at(4), at(5)],
  )
  const range = (toMs - startMs) / 1000
  const down = (range - 7_200) / 4
  const unknown = 7_200
  const share = (seconds: number): unknown => expect.closeTo(100 * (1 - seconds / range), 3)
  const seconds = (value: number): unknown => expect.closeTo(value, -0.5)
  expect(await figures('excluded')).toEqual({ named: 'excluded', availability: 75, downtime: seconds(down), unknown })
  expect(await figures('down')).toEqual({
    named: 'down',
    availability: share(down + unknown),
    downtime: seconds(down + unknown),
    unknown,
  })
  expect(await figures('up')).toEqual({ named: 'up', availability: share(down), downtime: seconds(down), unknown })
})
