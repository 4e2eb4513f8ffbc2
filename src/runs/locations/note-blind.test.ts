import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs, randomId, secondMs } from '#kernel'
import { findUnobserved, findUnobservedTimes } from '#observation'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { expireHeartbeats } from '../heartbeats/expire-heartbeats.ts'
import { keepTime } from '../queue/keep-time.ts'
import { enqueueDueRuns } from '../queue/enqueue-due-runs.ts'
import { claimDueBlindMails, recordBlindMailTry } from './blind-mails.ts'
import { endLostBlindTimes, noteBlind } from './note-blind.ts'

const database = useDatabase()
const publicUrl = 'https://belfry.example'
const silent = ['gateway 10.0.0.1', 'name server 10.0.0.2']
let service: TestService
let runner: HandRunner
let accountId: string
beforeEach(async () => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
  for (const table of ['service_time', 'service_absences', 'blind_times', 'blind_mails', 'run_tasks', 'checks'])
    await service.db.rows(`delete from ${table}`)
  accountId = (await service.account()).accountId
  await service.db.rows(
    `with person as (insert into users (id, name, email, created_at) values ($2, 'A', $3, now()) returning id)
     insert into memberships (account_id, user_id, role, created_at) select $1, id, 'ADMIN', now() from person`,
    [accountId, randomId(), `${randomId()}@company.com`],
  )
})

const now = (): number => service.clock.now()
const builtIn = (runnerId = 'one', queues = ['eu-west-1', 'us-east-1']) => ({
  runnerId,
  queues,
  accountId: null,
  locationId: null,
  locationName: 'this machine',
  isService: true,
})

const note = (since: number, until: number | null = null, runnerOf = builtIn()): Promise<void> =>
  noteBlind(service.store, runnerOf, { since, until, silent }, now())

const events = async (): Promise<string[]> =>
  (
    await service.db.rows<{ event: string }>('select event from blind_mails where account_id = $1 order by at, id', [
      accountId,
    ])
  ).map(({ event }) => event)

/** A run of a check in one location that ends in this way. */
async function run(checkId: string, found: 'passed' | 'inconclusive'): Promise<void> {
  service.clock.advance(minuteMs)
  await enqueueDueRuns(service.store, now(), 100)
  const tasks = await runner.claim()
  await runner.settle(
    tasks.filter((task) => task.checkId === checkId),
    found,
  )
}

describe('a blind location', () => {
  test('is stored whatever characters its runner says', async () => {
    await noteBlind(service.store, builtIn(), { since: now(), until: null, silent: ['a\u0000b'] }, now())
    expect(await service.db.rows('select silent from blind_times where until is null')).toEqual([{ silent: 'ab' }])
  })

  test('is announced once to those who run the accounts with checks there, and once when it sees again', async () => {
    await service.check(accountId, { frequency: 1, locations: ['eu-west-1'] })
    const since = now()
    await Promise.all([note(since), note(since)])
    for (let count = 0; count < 3; count += 1) {
      service.clock.advance(10 * secondMs)
      await note(since)
    }
    expect(await events()).toEqual(['BLIND'])
    await note(since, now())
    await note(since, now())
    expect(await events()).toEqual(['BLIND', 'SEEING'])
  })

  test('is not announced where no check runs', async () => {
    await service.check(accountId, { frequency: 1, locations: ['ap-south-1'] })
    await note(now())
    expect(await events()).toEqual([])
  })

  test('with several runners is blind from the first one to the last', async () => {
    await service.check(accountId, { frequency: 1, locations: ['eu-west-1'] })
    const since = now()
    await note(since)
    service.clock.advance(secondMs)
    await note(since + secondMs, null, builtIn('two'))
    await note(since, now())
    expect(await events()).toEqual(['BLIND'])
    service.clock.advance(secondMs)
    await note(since + secondMs, now(), builtIn('two'))
    expect(await events()).toEqual(['BLIND', 'SEEING'])
  })

  test('whose runner is not heard any more is blind no longer, and that is said', async () => {
    await service.check(accountId, { frequency: 1, locations: ['eu-west-1'] })
    await note(now())
    const heardAt = new Date(now())
    await endLostBlindTimes(service.store, now() + minuteMs)
    expect(await events()).toEqual(['BLIND'])
    await endLostBlindTimes(service.store, now() + minuteMs + 1)
    expect(await events()).toEqual(['BLIND', 'GONE'])
    expect(await service.db.rows('select until from blind_times')).toEqual([{ until: heardAt }])
  })

  test('is told by mail, with what is out of reach, until the mail is sent', async () => {
    await service.check(accountId, { frequency: 1, locations: ['eu-west-1'] })
    await note(now())
    const due = () => claimDueBlindMails(service.store, { nowMs: now(), limit: 10, leaseMs: 30_000, publicUrl })
    const [first] = await due()
    expect(first?.mail).toMatchObject({
      subject: 'Location this machine is blind',
      facts: [
        ['Location', 'this machine'],
        ['Blind since', new Date(now()).toISOString()],
        ['Out of reach', silent.join(', ')],
      ],
    })
    if (first === undefined) throw new Error('no mail')
    await recordBlindMailTry(service.store, first, { outcome: 'retry', response: 'later' }, now())
    expect(await due()).toEqual([])
    service.clock.advance(minuteMs)
    const [again] = await due()
    if (again === undefined) throw new Error('no second attempt')
    await recordBlindMailTry(service.store, again, { outcome: 'sent', response: 'ok' }, now())
    service.clock.advance(minuteMs)
    expect(await due()).toEqual([])
  })
})

describe('while a location is blind', () => {
  test('checks whose runs became unknown are unobserved, and those that it does see are not', async () => {
    const blind = await service.check(accountId, { frequency: 1, locations: ['eu-west-1'] })
    const near = await service.check(accountId, { frequency: 1, locations: ['eu-west-1'] })
    const both = await service.check(accountId, {
      frequency: 1,
      locations: ['eu-west-1', 'ap-south-1'],
      runParallel: true,
    })
    const since = now()
    await note(since)
    await run(near, 'passed')
    await run(blind, 'inconclusive')
    await run(both, 'inconclusive')
    const found = await findUnobserved(service.db, accountId)
    expect([...found.entries()]).toMatchObject([[blind, { reason: 'BLIND', since: new Date(since) }]])
    await note(since, now())
    expect((await findUnobserved(service.db, accountId)).size).toBe(0)
  })

  test('no heartbeat is missed, and afterwards each gets the time back', async () => {
    const id = await service.heartbeat(accountId)
    await service.db.rows(
      `update heartbeat_timers set period_ms = $2, grace_ms = 0, reset_at = $3, failing_at = $4 where check_id = $1`,
      [id, minuteMs, new Date(now()), new Date(now() + minuteMs)],
    )
    let doesSee = false
    const expire = async (): Promise<number> => {
      await keepTime(service.store, now())
      return expireHeartbeats(service.store, { nowMs: now(), publicUrl, sees: async () => doesSee }, 100)
    }
    /** Processes move the mark every few seconds. */
    const pass = async (): Promise<void> => {
      service.clock.advance(5 * secondMs)
      await keepTime(service.store, now())
    }
    const since = now()
    await note(since)
    for (let count = 0; count < 24; count += 1) await pass()
    expect(await expire()).toBe(0)
    await note(since, now())
    doesSee = true
    expect(await expire()).toBe(0)
    for (let count = 0; count < 11; count += 1) await pass()
    expect(await expire()).toBe(0)
    await pass()
    expect(await expire()).toBe(1)
  })
})

test('times of blind locations, and those in which the service did not run, are unknown for services of status pages', async () => {
  const { account, send } = await service.owner()
  const { body } = await send('POST', '/v1/status-pages/services', { name: 'Shop' })
  const { id: serviceId } = body as { id: string }
  const triggerIncident = { serviceId, severity: 'MAJOR', name: 'Down', description: 'Down', notifySubscribers: false }
  await send('POST', '/v1/checks/tcp', {
    name: 'Shop',
    frequency: 1,
    locations: ['eu-west-1'],
    request: { hostname: 'shop.example', port: 443 },
    triggerIncident,
  })
  const startMs = now()
  await keepTime(service.store, startMs)
  await note(startMs)
  service.clock.advance(5 * secondMs)
  await note(startMs, now())
  await keepTime(service.store, now())
  service.clock.advance(minuteMs)
  await keepTime(service.store, now())
  service.clock.advance(5 * secondMs)
  const found = await findUnobservedTimes(service.db, account.accountId, { startMs, endMs: now() })
  const absences = [{ startMs: startMs + 5 * secondMs, endMs: startMs + 65 * secondMs }]
  expect([...found.values()]).toEqual([
    { times: [{ startMs, endMs: startMs + 65 * secondMs }], absences, isNow: false },
  ])
})
