import { beforeAll, describe, expect, test } from 'vitest'
import { privateLocationQueue } from '#contract'
import { claimDueLocationMails, recordLocationMailTry } from './location-mails.ts'
import { enqueueDueRuns } from '../queue/enqueue-due-runs.ts'
import { expireRuns, unclaimedLimitMs } from '../queue/expire-runs.ts'
import { keepTime } from '../queue/keep-time.ts'
import { noteReturnedAgent, watchLocations } from './watch-locations.ts'
import { replaceWaitingRuns } from '../queue/replace-waiting-runs.ts'
import { minuteMs, randomId } from '#kernel'
import { eventsChannel, followEvents } from '#storage/accounts'
import { saveAgent } from '#storage/agents'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import type { Found } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const publicUrl = 'https://belfry.example'
const context = () => ({ nowMs: service.clock.now(), publicUrl })
const tcp = { name: 'inside', request: { hostname: 'db.internal', port: 5432 }, frequency: 1 }

const addMember = (accountId: string, role: string, email: string): Promise<unknown> =>
  service.db.rows(
    `with person as (insert into users (id, name, email, created_at) values ($2, 'A', $4, now()) returning id)
     insert into memberships (account_id, user_id, role, created_at) select $1, id, $3, now() from person`,
    [accountId, randomId(), role, email],
  )

/** An account with a private location, and what its agents and the loops of the service do. */
async function scene(check: object | null = {}) {
  const { account, send } = await service.owner()
  const { accountId } = account
  await addMember(accountId, 'ADMIN', 'Admin@company.com')
  const office = { name: 'Office', slugName: 'office' }
  const { id } = (await send('POST', '/v1/private-locations', office)).body as { id: string }
  const queue = privateLocationQueue(accountId, 'office')
  const body = { ...tcp, locations: [], privateLocations: ['office'], ...check }
  const made = check === null ? null : await send('POST', '/v1/checks/tcp', body)
  const checkId = made === null ? '' : (made.body as { id: string }).id
  const agent = async (): Promise<void> => {
    const capabilities = { checkTypes: ['TCP'], runtimes: [], features: [] }
    const row = { queue, id: randomId(), accountId, locationId: id, name: 'a', version: '1.0.0', protocol: 1 }
    await saveAgent(service.db, { ...row, capabilities, places: 1, running: 0 }, new Date(service.clock.now()))
  }
  return {
    accountId,
    id,
    queue,
    checkId,
    send,
    agent,
    location: async () =>
      (await send('GET', `/v1/private-locations/${id}`)).body as {
        unavailableSince: string | null
        events: { event: string }[]
      },
    mails: () =>
      service.db.rows<{ address: string; event: string }>(
        `select mail.address, event.event from private_location_mails mail
         join private_location_events event on event.account_id = mail.account_id and event.id = mail.event_id
         where mail.account_id = $1 order by event.at, address`,
        [accountId],
      ),
    /** Where the check ran in the slot that is due, in the order of its locations. */
    tick: async () => {
      const replaced = await replaceWaitingRuns(service.store, context(), 1000)
      await enqueueDueRuns(service.store, service.clock.now(), 1000, replaced)
      const rows = await service.db.rows<{ queue: string }>(
        `select queue from run_tasks where check_id = $1 and queued_at = $2 order by queue`,
        [checkId, new Date(service.clock.now())],
      )
      return rows.map((row) => row.queue)
    },
    /** The run of the check in this public location ends. */
    run: async (location: string, found: Found) => {
      const runner = new HandRunner(service.store, service.clock)
      const claimed = await runner.claim()
      const own = claimed.filter((task) => task.checkId === checkId && task.location === location)
      expect(own).toHaveLength(1)
      await runner.settle(own, found)
    },
    /** Every run of the check is over. */
    finish: () => service.db.rows(`delete from run_tasks where check_id = $1`, [checkId]),
  }
}

const minute = (): void => service.clock.advance(minuteMs)
const watch = () => watchLocations(service.store, service.clock.now())
/** Lets minutes pass in which the service runs and looks after its locations. */
async function pass(minutes: number): Promise<void> {
  for (let count = 0; count < minutes; count += 1) {
    minute()
    await watch()
  }
}

test('an agent that is lost is announced within a minute, once, to those who follow its account', async () => {
  const { accountId, id, agent } = await scene(null)
  const announced: string[] = []
  const end = await service.db.listen(eventsChannel, (payload) => {
    if (payload?.startsWith(accountId)) announced.push(payload.slice(accountId.length))
  })
  await followEvents(service.db, [accountId], new Date(service.clock.now() + 60 * minuteMs))
  await agent()
  service.clock.advance(minuteMs / 2)
  await watch()
  expect(announced).toEqual([])
  service.clock.advance(minuteMs / 2)
  await watch()
  await expect.poll(() => announced).toEqual([JSON.stringify({ 'private-locations': [id] })])
  await pass(3)
  await end()
  expect(announced).toHaveLength(1)
})

describe('a private location without agents', () => {
  test('is flagged after ten minutes, once, by any number of processes, with a mail to each owner and admin', async () => {
    const { accountId, location, mails, agent } = await scene()
    await addMember(accountId, 'READ_ONLY', 'reader@company.com')
    await agent()
    await watch()
    await pass(9)
    expect(await location()).toMatchObject({ unavailableSince: null, events: [] })
    minute()
    await Promise.all([watch(), watch(), watch()])
    await pass(3)
    const { unavailableSince, events } = await location()
    expect(unavailableSince).not.toBeNull()
    expect(events.map(({ event }) => event)).toEqual(['UNAVAILABLE'])
    const sent = await mails()
    expect(sent.map(({ address }) => address)).toContain('admin@company.com')
    expect(sent.map(({ address }) => address)).not.toContain('reader@company.com')
    expect(new Set(sent.map(({ address }) => address)).size).toBe(sent.length)
  })

  test('is not flagged while no check that runs is assigned, and no more when the last one goes', async () => {
    const empty = await scene(null)
    const paused = await scene({ activated: false })
    const used = await scene()
    await watch()
    await pass(11)
    expect((await empty.location()).unavailableSince).toBeNull()
    expect((await paused.location()).unavailableSince).toBeNull()
    expect((await used.location()).unavailableSince).not.toBeNull()
    await used.send('DELETE', `/v1/checks/${used.checkId}`)
    await watch()
    expect(await used.location()).toMatchObject({
      unavailableSince: null,
      events: [{ event: 'UNASSIGNED' }, { event: 'UNAVAILABLE' }],
    })
    expect((await used.mails()).map(({ event }) => event)).not.toContain('UNASSIGNED')
  })

  test('is flagged for checks of a group that names it', async () => {
    const { send, location } = await scene(null)
    const group = await send('POST', '/v2/check-groups', { name: 'g', locations: [], privateLocations: ['office'] })
    await send('POST', '/v1/checks/tcp', { ...tcp, groupId: (group.body as { id: number }).id })
    await watch()
    await pass(10)
    expect((await location()).unavailableSince).not.toBeNull()
  })

  test('nothing is scheduled there and nobody is alerted; its return resumes the check and says so once', async () => {
    const { tick, agent, queue, checkId, location, mails, accountId, id, send } = await scene()
    await watch()
    await pass(10)
    for (let count = 0; count < 5; count += 1) {
      minute()
      expect(await tick()).toEqual([])
      await expireRuns(service.store, context())
    }
    expect(await service.db.rows(`select from check_alerts where check_id = $1`, [checkId])).toEqual([])
    expect(await service.db.rows(`select from run_tasks where check_id = $1`, [checkId])).toEqual([])
    const status = async () => (await send('GET', `/v1/check-statuses/${checkId}`)).body
    expect(await status()).toMatchObject({
      locationProblems: [{ location: 'office', problem: expect.stringContaining('No agent') }],
    })
    await agent()
    const returned = () => noteReturnedAgent(service.store, { accountId, id }, service.clock.now())
    await Promise.all([returned(), watch(), returned()])
    expect(await status()).not.toHaveProperty('locationProblems')
    minute()
    expect(await tick()).toEqual([queue])
    expect((await location()).events.map(({ event }) => event)).toEqual(['AVAILABLE', 'UNAVAILABLE'])
    const events = (await mails()).map(({ event }) => event)
    expect(new Set(events)).toEqual(new Set(['UNAVAILABLE', 'AVAILABLE']))
    expect(events.filter((event) => event === 'AVAILABLE')).toHaveLength(events.length / 2)
  })

  test('the other locations of its checks go on: all of a parallel check, the next one of a check that takes turns', async () => {
    const parallel = await scene({ locations: ['eu-west-1', 'us-east-1'], runParallel: true })
    const turns = await scene({ locations: ['eu-west-1', 'us-east-1'], runParallel: false })
    await watch()
    await pass(10)
    const places: string[] = []
    for (let count = 0; count < 4; count += 1) {
      minute()
      expect(await parallel.tick()).toEqual(['eu-west-1', 'us-east-1'])
      const [row] = await service.db.rows<{ locations: string[] }>(
        `select locations from check_sessions where check_id = $1 order by id desc limit 1`,
        [parallel.checkId],
      )
      expect(row?.locations).toEqual(['eu-west-1', 'us-east-1'])
      const rows = await service.db.rows<{ queue: string }>(`select queue from run_tasks where check_id = $1`, [
        turns.checkId,
      ])
      places.push(...rows.map(({ queue }) => queue))
      await parallel.finish()
      await turns.finish()
    }
    expect([...places].toSorted()).toEqual(['eu-west-1', 'eu-west-1', 'us-east-1', 'us-east-1'])
  })

  test('a run that waits for an agent does not hold up the other locations, and keeps its turn in the queue', async () => {
    const { accountId, tick, queue, checkId, run } = await scene({
      locations: ['eu-west-1'],
      runParallel: true,
      retryStrategy: null,
    })
    minute()
    expect(await tick()).toEqual(['eu-west-1', queue].toSorted())
    const waitingSince = new Date(service.clock.now())
    await run('eu-west-1', 'failed')
    for (let count = 0; count < 3; count += 1) {
      minute()
      expect(await tick()).toEqual(['eu-west-1', queue].toSorted())
      const open = await service.db.rows(
        `select task.queue, task.claimable_at from run_tasks task
         join check_sessions session on session.account_id = task.account_id and session.id = task.session_id
         where task.check_id = $1 and session.stopped_at is null and task.queue = $2`,
        [checkId, queue],
      )
      expect(open).toEqual([{ queue, claimableAt: waitingSince }])
      await run('eu-west-1', 'failed')
    }
    const sessions = await service.db.rows(
      `select status from check_sessions where account_id = $1 and check_id = $2 and stopped_at is not null`,
      [accountId, checkId],
    )
    expect(sessions).toEqual([{ status: 'FAILED' }, { status: 'FAILED' }, { status: 'FAILED' }])
  })

  test('where locations take turns, the turn of one without agents lasts a minute', async () => {
    const { tick, queue, run } = await scene({ locations: ['eu-west-1'], runParallel: false })
    const places: string[][] = []
    for (let count = 0; count < 5; count += 1) {
      minute()
      const place = await tick()
      places.push(place)
      if (place.includes('eu-west-1')) await run('eu-west-1', 'passed')
    }
    expect(places).toEqual([['eu-west-1'], [queue], ['eu-west-1'], [queue], ['eu-west-1']])
  })

  test('a run that an agent has taken holds up its check, and a check in one location keeps the run that waits', async () => {
    const { tick, queue, run, checkId } = await scene({ locations: ['eu-west-1'], runParallel: true })
    const alone = await scene()
    minute()
    expect(await tick()).toEqual(['eu-west-1', queue].toSorted())
    await run('eu-west-1', 'passed')
    const later = new Date(service.clock.now() + 5 * minuteMs)
    await service.db.rows(`update run_tasks set claimable_at = $2 where check_id = $1`, [checkId, later])
    minute()
    expect(await tick()).toEqual([])
    const waiting = await service.db.rows(`select queue from run_tasks where check_id = $1`, [alone.checkId])
    expect(waiting).toHaveLength(1)
  })

  test('dropped runs are an entry of the location once a day', async () => {
    const { tick, location } = await scene()
    for (let count = 0; count < 2; count += 1) {
      minute()
      await tick()
      service.clock.advance(unclaimedLimitMs)
      await expireRuns(service.store, context())
    }
    expect((await location()).events.map(({ event }) => event)).toEqual(['RUNS_DROPPED'])
  })

  test('a session ends with its last run, also when the run of another location was dropped before', async () => {
    const { tick, accountId, checkId } = await scene({ locations: ['eu-west-1'], runParallel: true })
    const runner = new HandRunner(service.store, service.clock)
    minute()
    await tick()
    const own = (await runner.claim()).filter((task) => task.checkId === checkId)
    service.clock.advance(unclaimedLimitMs)
    await expireRuns(service.store, context())
    await runner.settle(own)
    const sessions = await service.db.rows(
      `select status, stopped_at is not null as is_over from check_sessions where account_id = $1 and check_id = $2`,
      [accountId, checkId],
    )
    expect(sessions).toEqual([{ status: 'PASSED', isOver: true }])
  })

  test('a time in which the service was stopped does not count', async () => {
    const { location, agent } = await scene()
    await keepTime(service.store, service.clock.now())
    await agent()
    await watch()
    service.clock.advance(60 * minuteMs)
    expect(await watch()).toBe(0)
    await keepTime(service.store, service.clock.now())
    await watch()
    expect((await location()).unavailableSince).toBeNull()
    for (let count = 0; count < 11; count += 1) {
      for (let step = 0; step < 12; step += 1) {
        service.clock.advance(5_000)
        await keepTime(service.store, service.clock.now())
      }
      await watch()
    }
    expect((await location()).unavailableSince).not.toBeNull()
    await service.db.rows(`delete from service_time`)
  })

  test('its mails say what to do, are leased by one process and tried again only after a temporary failure', async () => {
    const { accountId, mails } = await scene()
    await watch()
    await pass(10)
    const due = async () => {
      const claim = { nowMs: service.clock.now(), limit: 100, leaseMs: 30_000, publicUrl }
      return (await claimDueLocationMails(service.store, claim)).filter(({ row }) => row.accountId === accountId)
    }
    const [first, second] = await Promise.all([due(), due()])
    expect([...first, ...second]).toHaveLength((await mails()).length)
    const [one] = [...first, ...second]
    if (one === undefined) throw new Error('no mail')
    expect(one.mail).toMatchObject({
      subject: 'Private location Office is unavailable',
      facts: [
        ['Location', 'Office (office)'],
        ['Since', expect.any(String)],
        ['Last agent connected', 'never'],
      ],
    })
    await recordLocationMailTry(service.store, one, { outcome: 'retry', response: 'later' }, service.clock.now())
    expect(await due()).toEqual([])
    minute()
    const [again] = await due()
    if (again === undefined) throw new Error('no second attempt')
    expect(again.mail.id).toBe(one.mail.id)
    await recordLocationMailTry(service.store, again, { outcome: 'sent', response: 'ok' }, service.clock.now())
    minute()
    expect(await due()).toEqual([])
  })
})
